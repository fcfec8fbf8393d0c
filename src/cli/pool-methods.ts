import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { type Adjacency, sumSensitivity } from '../pooling/adjacency.ts'
import { personalizedMean } from '../pooling/personalized-mean.ts'
import { personalizedQuantile } from '../pooling/personalized-quantile.ts'
import { personalizedThreshold, type ThresholdRule } from '../pooling/personalized-threshold.ts'
import { pooledMean } from '../pooling/pooled-mean.ts'
import { pooledQuantile } from '../pooling/pooled-quantile.ts'
import type { Rng } from '../random/rng.ts'
import type { NamedGroup } from './pool-groups.ts'

/** Options common to the four methods of pooling. */
export interface PoolInput {
  readonly groups: readonly NamedGroup[]
  readonly range: readonly [number, number]
  readonly adjacency: Adjacency
  readonly clamp: boolean
  readonly rng: Rng
}

export interface PoolOutcome {
  readonly estimate: number
  /** Additional results, by name. */
  readonly facts: Readonly<Record<string, number | string>>
  /** Results for the groups, by name: one number for each group. */
  readonly columns: Readonly<Record<string, ArrayLike<number>>>
  /** Limits of the method, in whole sentences. */
  readonly notes: readonly string[]
}

export function poolMean(input: PoolInput, variance: number): PoolOutcome {
  const { groups, range, adjacency } = input
  const sensitivity = sumSensitivity({ range, adjacency })
  const sums = groups.map(group => ({ ...group, count: group.values.length, sum: noisySum(group, input) }))
  // The sums are noisy already.
  const noise = new Float64Array(groups.length)
  const { estimate, weights, ...mixed } = pooledMean({ groups: sums, variance, sensitivity, noise })
  return {
    estimate,
    facts: { variance: mixed.variance, sensitivity },
    columns: { weight: weights, variance: mixed.groupVariances },
    notes: adjacency === 'add-remove' ? [SIZES_ARE_USED] : [],
  }
}

/**
 * The noisy sum of a group, computed by the personalized mean of that group alone with all its people kept. That function sums without
 * rounding errors, which the noise would otherwise have to cover.
 */
function noisySum(group: NamedGroup, input: PoolInput): number {
  // The rule `max` does not use the variance.
  const { estimate } = personalizedMean({ ...input, groups: [group], variance: 1, rule: 'max' })
  return estimate * group.values.length
}

export function samplePeopleMean(input: PoolInput, variance: number, rule: ThresholdRule): PoolOutcome {
  const { groups, adjacency } = input
  if (rule === 'mean') refusePublic(groups, '--rule mean')
  const { threshold, inclusion, ...expected } = personalizedThreshold({
    counts: groups.map(group => group.values.length),
    epsilons: groups.map(group => group.epsilon),
    variance,
    sensitivity: sumSensitivity({ range: input.range, adjacency: input.adjacency }),
    rule,
  })
  const notes = adjacency === 'add-remove' ? [NUMBER_KEPT_IS_USED] : aboveByChance(groups, inclusion)
  return {
    estimate: personalizedMean({ ...input, variance, rule }).estimate,
    facts: { ...expected, rule, threshold },
    columns: { inclusion },
    notes,
  }
}

/** A note on the cost of dividing by the number kept; see `personalizedMean`. It uses `ln(1 + c(e^ε − 1)) ≤ c ε` for c at least 1. */
function aboveByChance(groups: readonly NamedGroup[], inclusion: ArrayLike<number>): string[] {
  const byChance = groups.filter((_, i) => inclusion[i] > 0 && inclusion[i] < 1)
  if (byChance.length === 0) return []
  const sure = groups.reduce((n, { values }, i) => (inclusion[i] < 1 ? n : n + values.length), 0)
  return [
    `People who are kept by chance (group ${names(byChance)}) are protected at slightly more than their epsilon, at most ` +
      `1 + 1/${sure} times it: the sum is divided by the number kept, of whom ${sure} are kept for sure.`,
  ]
}

export function poolQuantile(input: PoolInput, probability: number, variance: number): PoolOutcome {
  const { estimate, weights, quantiles } = pooledQuantile({ ...input, probability, variance })
  return {
    estimate,
    facts: { probability },
    columns: { weight: weights, quantile: quantiles },
    // The share of a single group is one, whatever its size.
    notes: input.adjacency === 'add-remove' && weights.length > 1 ? [SIZES_ARE_USED] : [],
  }
}

export function movePeopleQuantile(input: PoolInput, probability: number): PoolOutcome {
  const { groups, adjacency } = input
  if (adjacency === 'add-remove') {
    refusePublic(groups, '--method personalized with --adjacency add-remove')
  }
  const { estimate, levels } = personalizedQuantile({ ...input, probability })
  const above = groups.filter(({ epsilon }, i) => levels[i] > epsilon)
  return {
    estimate,
    facts: { probability },
    columns: { level: levels },
    notes: [
      ...above.map(group => {
        const level = levels[groups.indexOf(group)]
        return `Group ${names([group])} asked for epsilon ${group.epsilon} and does NOT get it: its people are protected at ${level} only.`
      }),
      ...(above.length > 0 ? [WHAT_KEEPS_LEVELS] : []),
      ...(adjacency === 'add-remove' ? [PUBLISH_THE_ESTIMATE] : []),
    ],
  }
}

const SIZES_ARE_USED =
  'Under add-remove the sizes of the groups are secret, but the estimate is made with them as they are: the levels hold ' +
  'only where the sizes may be known.'
const NUMBER_KEPT_IS_USED =
  'Under add-remove the number of people kept is secret, but the sum is divided by it as it is: where it may not be ' +
  'known, nothing is promised.'
const WHAT_KEEPS_LEVELS =
  'What keeps every level under add-remove: --method pooled, with everybody in one group at the smallest epsilon.'
const PUBLISH_THE_ESTIMATE =
  'Under add-remove the sizes of the groups are secret: publish the estimate, not the table.'

function refusePublic(groups: readonly NamedGroup[], option: string): void {
  const found = groups.find(group => group.epsilon === Infinity)
  if (found) {
    throw new InputError(
      `${option}: expected a finite epsilon for every group, found group ${names([found])}, which is public`,
    )
  }
}

function names(groups: readonly NamedGroup[]): string {
  return groups.map(group => quote(group.name)).join(', ')
}
