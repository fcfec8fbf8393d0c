import { refuse, type Vector } from '../check/check.ts'
import { drawBinomial } from './binomial.ts'
import type { Rng } from './rng.ts'

/**
 * Fills `out` with the counts of n independent draws with probabilities `weights[i] / Σ weights`, and returns it.
 *
 * One conditional binomial after another; exact in the sense of `drawBinomial`. The counts sum to n, and an index of
 * weight 0 gets none.
 *
 * @param n a whole number from 0 to 2⁵³−1
 * @param weights not negative; they need not sum to one
 * @param out as long as weights, and another array
 * @throws RangeError unless n is as above, the weights finite, none negative, one positive, and `out` as above
 * @example
 * drawMultinomial(stream(1, 'example'), 1000, [0, 1, 3], new Float64Array(3)) // [0, 265, 735]
 */
export function drawMultinomial(rng: Rng, n: number, weights: Vector, out: Float64Array): Float64Array {
  if (!(Number.isSafeInteger(n) && n >= 0)) refuse('n', n, 'a whole number at least 0')
  const length = weights.length
  if (out.length !== length || out === weights) refuse('out', out, `another array of ${length} numbers`)
  for (let i = 0; i < length; i++) {
    if (!(weights[i] >= 0)) refuse(`weights[${i}]`, weights[i], 'a finite number, not negative')
  }
  // Until its count is drawn, out[i] holds the sum of the weights from i on. Summed from the end, it is never
  // less than weights[i], and exactly weights[i] if only zeros follow.
  let rest = 0
  for (let i = length - 1; i >= 0; i--) out[i] = rest += weights[i]
  if (!(rest > 0 && rest < Infinity)) refuse('weights', weights, 'a vector with a finite, positive sum')
  let left = n
  for (let i = 0; i < length; i++) {
    const weight = weights[i]
    const here = out[i]
    const after = i + 1 < length ? out[i + 1] : 0
    // The rarer side is drawn, since 1 − p would lose the digits of a small remainder.
    if (weight === 0 || left === 0) out[i] = 0
    else if (weight <= after) out[i] = drawBinomial(rng, left, weight / here)
    else out[i] = left - drawBinomial(rng, left, after / here)
    left -= out[i]
  }
  return out
}
