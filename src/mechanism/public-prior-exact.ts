import { bitLength } from '../elementary/bit-length.ts'
import { integerBelowBig } from '../random/big-integer.ts'
import type { CryptoRng } from '../random/rng.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { expRoundedDown } from './coin.ts'
import { select } from './select.ts'

/**
 * The kernel of `publicPriorKernel` in whole numbers, for the answers of real people. With `N = reach[0]`, the person of rank i
 * answers
 *
 *     an earlier rank j with probability cost[j] q_j / N,   a later rank j with cost[i] q_j / N,
 *
 * and their own rank with the remaining probability. A walker reaches rank i with probability `reach[i] / N`.
 *
 * Everything is exact. With `e^ε = a/b` (`expRoundedDown`) and `S_i = suffix[i] = Σ_{j≥i} q_j`, N is c S_0, where c is a power of
 * two, and `cost[i] = ⌈b reach[i] / (a q_i + b S_{i+1})⌉`. Then costs never increase with the rank and are at most c, and
 * `reach[i] ≥ c S_i`. For the answer j, nobody's probability is above that of the person of rank j,
 * `(reach[j] − cost[j] S_{j+1}) / N`, or below `cost[j] q_j / N`. The first is at most a/b times the second because cost[j] is
 * rounded up.
 */
export interface ExactKernel {
  readonly reach: readonly bigint[]
  readonly cost: readonly bigint[]
  readonly suffix: readonly bigint[]
}

/** Bits of c beyond those of the odds and of the smallest prior probability. No probability is rounded by more than a share of 2⁻⁶⁴. */
const SPARE_BITS = 64

/** @param sorted the prior from the smallest to the largest, normal doubles or zeros */
export function exactKernel(sorted: Float64Array, epsilon: number): ExactKernel {
  const n = sorted.length
  const { numerator, denominator } = expRoundedDown(epsilon)
  const q = wholeWeights(sorted)
  const suffix = new Array<bigint>(n + 1).fill(0n)
  for (let i = n - 1; i >= 0; i--) suffix[i] = suffix[i + 1] + q[i]
  const reach = new Array<bigint>(n)
  const cost = new Array<bigint>(n)
  const least = q.find(weight => weight > 0n)!
  const bits = bitLength(numerator / denominator) + bitLength(suffix[0] / least) + SPARE_BITS
  let remaining = suffix[0] << BigInt(bits)
  for (let i = 0; i < n; i++) {
    reach[i] = remaining
    if (i > 0 && q[i] === q[i - 1]) {
      // The bound is then the same as for the rank before.
      cost[i] = cost[i - 1]
    } else {
      const scale = numerator * q[i] + denominator * suffix[i + 1]
      cost[i] = (denominator * remaining + scale - 1n) / scale
    }
    remaining -= cost[i] * q[i]
  }
  return { reach, cost, suffix }
}

/**
 * Draws the rank that a person of the rank `own` answers. One number is drawn, and everything that it might mean is looked up, so
 * that the work depends neither on the rank held nor on the answer.
 */
export function drawExactly({ reach, cost, suffix }: ExactKernel, own: number, rng: CryptoRng): number {
  const n = cost.length
  const v = integerBelowBig(rng, reach[0])
  const earlier = lastAboveEvenly(reach, v, n)
  const later = lastAboveEvenly(suffix, v / cost[own], n)
  const atOwn = select(v < cost[own] * suffix[own + 1], later, own)
  return select(v < reach[own], atOwn, earlier)
}

/**
 * The last of the first n indices whose value in a non-increasing list is above `threshold`, else 0. It takes the same number of
 * steps for every threshold.
 */
function lastAboveEvenly(values: readonly bigint[], threshold: bigint, n: number): number {
  let step = 1
  while (2 * step < n) step *= 2
  let last = 0
  for (; step >= 1; step /= 2) {
    const next = Math.min(last + step, n - 1)
    last = select(values[next] > threshold, next, last)
  }
  return last
}
