import { exponentOf } from '../elementary/powers-of-two.ts'
import { integerBelowBig } from '../random/big-integer.ts'
import type { CryptoRng } from '../random/rng.ts'
import { expRoundedDown } from './coin.ts'

/**
 * The walk of `publicPriorKernel` in whole numbers, for people's own answers: a walker reaches rank i with
 * probability `reach[i] / reach[0]`, there tells i, if it is the own one, with `tell[i] / reach[i]`, and else
 * draws some later rank j with `(suffix[j] − suffix[j+1]) / suffix[i+1]`. No probability is rounded after it
 * is laid down here, and the odds are those of `expRoundedDown`, so that the promise of ε is a comparison of whole
 * numbers.
 */
export interface ExactWalk {
  readonly reach: readonly bigint[]
  readonly tell: readonly bigint[]
  readonly suffix: readonly bigint[]
}

/** @param sorted the prior from the smallest to the largest, normal doubles or zeros */
export function exactWalk(sorted: Float64Array, epsilon: number): ExactWalk {
  const n = sorted.length
  const { numerator, denominator } = expRoundedDown(epsilon)
  const q = wholeWeights(sorted)
  const suffix = new Array<bigint>(n + 1).fill(0n)
  for (let i = n - 1; i >= 0; i--) suffix[i] = suffix[i + 1] + q[i]
  const reach = new Array<bigint>(n)
  const tell = new Array<bigint>(n)
  // The rarest answer keeps seventy digits: far more than the odds of `expRoundedDown` leave free.
  const bits = bitLength(suffix[0]) + bitLength(numerator) + 256
  let left = 1n << BigInt(bits)
  for (let i = 0; i < n; i++) {
    reach[i] = left
    const scale = numerator * q[i] + denominator * suffix[i + 1]
    tell[i] = (left * numerator * q[i]) / scale
    left -= (left * denominator * q[i]) / scale
  }
  return { reach, tell, suffix }
}

/** The rank that the walker who holds the rank `own` answers. */
export function drawExactly({ reach, tell, suffix }: ExactWalk, own: number, rng: CryptoRng): number {
  const v = integerBelowBig(rng, reach[0])
  if (v >= reach[own]) return lastAbove(reach, v, 0, own)
  if (v < tell[own]) return own
  return lastAbove(suffix, integerBelowBig(rng, suffix[own + 1]), own + 1, tell.length)
}

/** The last index in [low, high) whose value in a non-increasing list is above `threshold`; `low` has one. */
export function lastAbove<T extends number | bigint>(
  values: { readonly [index: number]: T },
  threshold: T,
  low: number,
  high: number,
): number {
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (values[middle] > threshold) low = middle
    else high = middle
  }
  return low
}

/** Normal doubles, times one power of two that makes all of them whole numbers: nothing is rounded. */
function wholeWeights(sorted: Float64Array): bigint[] {
  const exponent = (value: number) => exponentOf(value)
  const least = exponent(sorted.find(value => value > 0)!)
  return Array.from(sorted, value => {
    if (value === 0) return 0n
    const power = exponent(value)
    // In two steps, since 2^1075 is no double.
    return BigInt(value * 2 ** -power * 2 ** 53) << BigInt(power - least)
  })
}

function bitLength(value: bigint): number {
  return value.toString(2).length
}
