import { exponentOf } from '../elementary/powers-of-two.ts'

/**
 * Sums on a grid. Noise added to a double leaves traces of the sum in its last bits (Mironov 2012); a whole
 * number of equal steps plus a whole number of steps leaves none. The steps are powers of two, so that going
 * to the grid and back multiplies by nothing else.
 */

/** The exponent of a step so fine that a number of this magnitude is a whole number of steps, exactly. */
export function gridExponent(magnitude: number): number {
  // A double in [2^k, 2^(k+1)) is a multiple of 2^(k−52); one bit is to spare.
  return exponentOf(magnitude) - 53
}

/**
 * The nearest whole number of steps `2^exponent`, halves upwards. The scaling is exact, so this is monotone,
 * and a shift by whole steps shifts the result by as many.
 */
export function toGrid(value: number, exponent: number): bigint {
  return BigInt(Math.round(value * 2 ** -exponent))
}

/** The double nearest to that many steps. */
export function fromGrid(steps: bigint, exponent: number): number {
  return Number(steps) * 2 ** exponent
}
