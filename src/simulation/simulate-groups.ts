import { type AnyName, type Catalogue, requireCatalogue } from '../catalogue/catalogue.ts'
import { requireNumber, requireOptions } from '../check/check.ts'
import { type GroupDecision, type GroupGoal, isRightOfGroups } from '../goal/group-goal.ts'
import { Agreement } from '../loop/agreement.ts'
import { createEstimator } from '../loop/estimator.ts'
import { NOT_WITH_GROUPS } from '../loop/grouped-estimator.ts'
import { refuseCombined } from '../loop/part-estimators.ts'
import { seedFor } from '../loop/seed-for.ts'
import { builtIn } from '../loop/strategy/built-in.ts'
import type { StrategyName } from '../loop/strategy/strategy-names.ts'
import { EFFORT, type Effort, effortOf, requireEffort } from '../posterior/draw-posterior.ts'
import type { Grouped } from '../posterior/functional/grouped.ts'
import { stream } from '../random/stream.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { type GroupPeopleOptions, type PeopleOfGroups, peopleOfGroups } from './people-of-groups.ts'
import { playParts } from './play-parts.ts'
import { requireStrategies } from './require-strategies.ts'

/** What is simulated where people belong to groups. */
export interface GroupedSimulateOptions extends GroupPeopleOptions, Effort {
  /** Each strategy meets the same truths and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  /** The privacy level ε of every answer, above 0, in nats. */
  readonly epsilon: number
  /** A question about the groups. Each run ends when it is settled, or when all people have answered. */
  readonly goal?: GroupGoal
  /** How sure the answer to the goal has to be; default 0.95. */
  readonly confidence?: number
  /** Where the names of strategies are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** Called from time to time with how much is done, and how much there is to do in all. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The outcome of one strategy where people belong to groups. */
export interface SimulatedGroupedRun {
  /** The name of the strategy. */
  readonly strategy: string
  /** The pooled posterior mean of each group's law, in the order of `by`. */
  readonly estimate: readonly Float64Array[]
  /** What the answers say about the groups, pooled. */
  readonly posterior: Grouped
  /** What each group's answers say about it alone, by the same effort; drawn when it is called. */
  separate(): Grouped
  /** Distance of each group's estimate to its truth. */
  readonly totalVariations: Float64Array
  /** Their mean over the groups. */
  readonly totalVariation: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were answered, as the people who answered have rebuilt them. */
  readonly auditedEpsilon: number
  /** How many people had answered when the run ended. */
  readonly answers: number
  /** How many of them are of each group, in the order of `by`. */
  readonly sizes: readonly number[]
  /** What their answers say about the goal; absent without one. */
  readonly decision?: GroupDecision
  /** Whether the decision's answer is right, settled or not; absent without a goal. */
  readonly correct?: boolean
}

/** The outcome of a simulation of groups. */
export interface GroupedSimulation {
  /** The law of each group, in the order of `by`. */
  readonly truth: readonly Float64Array[]
  /** How many people there were, in all groups. */
  readonly users: number
  /** The runs, in the order of `strategies`. */
  readonly runs: readonly SimulatedGroupedRun[]
}

const OPTIONS = {
  categories: true,
  by: true,
  truth: true,
  data: true,
  order: true,
  users: true,
  strategies: true,
  epsilon: true,
  goal: true,
  confidence: true,
  ...EFFORT,
  catalogue: true,
  seed: true,
  onProgress: true,
} as const

/** Options of other simulations that do not combine with groups, and why. */
const REFUSED = {
  ...NOT_WITH_GROUPS,
  groupSize: 'left out with groups, whose people answer one by one',
  checkpoints: 'left out with groups, whose runs have no trajectory',
}

/**
 * Plays whole collections from groups.
 *
 * @throws RangeError on a bad option, before anything is run
 */
export function simulateGroups(given: GroupedSimulateOptions): GroupedSimulation {
  refuseCombined(given, REFUSED)
  const options = requireOptions<GroupedSimulateOptions>(given, OPTIONS)
  const { onProgress = () => {} } = options
  requireNumber('epsilon', options.epsilon, { above: 0 })
  requireEffort(effortOf(options))
  const strategies = requireStrategies(options.strategies, requireCatalogue(options.catalogue ?? builtIn))
  // All are made first, so that bad options are refused before anything is run.
  const estimators = strategies.map(strategy => estimatorOf(options, strategy))
  const people = peopleOfGroups(options, [...options.by])
  const users = people.groups.length
  const total = 2 * users * strategies.length
  const runs = strategies.map((strategy, i) =>
    play(options, people, { strategy, estimator: estimators[i] }, done =>
      onProgress(2 * users * i + done, total),
    ),
  )
  onProgress(total, total)
  return { truth: people.truth, users, runs }
}

function estimatorOf(options: GroupedSimulateOptions, strategy: string) {
  const { categories, by, epsilon, goal, confidence, catalogue, seed } = options
  return createEstimator({
    categories,
    by,
    epsilon,
    strategy,
    ...(goal !== undefined && { goal }),
    ...(confidence !== undefined && { confidence }),
    ...(catalogue && { catalogue }),
    seed: seedFor(seed, 'groups', strategy),
  })
}

/** Plays one strategy: everybody gets the request of the own group, rebuilds its channel, and answers. */
function play(
  options: GroupedSimulateOptions,
  { truth, groups, categories: held }: PeopleOfGroups,
  { strategy, estimator }: { strategy: string; estimator: ReturnType<typeof estimatorOf> },
  onProgress: (done: number) => void,
): SimulatedGroupedRun {
  const { by, categories, epsilon, goal, catalogue = builtIn, seed } = options
  const agreement = new Agreement({ categories, epsilon, catalogue })
  const rng = stream(seed, 'responses', strategy)
  const { decision, ...played } = playParts({
    users: groups.length,
    ask(t) {
      const group = by[groups[t]]
      const mechanism = agreement.open(estimator.request(group))
      estimator.observe(mechanism.respond(held[t], rng), undefined, group)
      return mechanism
    },
    decide: goal && (() => estimator.decision()),
    onProgress,
  })
  const posterior = estimator.estimate(effortOf(options))
  const estimate = by.map(name => posterior.group(name).mean)
  const totalVariations = Float64Array.from(estimate, (mean, g) => totalVariation(mean, truth[g]))
  return {
    strategy,
    estimate,
    posterior,
    separate: () => estimator.estimate({ ...effortOf(options), pooling: false }),
    totalVariations,
    totalVariation: totalVariations.reduce((sum, value) => sum + value, 0) / by.length,
    ...played,
    sizes: sizesOf(groups.subarray(0, played.answers), by.length),
    ...(goal && decision && { decision, correct: isRightOfGroups(goal, decision.answer, lawOf(by, truth)) }),
  }
}

function lawOf(by: readonly string[], truth: readonly Float64Array[]) {
  return (group: string) => truth[by.indexOf(group)]
}

function sizesOf(groups: Uint16Array, count: number): number[] {
  const sizes = new Array<number>(count).fill(0)
  for (const g of groups) sizes[g]++
  return sizes
}
