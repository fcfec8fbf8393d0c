import { bitLength } from '../elementary/bit-length.ts'
import { integerBelowBig } from '../random/big-integer.ts'
import type { CryptoRng } from '../random/rng.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { expRoundedDown } from './coin.ts'
import { select } from './select.ts'

/**
 * The kernel of `publicPriorKernel` in whole numbers, for people's own answers. With `N = reach[0]`, the person of rank i answers
 *
 *     an earlier rank j with probability cost[j] q_j / N,   a later rank j with cost[i] q_j / N,
 *
 * and the own rank with what is left. A walker reaches rank i with probability `reach[i] / N`.
 *
 * All is exact: with `e^ε = a/b` (`expRoundedDown`) and `S_i = suffix[i] = Σ_{j≥i} q_j`, N is a multiple c of S_0 and
 * `cost[i] = ⌈b reach[i] / (a q_i + b S_{i+1})⌉` (c is a power of two). Then costs never rise with the rank nor above c, `reach[i] ≥ c S_i`, and of the
 * answer j nobody's probability is above that of the person of rank j, `(reach[j] − cost[j] S_{j+1}) / N`, or below
 * `cost[j] q_j / N`: the first is at most a/b times the second just because cost[j] is rounded up.
 */
export interface ExactKernel {
  readonly reach: readonly bigint[]
  readonly cost: readonly bigint[]
  readonly suffix: readonly bigint[]
}

/** Bits of c beyond the odds and the least of the prior: no probability is rounded by more than 2⁻⁶⁴ of it. */
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
  let left = suffix[0] << BigInt(bits)
  for (let i = 0; i < n; i++) {
    reach[i] = left
    if (i > 0 && q[i] === q[i - 1]) {
      // The bound is then the same one as before.
      cost[i] = cost[i - 1]
    } else {
      const scale = numerator * q[i] + denominator * suffix[i + 1]
      cost[i] = (denominator * left + scale - 1n) / scale
    }
    left -= cost[i] * q[i]
  }
  return { reach, cost, suffix }
}

/**
 * The rank that whoever holds the rank `own` answers. One number is drawn, and everything that it might mean is looked up: the
 * work is the same whatever is held, and whatever is answered.
 */
export function drawExactly({ reach, cost, suffix }: ExactKernel, own: number, rng: CryptoRng): number {
  const n = cost.length
  const v = integerBelowBig(rng, reach[0])
  const earlier = lastAboveEvenly(reach, v, n)
  const later = lastAboveEvenly(suffix, v / cost[own], n)
  const atOwn = select(v < cost[own] * suffix[own + 1], later, own)
  return select(v < reach[own], atOwn, earlier)
}

/** The last of the first n indices whose value in a non-increasing list is above `threshold`, else 0: as many steps for each. */
function lastAboveEvenly(values: readonly bigint[], threshold: bigint, n: number): number {
  let step = 1
  while (2 * step < n) step *= 2
  let at = 0
  for (; step >= 1; step /= 2) {
    const next = Math.min(at + step, n - 1)
    at = select(values[next] > threshold, next, at)
  }
  return at
}
