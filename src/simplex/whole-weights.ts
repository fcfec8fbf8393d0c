import { exponentOf } from '../elementary/powers-of-two.ts'
import { scaledInteger } from '../elementary/scaled-integer.ts'

/**
 * Weights times one power of two that makes all of them whole numbers: nothing is rounded.
 *
 * @param weights normal doubles or zeros, one of them positive
 * @example
 * wholeWeights(Float64Array.of(0.5, 1.5)).map(weight => Number(weight / 2n ** 53n)) // [1, 3]
 */
export function wholeWeights(weights: Float64Array): bigint[] {
  let least = Infinity
  for (const weight of weights) if (weight > 0 && weight < least) least = weight
  const bits = 53 - exponentOf(least)
  return Array.from(weights, weight => scaledInteger(weight, bits))
}
