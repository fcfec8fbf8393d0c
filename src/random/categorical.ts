import { refuse, type Vector } from '../check/check.ts'
import { weights as normalised } from '../simplex/probabilities.ts'
import type { Rng } from './rng.ts'

/**
 * An index drawn with probability `weights[i] / total`, by one uniform draw and one pass.
 *
 * An index of weight 0 is never returned, nor one past the end, however `total` was rounded.
 *
 * @param weights not negative; they need not sum to one
 * @param total their sum, where it is known
 * @throws RangeError if a weight that the pass meets is negative or NaN, if none is positive, or if the total is infinite
 * @example
 * drawIndex(stream(1, 'example'), [0, 2, 1]) // 2
 */
export function drawIndex(rng: Rng, weights: Vector, total = plainSum(weights)): number {
  if (!(total > 0 && total < Infinity)) refuse('the total of weights', total, 'finite and positive')
  const target = rng.uniform() * total
  let reached = 0
  let last = -1
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]
    if (weight > 0) {
      last = i
      reached += weight
      if (target < reached) return i
    } else if (weight !== 0) refuse(`weights[${i}]`, weight, 'a number, not negative')
  }
  if (last < 0) refuse('weights', weights, 'a vector with a positive sum')
  return last
}

/**
 * A table from which indices are drawn with probability `weights[i] / Σ weights` in constant time.
 *
 * Walker's alias method, set up as in Vose (1991). An index of weight 0 is never drawn.
 *
 * @param weights not negative; they need not sum to one
 * @throws RangeError unless the weights are finite, none is negative, and one is positive
 * @example
 * createAlias([0, 2, 1]).draw(stream(1, 'example')) // 2
 */
export function createAlias(weights: Vector): { draw(rng: Rng): number } {
  const share = normalised('weights', weights)
  const length = share.length
  const alias = new Uint32Array(length)
  // Indices with less than an equal share fill `order` from the left, the others from the right.
  const order = new Uint32Array(length)
  let small = 0
  let large = length
  for (let i = 0; i < length; i++) {
    share[i] *= length
    if (share[i] < 1) order[small++] = i
    else order[--large] = i
  }
  while (small > 0 && large < length) {
    const poor = order[--small]
    const rich = order[large]
    alias[poor] = rich
    share[rich] = share[rich] - 1 + share[poor]
    if (share[rich] < 1) {
      large++
      order[small++] = rich
    }
  }
  // The indices left over have a full share, up to rounding.
  while (small > 0) share[order[--small]] = 1
  return {
    draw(rng) {
      const i = rng.integer(length)
      return rng.uniform() < share[i] ? i : alias[i]
    },
  }
}

function plainSum(weights: Vector): number {
  let total = 0
  for (let i = 0; i < weights.length; i++) total += weights[i]
  return total
}
