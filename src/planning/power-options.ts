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
import { Domain, type Questions } from '../domain/domain.ts'
import type { By } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import { readStrategy, type StrategyName } from '../loop/strategy/strategy-names.ts'
import { type Mechanism, requireMechanism } from '../mechanism/mechanism.ts'
import { PRIOR_RANGE } from '../posterior/kind/prior.ts'
import { CONFIDENCE, type GivenGoal } from '../query/parse-goal.ts'
import { type PlannedTruth, plannedTruths } from './plan-truth.ts'
import { type PartOptions, readPart, readPlannedGoal } from './planned-part.ts'

/** What is planned, less one of `people`, `epsilon`, `goal.within` and `error`. */
export interface PowerOptions {
  /** Number of categories K, or their names; needed if the truth is drawn. */
  readonly categories?: Categories
  /** People hold numbers in this range: the goal is about a quantile, the mean, or the share above a value. */
  readonly question?: Question
  /** The names of groups, which are public: the goal is about one of them, or compares two. */
  readonly by?: By
  /** How the people are spread over the groups of `by`; default equally. */
  readonly shares?: readonly number[]
  /** People hold these questions: the goal is about the table of two of them, of which everybody is asked. */
  readonly questions?: Questions
  /**
   * What the frequencies may be: probabilities, such as those of an earlier study, or `{ dirichlet }`, from which truths are drawn. With
   * `question`, the probabilities of its cells (below, the bins, above); with `by`, a list of probabilities for each group; with
   * `questions`, those of all combinations, the first question fastest.
   */
  readonly truth: PlannedTruth | readonly Vector[]
  /** The privacy level ε of every answer, in nats, from 0.001 to 12. */
  readonly epsilon?: number
  /** How people are asked; default `auto`. */
  readonly strategy?: AnyName<StrategyName>
  /** A channel by which all people are asked, such as a `surveyDesign`, instead of a strategy; it has its own ε. */
  readonly mechanism?: Mechanism
  /** The prior that the collection has: `'learned'` (the default), or the concentration of a Dirichlet law. */
  readonly prior?: number | 'learned'
  /** The number of people who are invited. */
  readonly people?: number
  /** What is to be settled; with `± ?` its width is solved for. */
  readonly goal?: GivenGoal
  /** Several goals of one collection, of which people are asked for those that are not settled yet; only people are planned. */
  readonly goals?: readonly GivenGoal[]
  /** How sure the answer to the goal has to be, up to 1 − 1e-9; default 0.95. */
  readonly confidence?: number
  /** The expected total variation distance of the estimate, if all frequencies are of interest. */
  readonly error?: number
  /** The probability with which the goal is to be settled by `people`, where it is solved for ε or `within`; default 0.8. */
  readonly probability?: number
  /**
   * When the answers are looked at: by default as the loop does, which ends as soon as the goal is settled; `'once'`, at the end, by the
   * classical two-sided test of level `1 − confidence`, for a threshold only.
   */
  readonly looks?: 'loop' | 'once'
  /** The share of invited people who do not answer; default 0. */
  readonly nonresponse?: number
  /** The share of answers that may be arbitrary; default 0. The plan is for those that do the most harm. */
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

const SHARE = { min: 0, below: 1 }
/** The levels that are planned for. Below them everybody on earth is too few. */
export const LEVELS = { min: 0.001, max: 12 } as const
/** Beyond this no plan says how sure an answer is: too little is left to be wrong. */
const MOST_CONFIDENCE = 1 - 1e-9

/** What a plan is solved for; `nothing` if everything is given, and the chance of a goal is asked for. */
type Unknown = 'people' | 'epsilon' | 'within' | 'error' | 'nothing'

/** The options once they are checked. */
export function readPowerOptions(options: PowerOptions) {
  requireOptions(options, NAMES)
  const { strategy = 'auto', mechanism, prior = 'learned', seed = 1, catalogue = builtIn } = options
  if (mechanism !== undefined) {
    requireMechanism(mechanism)
    if (options.strategy !== undefined)
      refuse('strategy', options.strategy, 'left out with a mechanism, by which everybody is asked')
    if (options.epsilon !== undefined)
      refuse('epsilon', options.epsilon, 'left out with a mechanism, which has its own')
  }
  readStrategy(strategy, catalogue)
  if (prior !== 'learned') requireNumber('prior', prior, PRIOR_RANGE)
  const looks = requireOneOf('looks', options.looks ?? 'loop', ['loop', 'once'])
  const { asksWithin, ...held } = readHeld(options, seed)
  const { goal } = held
  if (looks === 'once' && !(goal && 'above' in goal))
    refuse('looks', looks, "'loop', unless the goal is a threshold")
  if (options.confidence !== undefined && goal === undefined)
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
    nonresponse: requireNumber('nonresponse', options.nonresponse ?? 0, SHARE),
    liars: requireNumber('liars', options.liars ?? 0, SHARE),
    unknown: unknownOf({ goal: options.goal, epsilon, people, error }, asksWithin),
  }
}

/** What people hold, and what is asked about it: categories of one population, or a part. */
function readHeld(options: PowerOptions, seed: string | number) {
  const { question, mechanism } = options
  const isOfCategories = typeof question === 'number' || isList(question)
  if (isOfCategories && options.categories !== undefined)
    refuse('categories', options.categories, 'left out with question')
  const asked = isOfCategories ? (question as Categories) : options.categories
  const part = readPart({ ...options, ...(isOfCategories && { question: undefined }) } as PartOptions, asked)
  if (part) return { ...part, part, truths: [] }
  const given = asked ?? mechanism?.categories
  const categories = given === undefined ? undefined : countCategories(given)
  const truths = plannedTruths(options.truth as PlannedTruth, categories, seed)
  const [{ length: K }] = truths
  if (mechanism !== undefined && mechanism.categories !== K)
    refuse('mechanism', mechanism.categories, `a channel over ${K} categories, as truth has`)
  const vocabulary = { domain: Domain.one(asked ?? K, 'categories') }
  const read =
    options.goal === undefined
      ? { goal: undefined, asksWithin: false, vocabulary }
      : readPlannedGoal(options.goal, vocabulary)
  return { ...read, part: undefined, truths }
}

/** The options of a plan, checked. */
export type PowerSetting = ReturnType<typeof readPowerOptions>

function unknownOf(
  given: { goal: unknown; epsilon: unknown; people: unknown; error: unknown },
  asksWithin: boolean,
): Unknown {
  const { goal, epsilon, people, error } = given
  if (goal !== undefined && error !== undefined) refuse('error', error, 'left out with a goal')
  const open: Unknown[] = []
  if (people === undefined) open.push('people')
  if (epsilon === undefined) open.push('epsilon')
  if (asksWithin) open.push('within')
  if (goal === undefined && error === undefined) open.push('error')
  if (open.length > 1)
    refuse(open[1], undefined, `given, as ${open[0]} is left out and only one can be solved for`)
  if (open.length === 0 && goal === undefined)
    refuse('error', error, 'left out, or people, or epsilon: one of them is solved for')
  return open[0] ?? 'nothing'
}
