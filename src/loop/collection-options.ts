import { isList, refuse, requireOneOf, requireOptions } from '../check/check.ts'
import { type Ask, Domain, type Questions, type View } from '../domain/domain.ts'
import { type By, requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import { type Goal, namesOfGoals, readGoals } from '../query/parse-goal.ts'
import { viewsOfGoals } from './collection-goals.ts'
import type { EngineOptions } from './engine-options.ts'
import { requireConfidence } from './goal/create-judge.ts'
import { refuseCombined } from './refused.ts'

/**
 * Options of a collection with groups, several questions, or both. With several questions and goals, people are asked only about those
 * that goals need.
 */
export interface CollectionEstimatorOptions
  extends Pick<EngineOptions, 'goal' | 'goals' | 'confidence' | 'catalogue'> {
  /** Number of categories K, if people have one of them. */
  readonly categories?: number
  /** The question, instead of `categories`. */
  readonly question?: Question
  /** Several questions, 2 to 64, at most 4,096 cells in each view. */
  readonly questions?: Questions
  /** The groups, which are public: 2 to 4,096. */
  readonly by?: By
  /** With several questions, whether each person is asked about a pair, for tables (the default), or about one, for frequencies only. */
  readonly ask?: Ask
  /**
   * With `'public'`, it is public which questions a person has no answer to, and people are asked about the others. If pairs are asked
   * about, people with a single answer are asked about that question by itself (`request(group, known)`). Without this option, a missing
   * answer has to be a category of its own.
   */
  readonly missing?: 'public'
  /** The level of every request, for the whole record. */
  readonly epsilon: number
  /** The strategy that chooses the mechanism of the next request to a group about a view, from the group's answers to this view. */
  readonly strategy?: EngineOptions['strategy']
  /** Seed of all requests and numbers. */
  readonly seed: string | number
}

/** What people may hold, and whether they belong to groups. */
type Held = Pick<CollectionEstimatorOptions, 'categories' | 'question' | 'questions' | 'by' | 'ask'>

/** Options that say what people hold by these fields. */
type Holding<Options extends Held, Name extends keyof Held> = Omit<Options, keyof Held> &
  Required<Pick<Options, Name>>

/** Options about categories by groups, of a collection or of a simulation. */
export type OfGroups<Options extends Held> = Holding<Options, 'categories' | 'by'>
/** Options about numbers or scales by groups. */
export type OfGroupedNumbers<Options extends Held> = Holding<Options, 'question' | 'by'>
/** Options about several questions. */
export type OfRecords<Options extends Held> = Holding<Options, 'questions'> & Pick<Options, 'ask'>
/** Options about several questions by groups. */
export type OfGroupedRecords<Options extends Held> = OfRecords<Options> & Required<Pick<Options, 'by'>>

/** Options of a collection of groups. */
export type GroupedEstimatorOptions = OfGroups<CollectionEstimatorOptions>
/** Options of a collection of numbers or scales by groups. */
export type GroupedNumbersOptions = OfGroupedNumbers<CollectionEstimatorOptions>
/** Options of a collection of several questions. */
export type RecordsEstimatorOptions = OfRecords<CollectionEstimatorOptions>
/** Options of a collection of several questions by groups. */
export type GroupedRecordsOptions = OfGroupedRecords<CollectionEstimatorOptions>

/** The names of the options of a collection. */
export const COLLECTION_OPTIONS = {
  categories: true,
  question: true,
  questions: true,
  by: true,
  ask: true,
  missing: true,
  epsilon: true,
  strategy: true,
  goal: true,
  goals: true,
  confidence: true,
  catalogue: true,
  seed: true,
} as const

/** Whether options describe a collection of several parts. */
export function isOfParts(options: object): boolean {
  const { by, questions }: { by?: unknown; questions?: unknown } = options
  return by !== undefined || questions !== undefined
}

/** A collection, read from its options. */
export interface ReadCollection {
  /** The options as plain data. */
  readonly options: Omit<CollectionEstimatorOptions, 'catalogue'>
  /** The questions of requests: all, or those that goals are about. */
  readonly asked: LawsAsked
  readonly views: readonly View[]
  /** Number of views that are asked about in turn; they come first. The others are single questions, for people without another answer. */
  readonly inTurn: number
  readonly goals: readonly Goal[]
  readonly confidence: number
}

/**
 * Reads and checks the options of a collection.
 *
 * @throws RangeError on a bad option, or options that do not go together
 */
export function readCollection(given: CollectionEstimatorOptions): ReadCollection {
  refuseCombined(given)
  const { catalogue: _, ...options } = requireOptions(given, COLLECTION_OPTIONS)
  const { question, questions, missing, goal, goals: several } = options
  if (missing !== undefined) requireOneOf('missing', missing, ['public'])
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
  const inTurn = needed ?? domain.views(ask)
  const isTaken = ({ about: [name] }: View) =>
    inTurn.some(({ about }) => about.length === 1 && about[0] === name)
  const others =
    missing === undefined || ask === 'singles' ? [] : domain.views('singles').filter(view => !isTaken(view))
  const views = [...inTurn, ...others]
  return {
    options: {
      ...options,
      ...(questions && { questions: whole.toJSON() }),
      ...(question !== undefined && { question: whole.kinds[0].toJSON() }),
      ...(by && { by: isList(options.by) ? by : { [variable!]: by } }),
      ...(goal !== undefined && { goal: String(goals[0]) }),
      ...(several && { goals: goals.map(String) }),
    },
    asked: { domain, ask, by, variable, views: others.length > 0 ? views : needed },
    views,
    inTurn: inTurn.length,
    goals,
    confidence: requireConfidence(options.confidence),
  }
}

/** Whether each person is asked about a pair of questions. With goals, the default is to do so if one of them needs it. */
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
