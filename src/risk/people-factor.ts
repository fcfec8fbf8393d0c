import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import { likelihood } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { checkedInverse } from '../sequence/checked-inverse.ts'
import { twoLevels } from './symmetric-figures.ts'

/** Size of the largest channel whose variance is solved for, in cells: responses times categories. */
const MOST_CELLS = 2 ** 18
/** Largest number of categories, because an inverse takes the third power of their number. */
const MOST_CATEGORIES = 256

/**
 * The factor by which a channel needs more people than the best one of its level, for the same variance: the ratio of their `n·Var`, by the
 * Cramér–Rao bound at π, summed over the categories.
 *
 * For two categories the best is binary randomized response, whatever π is. For more, π is uniform, and the best is subset selection of the
 * best size: a channel may be averaged over all renamings of the categories without loss, and the result is a mixture of these.
 *
 * @param prior π; undefined if it is uniform
 * @returns at least 1 up to rounding; Infinity if the channel merges categories; undefined if it is unknown, for more than two categories
 *   and another π, or too many responses or categories
 * @see Ye, Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy
 */
export function peopleFactor(mechanism: Mechanism, prior?: Float64Array): number | undefined {
  const { categories: K, epsilon } = mechanism
  if (K > 2 && prior !== undefined) return undefined
  const law = prior ?? new Float64Array(K).fill(1 / K)
  if (K === 2)
    return binaryInformation(randomizedResponse(epsilon), law) / binaryInformation(rowsOf(mechanism), law)
  const variance = uniformVariance(mechanism)
  if (variance === undefined) return undefined
  let most = 0
  for (let size = 1; size < K; size++) {
    // The number of responses that support a category, times the probability of one for its members, in subset selection.
    const members = K / (size + (K - size) * exp(-epsilon))
    most = Math.max(most, members * setInformation(size, K, epsilon))
  }
  return variance * most
}

const rowsOf = (mechanism: Mechanism) =>
  Array.from(mechanism.responses(), response => likelihood(mechanism, response))

function randomizedResponse(epsilon: number): Float64Array[] {
  const odds = exp(-epsilon)
  return [
    [1, odds],
    [odds, 1],
  ].map(row => Float64Array.from(row, value => value / (1 + odds)))
}

/** The Fisher information of an answer about the share of the second of two categories, `Σ_y (P_y1 − P_y0)² / (P_y·π)`. */
function binaryInformation(rows: readonly Float64Array[], law: Float64Array): number {
  return rows.reduce((sum, row) => sum + square(row[1] - row[0]) / (row[0] * law[0] + row[1] * law[1]), 0)
}

/**
 * The information on the tangent of the simplex at the uniform π, of responses that support sets of one size, if every category
 * gives each of those that support it with probability one: averaged over the directions, and times `1/(1 − 1/K)`.
 */
function setInformation(size: number, K: number, gap: number): number {
  if (size === 0 || size === K) return 0
  const low = exp(-gap)
  const share = size / K
  return (share * (1 - (size - 1) / (K - 1)) * square(1 - low)) / ((low + (1 - low) * share) * (1 - 1 / K))
}

/** `n · Var` of the estimated share, averaged over the categories, at the uniform π. */
function uniformVariance(mechanism: Mechanism): number | undefined {
  const { categories: K, responseCount, orbits } = mechanism
  if (orbits !== undefined) {
    let information = 0
    for (const { response, logCount } of orbits()) {
      const { size, gap, logMember } = twoLevels(mechanism.column(response))
      information += exp(logCount + logMember) * setInformation(size, K, gap)
    }
    return 1 / information
  }
  if (!(K <= MOST_CATEGORIES && K * responseCount <= MOST_CELLS)) return undefined
  const information = new Float64Array(K * K)
  for (const row of rowsOf(mechanism)) {
    const mean = sum(row) / K
    for (let x = 0; x < K; x++) for (let z = 0; z < K; z++) information[x * K + z] += (row[x] * row[z]) / mean
  }
  const { rows, isGood } = checkedInverse(information, K)
  if (isGood.includes(0)) return Infinity
  // The inverse of F, less ππᵀ, since π is known to sum to one.
  let trace = -1 / K
  for (let x = 0; x < K; x++) trace += rows[x * K + x]
  return trace / K
}
