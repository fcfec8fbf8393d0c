import { refuse, type Vector } from '../check/check.ts'

/** How far from one a vector may sum and still be taken for a probability vector. */
const SUM_TOLERANCE = 1e-6

/**
 * A copy of a probability vector, scaled so that it sums to one exactly as doubles can.
 *
 * @param argument how the error names it
 * @throws RangeError unless the entries are finite, none is negative, and they sum to one (within 1e-6)
 */
export function probabilities(argument: string, vector: Vector, length?: number): Float64Array {
  const result = weights(argument, vector, length)
  const total = sum(vector)
  // A sum that overflows is NaN.
  if (!(Math.abs(total - 1) <= SUM_TOLERANCE))
    refuse(argument, vector, `probabilities that sum to one, not ${total}`)
  return result
}

/**
 * Non-negative weights, scaled to sum to one.
 *
 * @param argument how the error names it
 * @throws RangeError unless the entries are finite, none is negative, and one is positive
 */
export function weights(argument: string, vector: Vector, length?: number): Float64Array {
  if (vector === null || typeof vector !== 'object' || !(vector.length >= 1)) {
    refuse(argument, vector, 'a vector of numbers')
  }
  if (length !== undefined && vector.length !== length) {
    refuse(argument, vector, `a vector of ${length} numbers`)
  }
  const result = new Float64Array(vector.length)
  let largest = 0
  for (let i = 0; i < result.length; i++) {
    const value = vector[i]
    if (typeof value !== 'number' || !(value >= 0 && value < Infinity)) {
      refuse(`${argument}[${i}]`, value, 'a finite number, not negative')
    }
    if (value > largest) largest = value
    result[i] = value
  }
  if (largest === 0) refuse(argument, vector, 'a vector with a positive sum')
  // Divided by the largest first, so that neither 1e308 + 1e308 nor 1e-320 / 1e-320 goes wrong.
  for (let i = 0; i < result.length; i++) result[i] /= largest
  const total = sum(result)
  for (let i = 0; i < result.length; i++) result[i] /= total
  return result
}

/** Compensated (Neumaier) sum: right to an ulp or two at any length. */
export function sum(vector: Vector): number {
  let total = 0
  let lost = 0
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i]
    const next = total + value
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total
    total = next
  }
  return total + lost
}

/** The smallest double with all its digits. Ratios of doubles below it are no longer accurate. */
export const SMALLEST_NORMAL = 2 ** -1022

/** Sets the entries below 2⁻¹⁰²² to zero, in place, so that a ratio of two others keeps its digits. */
export function dropSubnormal(vector: Float64Array): Float64Array {
  for (let i = 0; i < vector.length; i++) if (vector[i] < SMALLEST_NORMAL) vector[i] = 0
  return vector
}
