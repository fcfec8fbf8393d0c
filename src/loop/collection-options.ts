import type { Catalogue } from '../catalogue/catalogue.ts'
import { isList, refuse, requireNumber, requireOneOf, requireOptions } from '../check/check.ts'
import { type Ask, Domain, type Questions, type View } from '../domain/domain.ts'
import { type By, requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import { isOrdered } from '../domain/read-question.ts'
import { CONFIDENCE, type Goal } from '../goal/goal.ts'
import { type GroupGoal, requireGroupGoal } from '../goal/group-goal.ts'
import { questionsOf, type RecordsGoal, requireRecordsGoal } from '../goal/records-goal.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import type { EngineOptions } from './engine-options.ts'
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
  /**
   * A question about groups that hold one of some categories; or about two of several questions, about which everybody is then asked,
   * and which estimates are about alone.
   */
  readonly goal?: GroupGoal | RecordsGoal
  /** How sure its answer has to be; default 0.95. */
  readonly confidence?: number
  /** Where names are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** The same seed gives the same requests and numbers. */
  readonly seed: string | number
}

/** What a collection of groups is made from. */
export interface GroupedEstimatorOptions
  extends Omit<CollectionEstimatorOptions, 'question' | 'questions' | 'ask' | 'goal'> {
  readonly by: By
  readonly categories: number
  /** A question about the groups. */
  readonly goal?: GroupGoal
}

/** What a collection of numbers or scales by groups is made from. */
export interface GroupedNumbersOptions
  extends Omit<CollectionEstimatorOptions, 'categories' | 'questions' | 'ask' | 'goal'> {
  readonly by: By
  readonly question: Question
}

/** What a collection of several questions is made from. */
export interface RecordsEstimatorOptions
  extends Omit<CollectionEstimatorOptions, 'categories' | 'question' | 'by' | 'goal'> {
  readonly questions: Questions
  /** A question about two of the questions: everybody is then asked about these, and estimates are about them alone. */
  readonly goal?: RecordsGoal
}

/** What a collection of several questions by groups is made from. */
export interface GroupedRecordsOptions extends Omit<RecordsEstimatorOptions, 'goal'> {
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
  confidence: true,
  catalogue: true,
  seed: true,
} as const

/** Half the width that a group's channel is chosen for, where groups are compared without a margin. */
const NARROW = 0.01

/** What a goal is about, and how sure its answer has to be. */
export interface AskedGoal {
  readonly goal: GroupGoal | RecordsGoal
  readonly confidence: number
}

/** Whether options are those of a collection of several parts. */
export function isOfParts(options: object): options is CollectionEstimatorOptions {
  return 'by' in options || 'questions' in options
}

/**
 * The options as plain data, and what they ask.
 *
 * @throws RangeError on a bad option, or options that do not go together
 */
export function readCollection(given: CollectionEstimatorOptions): {
  readonly options: Omit<CollectionEstimatorOptions, 'catalogue'>
  /** What is asked about: all questions, or the two that the goal is about. */
  readonly asked: LawsAsked
  readonly views: readonly View[]
  readonly goal: AskedGoal | undefined
  /** The goal of each part, by which its channels are chosen. */
  readonly channelGoal: { readonly goal: Goal; readonly confidence: number } | undefined
} {
  refuseCombined(given)
  const { catalogue: _, ...options } = requireOptions(given, COLLECTION_OPTIONS)
  const { question, questions } = options
  const by = options.by && requireGroups(options.by)
  const domain = Domain.from(options)
  const ask = domain.isSingle ? 'singles' : requireOneOf('ask', options.ask ?? 'pairs', ['pairs', 'singles'])
  const goal = readGoal(options, domain, ask, by)
  const about = goal && !by ? domain.part(questionsOf(goal.goal as RecordsGoal)) : domain
  const views = about.views(ask)
  return {
    options: {
      ...options,
      ...(questions && { questions: domain.toJSON() }),
      ...(question !== undefined && { question: domain.kinds[0].toJSON() }),
      ...(by && { by: isList(options.by) ? by : { [Object.keys(options.by!)[0]]: by } }),
      ...(goal && { goal: goal.goal }),
    },
    asked: { domain: about, ask, by, variable: options.by && variableOf(options.by) },
    views,
    goal,
    channelGoal: goal && by && { goal: channelGoalOf(goal.goal as GroupGoal), confidence: goal.confidence },
  }
}

function readGoal(
  { goal, confidence }: CollectionEstimatorOptions,
  domain: Domain,
  ask: Ask,
  by: readonly string[] | undefined,
): AskedGoal | undefined {
  if (goal === undefined) {
    if (confidence !== undefined) refuse('confidence', confidence, 'left out without a goal')
    return undefined
  }
  if (by && (!domain.isSingle || isOrdered(domain.kinds[0]))) {
    refuse('goal', goal, 'left out with by, unless people hold one of some categories')
  }
  if (!by && ask === 'singles')
    refuse('ask', ask, "'pairs', with a goal, which is about two questions together")
  return {
    goal: by ? requireGroupGoal(goal, domain.sizes[0], by) : requireRecordsGoal(goal, domain.names),
    confidence: requireNumber('confidence', confidence ?? CONFIDENCE, { above: 0.5, below: 1 }),
  }
}

/** What a group is asked about: the one category that the question is about. */
export function channelGoalOf(goal: GroupGoal): Goal {
  const within = 'within' in goal ? goal.within : (goal.margin ?? NARROW)
  return { category: goal.category, within }
}
