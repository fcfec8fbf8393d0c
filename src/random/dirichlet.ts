import { refuse, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { drawGamma, drawLogGamma, isShape, SHAPE_RANGE } from './gamma.ts'
import type { Rng } from './rng.ts'

/**
 * Fills `out` with a draw from the Dirichlet law, density proportional to `Π θ_i^(alpha_i − 1)`, and returns it.
 *
 * Entries below 5e-324 underflow to 0; the sum is one at any alpha.
 *
 * @param alpha one concentration for each of K ≥ 1 categories
 * @param out length K
 * @throws RangeError unless each alpha is from 1e-300 to 1e300 and the lengths are equal
 * @example
 * drawDirichlet(stream(1, 'example'), [1, 2, 3], new Float64Array(3)) // [0.04913532522915222, 0.38010480002752806, 0.5707598747433197]
 */
export function drawDirichlet(rng: Rng, alpha: Vector, out: Float64Array): Float64Array {
  // With a shape of one or more among them the sum of the gamma draws is never near zero; otherwise all of
  // them may underflow, and only their logarithms can be normalised.
  if (largestShape(alpha, out) < 1) {
    drawLogDirichlet(rng, alpha, out)
    for (let i = 0; i < out.length; i++) out[i] = exp(out[i])
    return out
  }
  let total = 0
  for (let i = 0; i < out.length; i++) total += out[i] = drawGamma(rng, alpha[i])
  for (let i = 0; i < out.length; i++) out[i] /= total
  return out
}

/**
 * Fills `out` with the natural logarithms of a Dirichlet draw, and returns it: finite at any alpha, none above 0.
 *
 * @param alpha one concentration for each of K ≥ 1 categories
 * @param out length K
 * @throws RangeError unless each alpha is from 1e-300 to 1e300 and the lengths are equal
 * @example
 * drawLogDirichlet(stream(1, 'example'), [1e-3, 1e-3], new Float64Array(2)) // [0, -757.1039295287749]
 */
export function drawLogDirichlet(rng: Rng, alpha: Vector, out: Float64Array): Float64Array {
  largestShape(alpha, out)
  let largest = -Infinity
  for (let i = 0; i < out.length; i++) {
    out[i] = drawLogGamma(rng, alpha[i])
    if (out[i] > largest) largest = out[i]
  }
  let total = 0
  for (let i = 0; i < out.length; i++) total += exp(out[i] - largest)
  const logTotal = log(total)
  for (let i = 0; i < out.length; i++) out[i] = out[i] - largest - logTotal
  return out
}

function largestShape(alpha: Vector, out: Float64Array): number {
  if (!(alpha.length >= 1)) refuse('alpha', alpha, 'a vector of at least one number')
  if (out.length !== alpha.length) refuse('out', out, `as long as alpha, ${alpha.length}`)
  let largest = 0
  for (let i = 0; i < alpha.length; i++) {
    if (!isShape(alpha[i])) refuse(`alpha[${i}]`, alpha[i], SHAPE_RANGE)
    if (alpha[i] > largest) largest = alpha[i]
  }
  return largest
}
