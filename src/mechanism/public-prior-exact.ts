import { bitLength } from '../elementary/quotient.ts'
import type { CryptoRng } from '../random/rng.ts'
import { type Digits, type Thresholds, thresholds } from '../random/thresholds.ts'
import { wholeWeights } from '../simplex/whole-weights.ts'
import { expRoundedDown } from './coin.ts'
import { select } from './select.ts'

/**
 * The kernel of `publicPriorKernel` in whole numbers, for the answers of real people. A rank j is proposed with its prior probability
 * `q_j / S_0`, and the person of rank i answers it with the probability `cost[min(i, j)] / c`, else their own rank. So they answer
 *
 *     an earlier rank j with probability cost[j] q_j / (c S_0),   a later rank j with cost[i] q_j / (c S_0),
 *
 * and their own rank with the remaining probability. The proposal is independent of the person, and only one comparison depends on the
 * person's rank.
 *
 * Everything is exact. With `e^ε = a/b` (`expRoundedDown`), `S_i = suffix[i] = Σ_{j≥i} q_j`, a power of two c = `unit`, and
 * `reach_i = c S_0 − Σ_{j<i} cost[j] q_j`, it is `cost[i] = ⌈b reach_i / (a q_i + b S_{i+1})⌉`. Then costs never increase with the rank
 * and are at most c, and `reach_i ≥ c S_i`. For the answer j, nobody's probability is above that of the person of rank j,
 * `(reach_j − cost[j] S_{j+1}) / (c S_0)`, or below `cost[j] q_j / (c S_0)`. The first is at most a/b times the second because cost[j]
 * is rounded up.
 */
export interface ExactKernel {
  readonly suffix: readonly bigint[]
  readonly cost: readonly bigint[]
  readonly unit: bigint
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
  const cost = new Array<bigint>(n)
  const least = q.find(weight => weight > 0n)!
  const bits = bitLength(numerator / denominator) + bitLength(suffix[0] / least) + SPARE_BITS
  const unit = 1n << BigInt(bits)
  let reach = unit * suffix[0]
  for (let i = 0; i < n; i++) {
    if (i > 0 && q[i] === q[i - 1]) {
      // The bound is then the same as for the rank before.
      cost[i] = cost[i - 1]
    } else {
      const scale = numerator * q[i] + denominator * suffix[i + 1]
      cost[i] = (denominator * reach + scale - 1n) / scale
    }
    reach -= cost[i] * q[i]
  }
  return { suffix, cost, unit }
}

/** Whole-number odds of the answers: the proposals' `suffix` below S_0, and `cost` below c. */
export interface EvenKernel {
  readonly ranks: number
  readonly proposals: Thresholds
  readonly acceptances: Thresholds
}

/** The kernel in numbers of one width. */
export function evenKernel({ suffix, cost, unit }: ExactKernel): EvenKernel {
  return {
    ranks: cost.length,
    proposals: thresholds(suffix, suffix[0]),
    acceptances: thresholds(cost, unit),
  }
}

/**
 * Draws the rank that a person of the rank `own` answers. For every rank and every answer, the same draws and the same comparisons are
 * made, of numbers of the same width.
 */
export function drawEvenly(
  { ranks, proposals, acceptances }: EvenKernel,
  own: number,
  rng: CryptoRng,
): number {
  const proposed = lastBelow(proposals, proposals.draw(rng), ranks)
  const accepted = acceptances.isBelow(acceptances.draw(rng), select(own < proposed, own, proposed))
  return select(accepted, proposed, own)
}

/** The last of the first n thresholds, which do not increase, that are above the number; the first one is. */
function lastBelow({ isBelow }: Thresholds, drawn: Digits, n: number): number {
  let step = 1
  while (2 * step < n) step *= 2
  let last = 0
  for (; step >= 1; step /= 2) {
    const next = Math.min(last + step, n - 1)
    last = select(isBelow(drawn, next), next, last)
  }
  return last
}
