import type { Catalogue } from '../catalogue/catalogue.ts'
import { isList, refuse, requireOneOf, requireOptions } from '../check/check.ts'
import { type Ask, Domain, type Questions, type View } from '../domain/domain.ts'
import { type By, requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import { type GivenGoal, type Goal, namesOfGoals, readGoals } from '../query/parse-goal.ts'
import { viewsOfGoals } from './collection-goals.ts'
import type { EngineOptions } from './engine-options.ts'
import { requireConfidence } from './goal/create-judge.ts'
import { refuseCombined } from './refused.ts'

/** What a collection from groups of people, of several questions, or both is made from. */
export interface CollectionEstimatorOptions {
  /** Number of categories K, where people hold one of them. */
  readonly categories?: number
  /** The question, instead of `categories`. */
  readonly question?: Question
  /** Several questions, 2 to 64, at most 4,096 cells in each view. */
  readonly questions?: Questions
  /** The groups, which are public: 2 to 4,096. */
  readonly by?: By
  /** Of several questions, what each person is asked about: a pair, for tables (the default), or one, for their frequencies alone. */
  readonly ask?: Ask
  /** The level of every request, for the whole record. */
  readonly epsilon: number
  /** How the mechanism of the next request to a group about a view is chosen, from the answers of this group to this view. */
  readonly strategy?: EngineOptions['strategy']
  /** What is to be settled (see `parseGoal`). Of several questions, people are asked only about those that goals need. */
  readonly goal?: GivenGoal
  /** Several of them; people are asked for those that are not settled yet, and `decisions()` has all. */
  readonly goals?: readonly GivenGoal[]
  /** How sure an answer has to be; default 0.95. */
  readonly confidence?: number
  /** Where names are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** The same seed gives the same requests and numbers. */
  readonly seed: string | number
}

/** What a collection of groups is made from. */
export interface GroupedEstimatorOptions
  extends Omit<CollectionEstimatorOptions, 'question' | 'questions' | 'ask'> {
  readonly by: By
  readonly categories: number
}

/** What a collection of numbers or scales by groups is made from. */
export interface GroupedNumbersOptions
  extends Omit<CollectionEstimatorOptions, 'categories' | 'questions' | 'ask'> {
  readonly by: By
  readonly question: Question
}

/** What a collection of several questions is made from. */
export interface RecordsEstimatorOptions
  extends Omit<CollectionEstimatorOptions, 'categories' | 'question' | 'by'> {
  readonly questions: Questions
}

/** What a collection of several questions by groups is made from. */
export interface GroupedRecordsOptions extends RecordsEstimatorOptions {
  /** The groups, which are public. */
  readonly by: By
}

/** The names of the options of a collection. */
export const COLLECTION_OPTIONS = {
  categories: true,
  question: true,
  questions: true,
  by: true,
  ask: true,
  epsilon: true,
  strategy: true,
  goal: true,
  goals: true,
  confidence: true,
  catalogue: true,
  seed: true,
} as const

/** Whether options are those of a collection of several parts. */
export function isOfParts(options: object): boolean {
  return 'by' in options || 'questions' in options
}

/** A collection as its options describe it. */
export interface ReadCollection {
  /** The options as plain data. */
  readonly options: Omit<CollectionEstimatorOptions, 'catalogue'>
  /** What is asked about: all questions, or those that goals are about. */
  readonly asked: LawsAsked
  readonly views: readonly View[]
  readonly goals: readonly Goal[]
  readonly confidence: number
}

/**
 * The options as plain data, and what they ask.
 *
 * @throws RangeError on a bad option, or options that do not go together
 */
export function readCollection(given: CollectionEstimatorOptions): ReadCollection {
  refuseCombined(given)
  const { catalogue: _, ...options } = requireOptions(given, COLLECTION_OPTIONS)
  const { question, questions, goal, goals: several } = options
  const by = options.by && requireGroups(options.by)
  const variable = options.by && variableOf(options.by)
  const whole = Domain.from(options)
  const goals = readGoals(
    { goal, goals: several },
    { domain: whole, public: by && { variable: variable!, groups: by } },
  )
  if (goals.length === 0 && options.confidence !== undefined)
    refuse('confidence', options.confidence, 'left out without a goal')
  const domain = goals.length === 0 || whole.isSingle ? whole : whole.part(namesOfGoals(goals, variable))
  const needed =
    goals.length === 0 || whole.isSingle
      ? undefined
      : viewsOfGoals(goals, { domain, ask: 'pairs', by, variable })
  const ask = askOf(options, domain, needed)
  const views = needed ?? domain.views(ask)
  return {
    options: {
      ...options,
      ...(questions && { questions: whole.toJSON() }),
      ...(question !== undefined && { question: whole.kinds[0].toJSON() }),
      ...(by && { by: isList(options.by) ? by : { [variable!]: by } }),
      ...(goal !== undefined && { goal: String(goals[0]) }),
      ...(several && { goals: goals.map(String) }),
    },
    asked: { domain, ask, by, variable, views: needed },
    views,
    goals,
    confidence: requireConfidence(options.confidence),
  }
}

/** What each person is asked about: a pair by default or, with goals, where one needs it. */
function askOf(
  { ask }: CollectionEstimatorOptions,
  domain: Domain,
  needed: readonly View[] | undefined,
): Ask {
  if (domain.isSingle) return 'singles'
  const needsPair = needed?.some(({ questions }) => questions.length === 2)
  const read = requireOneOf('ask', ask ?? (needsPair === false ? 'singles' : 'pairs'), ['pairs', 'singles'])
  if (needsPair === true && read === 'singles')
    refuse('ask', read, "'pairs', with a goal that is about two questions together")
  if (needsPair === false && read === 'pairs')
    refuse('ask', read, "'singles', with goals that are about single questions alone")
  return read
}
