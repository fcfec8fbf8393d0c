import type { Fraction } from '../../src/mechanism/coin.ts'

/** Binary places of the bounds below: more than seventy decimal digits. */
const BITS = 256
export const UNIT = 1n << BigInt(BITS)

export interface Bounds {
  readonly lower: bigint
  readonly upper: bigint
}

/**
 * Whole numbers with `lower ≤ e^x · UNIT ≤ upper`, less than 1e-70 of it apart, by whole-number arithmetic alone.
 *
 * @param x a double from 0 to 1000, taken at its exact value, which must be a multiple of 2⁻²⁵⁶
 */
export function expBounds(x: number): Bounds {
  const whole = Math.floor(x)
  // Both steps are exact; BigInt refuses what is no whole number.
  return multiply(powerOfE(whole), expOfFraction(BigInt((x - whole) * 2 ** BITS)))
}

/** Taylor's series at 0 ≤ f ≤ 1, each term rounded down: too small by less than 3 units a term, and 6 for the rest. */
function expOfFraction(f: bigint): Bounds {
  let lower = 0n
  let term = UNIT
  let terms = 0n
  while (term > 0n) {
    lower += term
    terms++
    term = (term * f) / UNIT / terms
  }
  return { lower, upper: lower + 3n * terms + 6n }
}

const powers: Bounds[] = [{ lower: UNIT, upper: UNIT }]

function powerOfE(n: number): Bounds {
  while (powers.length <= n) powers.push(multiply(powers[powers.length - 1], expOfFraction(UNIT)))
  return powers[n]
}

function multiply(p: Bounds, q: Bounds): Bounds {
  return { lower: (p.lower * q.lower) / UNIT, upper: (p.upper * q.upper) / UNIT + 1n }
}

/** A probability as a ratio of whole numbers, not reduced. */
export type Exact = readonly [numerator: bigint, denominator: bigint]

/** Whether every ratio of two of the probabilities is at most this one. */
export function isWithin({ numerator, denominator }: Fraction, column: readonly Exact[]): boolean {
  return column.every(([p, q]) => column.every(([r, s]) => p * s * denominator <= numerator * r * q))
}

/** Whether every ratio of two of the probabilities is at most e^ε. */
export function keepsEpsilon(epsilon: number, column: readonly Exact[]): boolean {
  return isWithin({ numerator: expBounds(epsilon).lower, denominator: UNIT }, column)
}

/** Whether all laws, whole weights of one sum, give each category weights within e^ε of each other, or none. */
export function lawsKeepEpsilon(epsilon: number, laws: readonly (readonly bigint[])[]): boolean {
  const { lower } = expBounds(epsilon)
  return laws.every(a => laws.every(b => a.every((weight, i) => weight * UNIT <= b[i] * lower)))
}

/** `ln (numerator / denominator)` of positive whole numbers of any length, to 1e-15 (or of its value). */
export function logRatio(numerator: bigint, denominator: bigint): number {
  const shift = denominator.toString(2).length - numerator.toString(2).length
  const scaled =
    shift >= 0
      ? [(numerator << BigInt(shift)) * UNIT, denominator]
      : [numerator * UNIT, denominator << BigInt(-shift)]
  // From ½ to 2.
  const ratio = Number(scaled[0] / scaled[1]) / 2 ** BITS
  return Math.log(ratio) - shift * Math.LN2
}
