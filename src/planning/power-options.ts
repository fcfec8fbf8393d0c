import type { AnyName, Catalogue } from '../catalogue/catalogue.ts'
import { type Categories, countCategories } from '../check/categories.ts'
import {
  isList,
  refuse,
  requireInteger,
  requireNumber,
  requireOneOf,
  requireOptions,
  type Vector,
} from '../check/check.ts'
import { SHARE_RANGE } from '../check/ranges.ts'
import { Domain, type PersonRecord, type Questions } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { readStrategy, type StrategyName } from '../loop/strategy/strategy-names.ts'
import { type Mechanism, requireMechanism } from '../mechanism/mechanism.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { PRIOR_RANGE } from '../posterior/kind/prior.ts'
import { CONFIDENCE, type GivenGoal } from '../query/parse-goal.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { type PlannedTruth, plannedTruths } from './plan-truth.ts'
import { type PlannedGoals, readPlannedGoals } from './planned-goals.ts'
import { type PlannedLaws, readPlannedLaws } from './planned-laws.ts'

/** The truth: probabilities of cells, or the records of the people of an earlier study. */
export type LawOfPeople = Vector | readonly PersonRecord[]

/** Options of `power`. Give all but one of `people`, `epsilon`, the width of the goal and `error`; `power` solves for the missing one. */
export interface PowerOptions {
  /** Number of categories K, or their names; needed if the truth is drawn. */
  readonly categories?: Categories
  /** The question, instead of `categories`. */
  readonly question?: Question
  /** The names of groups, which are public. */
  readonly by?: By
  /** Each group's share of the people; default equal shares. */
  readonly shares?: readonly number[]
  /** Several questions. People are asked about those that goals need. */
  readonly questions?: Questions
  /**
   * The assumed truth: probabilities, such as those of an earlier study, or `{ dirichlet }`, from which truths are drawn. With `question`,
   * the probabilities of its cells (below, the bins, above); with `by`, a list of probabilities for each group; with `questions`, those of
   * all combinations, the first question fastest, or a list of the records of an earlier study's people.
   */
  readonly truth: PlannedTruth | LawOfPeople | readonly LawOfPeople[]
  /** The privacy level ε of every answer, in nats, from 0.001 to 12. */
  readonly epsilon?: number
  /** The strategy; default `auto`. */
  readonly strategy?: AnyName<StrategyName>
  /** A channel for all people, such as a `surveyDesign`, instead of a strategy; it has its own ε. */
  readonly mechanism?: Mechanism
  /** The prior that the collection has: `'learned'` (the default), or the concentration of a Dirichlet law. */
  readonly prior?: number | 'learned'
  /** The number of people who are invited. */
  readonly people?: number
  /** The goal; with `± ?`, `power` solves for its width. */
  readonly goal?: GivenGoal
  /** Several goals of one collection; `± ?` in at most one. People are asked for goals that are not settled yet. */
  readonly goals?: readonly GivenGoal[]
  /** The required probability of the goal's answer, up to 1 − 1e-9; default 0.95. */
  readonly confidence?: number
  /** Expected total variation distance of the estimate: a goal for all frequencies, instead of `goal`. */
  readonly error?: number
  /** The probability that `people` settle the goal, when ε or `within` is solved for; default 0.8. */
  readonly probability?: number
  /**
   * Interim looks. By default, the loop's, which ends as soon as the goal is settled. `'once'`, for a threshold only, is a single look at
   * the end, by the classical two-sided test of level `1 − confidence`.
   */
  readonly looks?: 'loop' | 'once'
  /** The share of invited people who do not answer; default 0. */
  readonly nonresponse?: number
  /** The share of answers that may be arbitrary; default 0. The plan assumes the most harmful ones. */
  readonly liars?: number
  /** Default 1. */
  readonly seed?: string | number
  /** Where the names of strategies are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
}

const NAMES = {
  categories: true,
  question: true,
  by: true,
  shares: true,
  questions: true,
  truth: true,
  epsilon: true,
  strategy: true,
  mechanism: true,
  prior: true,
  people: true,
  goal: true,
  goals: true,
  confidence: true,
  error: true,
  probability: true,
  looks: true,
  nonresponse: true,
  liars: true,
  seed: true,
  catalogue: true,
} as const

/** Range of privacy levels. Below it, everybody on earth would be too few. */
export const LEVELS = { min: 0.001, max: 12 } as const
/** The largest confidence that a plan supports. */
const MOST_CONFIDENCE = 1 - 1e-9

/** The unknown of a plan; `nothing` if everything is given, and only the probability of settling is computed. */
type Unknown = 'people' | 'epsilon' | 'within' | 'error' | 'nothing'

/** Checks the options of a plan. */
export function readPowerOptions(options: PowerOptions) {
  requireOptions(options, NAMES)
  const { strategy = 'auto', mechanism, prior = 'learned', seed = 1, catalogue = builtIn } = options
  if (mechanism !== undefined) {
    requireMechanism(mechanism)
    if (options.strategy !== undefined)
      refuse('strategy', options.strategy, 'left out with a mechanism, by which everybody is asked')
    if (options.epsilon !== undefined)
      refuse('epsilon', options.epsilon, 'left out with a mechanism: it has a level of its own')
  }
  readStrategy(strategy, catalogue)
  if (prior !== 'learned') requireNumber('prior', prior, PRIOR_RANGE)
  const looks = requireOneOf('looks', options.looks ?? 'loop', ['loop', 'once'])
  const held = readHeld(options, seed)
  const { goals } = held
  if (looks === 'once' && !(goals.length === 1 && 'above' in goals[0]))
    refuse('looks', looks, "'loop', unless the goal is a threshold")
  if (options.confidence !== undefined && goals.length === 0)
    refuse('confidence', options.confidence, 'left out without a goal')
  const number = (name: string, value: number | undefined, range: object) =>
    value === undefined ? undefined : requireNumber(name, value, range)
  const epsilon = mechanism?.epsilon ?? number('epsilon', options.epsilon, LEVELS)
  const people = options.people === undefined ? undefined : requireInteger('people', options.people, 1)
  const error = number('error', options.error, { above: 0, below: 1 })
  return {
    ...held,
    looks,
    strategy,
    mechanism,
    prior,
    seed,
    catalogue,
    epsilon,
    people,
    error,
    confidence: requireNumber('confidence', options.confidence ?? CONFIDENCE, {
      above: 0.5,
      max: MOST_CONFIDENCE,
    }),
    probability: requireNumber('probability', options.probability ?? 0.8, { min: 0.01, max: 0.99 }),
    nonresponse: requireNumber('nonresponse', options.nonresponse ?? 0, SHARE_RANGE),
    liars: requireNumber('liars', options.liars ?? 0, SHARE_RANGE),
    unknown: unknownOf({ goals, epsilon, people, error }, held.open >= 0),
  }
}

/** The questions and the goals of a plan. */
interface Held extends PlannedGoals {
  readonly vocabulary: Vocabulary
  /** The laws of numbers, groups or several questions; undefined for categories without groups. */
  readonly laws: PlannedLaws | undefined
  /** The truths for categories without groups: the given one, or several draws. */
  readonly truths: readonly Float64Array[]
}

function readHeld(options: PowerOptions, seed: string | number): Held {
  const { question, mechanism } = options
  const isOfCategories = typeof question === 'number' || isList(question)
  if (isOfCategories && options.categories !== undefined)
    refuse('categories', options.categories, 'left out with question')
  const fromQuestion = isOfCategories ? (question as Categories) : options.categories
  const laws = readPlannedLaws({
    ...options,
    categories: fromQuestion,
    question: isOfCategories ? undefined : question,
  })
  if (laws) {
    const vocabulary = vocabularyOfLaws(laws.asked)
    return { ...readPlannedGoals(options, vocabulary), vocabulary, laws, truths: [] }
  }
  const given = fromQuestion ?? mechanism?.categories
  const categories = given === undefined ? undefined : countCategories(given)
  const truths = plannedTruths(options.truth as PlannedTruth, categories, seed)
  const [{ length: K }] = truths
  if (mechanism !== undefined && mechanism.categories !== K)
    refuse('mechanism', mechanism.categories, `a channel over ${K} categories, as truth has`)
  const vocabulary = { domain: Domain.one(fromQuestion ?? K, 'categories') }
  return { ...readPlannedGoals(options, vocabulary), vocabulary, laws: undefined, truths }
}

/** The options of a plan, checked. */
export type PowerSetting = ReturnType<typeof readPowerOptions>

function unknownOf(
  given: { goals: readonly unknown[]; epsilon: unknown; people: unknown; error: unknown },
  asksWithin: boolean,
): Unknown {
  const { goals, epsilon, people, error } = given
  const isOfGoals = goals.length > 0
  if (isOfGoals && error !== undefined) refuse('error', error, 'left out with a goal')
  const open: Unknown[] = []
  if (people === undefined) open.push('people')
  if (epsilon === undefined) open.push('epsilon')
  if (asksWithin) open.push('within')
  if (!isOfGoals && error === undefined) open.push('error')
  if (open.length > 1)
    refuse(open[1], undefined, `given, as ${open[0]} is left out and only one can be solved for`)
  if (open.length === 0 && !isOfGoals)
    refuse('error', error, 'left out, or people, or epsilon: one of them is solved for')
  return open[0] ?? 'nothing'
}
