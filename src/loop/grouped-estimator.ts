import { type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { drawingGroups, MOST_GROUPS, type SampleGroupsOptions } from '../catalogue/sample-groups.ts'
import {
  copyList,
  refuse,
  refuseName,
  requireInteger,
  requireNumber,
  requireOptions,
} from '../check/check.ts'
import { CONFIDENCE, type Goal } from '../goal/goal.ts'
import { type GroupDecision, type GroupGoal, requireGroupGoal } from '../goal/group-goal.ts'
import type { Request, Response } from '../mechanism/mechanism.ts'
import { drain, drainInSlices, EFFORT, type Effort, type Watch } from '../posterior/draw-posterior.ts'
import type { Grouped } from '../posterior/functional/grouped.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { EngineOptions } from './engine-options.ts'
import { GroupJudge } from './goal/judge-groups.ts'
import { type PartEstimators, refuseCombined } from './part-estimators.ts'
import { seedFor } from './seed-for.ts'
import { type EstimatorSnapshot, requireObject, withDigest, withoutDigest } from './snapshot.ts'
import { builtIn } from './strategy/built-in.ts'

/** What an estimator of groups is made from. */
export interface GroupedEstimatorOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** The names of the groups, which are public: 2 to 4,096. */
  readonly by: readonly string[]
  /** The level of every request. */
  readonly epsilon: number
  /** How the mechanism of a group's next request is chosen, from this group's answers. */
  readonly strategy?: EngineOptions['strategy']
  /** A question about the groups. */
  readonly goal?: GroupGoal
  /** How sure its answer has to be; default 0.95. */
  readonly confidence?: number
  /** Where names are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** The same seed gives the same requests and numbers. */
  readonly seed: string | number
}

/** The state of an estimator of groups, as plain data. */
export interface GroupedSnapshot {
  /** What the estimator was made with. */
  readonly options: Omit<GroupedEstimatorOptions, 'catalogue'>
  /** The state of each group, in the order of `by`. */
  readonly groups: readonly EstimatorSnapshot[]
  /** 32 hexadecimal digits that follow from all the rest. */
  readonly digest: string
}

/** How much work to spend on an estimate of groups, and whether they are pooled, as they are by default. */
export type GroupedEffort = Effort & Pick<SampleGroupsOptions, 'pooling'>

/** The server's side of a collection from groups. */
export interface GroupedEstimator {
  /**
   * The request for the next person of a group: the same until it is answered.
   *
   * @throws RangeError if there is no such group
   */
  request(group: string): Request
  /**
   * Takes an answer of a person of a group.
   *
   * @param request what it answers; undefined for the outstanding request of the group
   * @throws RangeError, and changes nothing, if the group or the request is none of this estimator's, or its mechanism cannot give the
   *   response
   */
  observe(response: Response, request: Request | undefined, group: string): void
  /**
   * The groups' laws given all answers so far. Asking changes nothing.
   *
   * @param effort `pooling: false` estimates each group from its own answers alone
   * @throws RangeError on a bad option
   */
  estimate(effort?: GroupedEffort): Grouped
  /** The same, while other work goes on. */
  estimateAsync(effort?: GroupedEffort & Watch): Promise<Grouped>
  /**
   * What the answers so far say about the goal. Asking changes nothing.
   *
   * @throws RangeError if the estimator has no goal
   */
  decision(): GroupDecision
  /** The whole state, from which `restoreEstimator` continues with the very same numbers. */
  snapshot(): GroupedSnapshot
}

const GROUPED_EFFORT = { ...EFFORT, pooling: true } as const

const OPTIONS = {
  categories: true,
  by: true,
  epsilon: true,
  strategy: true,
  goal: true,
  confidence: true,
  catalogue: true,
  seed: true,
} as const

/** Options of other estimators that do not combine with groups, and why. */
export const NOT_WITH_GROUPS: Readonly<Record<string, string>> = {
  memory: 'left out with groups, whose answers all count alike',
  anytime: 'left out with groups, which have no intervals for every look',
  runLength: 'left out with groups, in which no changes are looked for',
  robust: 'left out with groups, which have no robust intervals',
  guarantee: 'left out with groups, which have no guarantee for every truth',
  prior: 'left out with groups, whose prior is that of their law',
  publicPrior: 'left out with groups, whose law is learnt from the answers',
  sampler: 'left out with groups, which have a sampler of their own',
  horizon: 'left out with groups, whose sampler needs none',
  question: 'left out with groups, which hold categories',
  attributes: 'left out with groups, which hold categories',
}

/** How much work a decision gets. */
export const LOOK = { draws: 500, chains: 2 } as const
/** Half the width that a group's channel is chosen for, where groups are compared without a margin. */
const NARROW = 0.01

/** An estimator of groups: each has an estimator of its own, which adapts by itself; they are pooled in estimates and decisions. */
export function groupedEstimator(
  given: GroupedEstimatorOptions,
  estimators: PartEstimators,
  resumed?: readonly EstimatorSnapshot[],
): GroupedEstimator {
  refuseCombined(given, NOT_WITH_GROUPS)
  const { catalogue, ...options } = requireOptions(given, OPTIONS)
  const names = requireGroupNames(options.by)
  const categories = requireInteger('categories', options.categories, 2)
  const goal = options.goal && requireGroupGoal(options.goal, categories, names)
  if (!goal && options.confidence !== undefined) {
    refuse('confidence', options.confidence, 'left out without a goal')
  }
  const confidence = requireNumber('confidence', options.confidence ?? CONFIDENCE, { above: 0.5, below: 1 })
  const judge = goal && new GroupJudge(goal, confidence)
  const { epsilon, strategy, seed } = options
  const kinds = requireCatalogue(catalogue ?? builtIn)
  const engines = names.map((name, i) =>
    resumed
      ? estimators.restore(resumed[i], { catalogue: kinds })
      : estimators.create({
          categories,
          epsilon,
          ...(strategy !== undefined && { strategy }),
          ...(goal && { goal: questionOf(goal), confidence }),
          catalogue: kinds,
          seed: seedFor(seed, 'group', name),
        }),
  )
  const engineOf = (group: string) => {
    const place = names.indexOf(group)
    return place >= 0 ? engines[place] : refuseName('group', group, names)
  }
  const tallies = () => Object.fromEntries(names.map((name, i) => [name, engines[i].tally.copy()]))
  const peopleOf = (all: Record<string, Tally>) =>
    Object.values(all).reduce((total, { size }) => total + size, 0)
  const drawing = (effort: GroupedEffort) => {
    const all = tallies()
    return drawingGroups(all, { ...effort, seed: seedFor(seed, 'estimate', peopleOf(all)) })
  }
  return {
    request: group => engineOf(group).request(),
    observe(response, request, group) {
      engineOf(group).observe(response, request)
    },
    estimate: (effort = {}) => drain(drawing(requireOptions(effort, GROUPED_EFFORT))),
    estimateAsync(effort = {}) {
      const watched = { ...GROUPED_EFFORT, signal: true, onProgress: true } as const
      const { signal: _, onProgress: __, ...rest } = requireOptions(effort, watched)
      return drainInSlices(drawing(rest), effort)
    },
    decision() {
      if (judge === undefined) return refuse('goal', undefined, 'given, for a decision')
      const all = tallies()
      const belief = drain(drawingGroups(all, { ...LOOK, seed: seedFor(seed, 'decision', peopleOf(all)) }))
      return judge.look(belief, all)
    },
    snapshot() {
      const parts = { options: { ...options, by: names }, groups: engines.map(engine => engine.snapshot()) }
      return withDigest(parts) as GroupedSnapshot
    },
  }
}

/** Continues an estimator of groups; the groups check their own parts. */
export function resumeGroups(
  given: GroupedSnapshot,
  catalogue: Catalogue | undefined,
  estimators: PartEstimators,
): GroupedEstimator {
  const saved = withoutDigest(given) as Omit<GroupedSnapshot, 'digest'>
  requireOptions(saved, { options: true, groups: true }, 'snapshot')
  const { options, groups } = saved
  requireObject("the snapshot's options", options)
  const names = requireGroupNames(options.by)
  if (!Array.isArray(groups) || groups.length !== names.length) {
    refuse("the snapshot's groups", groups, `a list of ${names.length} states`)
  }
  groups.forEach((group, i) => {
    const K = options.categories
    requireInteger(`the snapshot's groups[${i}].options.categories`, group?.options?.categories, K, K)
  })
  return groupedEstimator({ ...options, ...(catalogue && { catalogue }) }, estimators, groups)
}

/** What a group is asked about: the one category that the question is about. */
export function questionOf(goal: GroupGoal): Goal {
  const within = 'within' in goal ? goal.within : (goal.margin ?? NARROW)
  return { category: goal.category, within }
}

/** The checked names of groups. @param argument what they are called in a message */
export function requireGroupNames(by: unknown, argument = 'by'): string[] {
  const allowed = 'a list of 2 to 4,096 names of groups'
  const names = copyList(argument, by as readonly string[], 2, MOST_GROUPS, allowed)
  names.forEach((name, i) => {
    if (typeof name !== 'string' || name === '') refuse(`${argument}[${i}]`, name, 'the name of a group')
  })
  if (new Set(names).size < names.length) refuse(argument, by, 'a list without repeats')
  return names as string[]
}
