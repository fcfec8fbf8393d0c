import { requireNumber, type Vector } from '../check/check.ts'
import { expRoundedDown } from '../mechanism/coin.ts'
import { inverseExpRoundedUp } from '../mechanism/inverse-exp.ts'
import { drawIndexBig } from '../random/big-integer.ts'
import { drawIndex } from '../random/categorical.ts'
import { requireRng } from '../random/require-rng.ts'
import { largestDivergence } from '../simplex/divergence.ts'
import { weights } from '../simplex/probabilities.ts'
import { boxClip } from './box-clip.ts'
import type { PrivateSampler } from './private-sampler.ts'
import { type Box, boxAround, boxLevel, smallestPeak } from './ratio-box.ts'
import { type WholeBox, wholeBox, wholeLaw } from './whole-box.ts'

/**
 * The family of clip samplers: `Q(P) = clip(s p, b h, B h)` with
 *
 *     b = κE / (1 + (κ−1)E),   B = κ / (1 + (κ−1)E),   E = e^−ε.
 *
 * The output is ε-LDP for every P, and nearest to P, in every f-divergence, among the laws in the box.
 * Special cases: the relative mollifier (κ = e^{ε/2} + 1), the minimax sampler of n categories (κ = n, h
 * uniform), of a class `c1 h ≤ p ≤ c2 h` (κ = (c2−c1)/(1−c1)), around a law within a factor γ (κ = γ + 1),
 * and, with κ = 1/min h, the worst cases of the public-prior kernel. Worst cases are over all distributions.
 *
 * @param options.reference h: weights, scaled to sum to one
 * @param options.kappa κ, at least 1: the larger, the more of ε goes to the upper side
 * @param options.epsilon ε, from 0 to Infinity
 * @throws RangeError on a bad argument
 * @see Park, Asoodeh, Lee (2024), Exactly minimax-optimal locally differentially private sampling
 * @example
 * clipSampler({ reference: [0.5, 0.5], kappa: 2, epsilon: 1 }).worstCase('tv') // 0.26894142136999544
 */
export function clipSampler(options: { reference: Vector; kappa: number; epsilon: number }): PrivateSampler {
  const reference = weights('reference', options.reference)
  const kappa = requireNumber('kappa', options.kappa, { min: 1 })
  const epsilon = requireNumber('epsilon', options.epsilon, { min: 0, max: Infinity })
  const { lower, upper } = clipBounds(kappa, epsilon)
  return boxSampler(boxAround(reference, lower, upper), epsilon, boxClip)
}

/** b and B, as multiples of the reference; `ln(B/b)` is never above ε. */
export function clipBounds(kappa: number, epsilon: number): { lower: number; upper: number } {
  const inverseExp = inverseExpRoundedUp(epsilon)
  const upper = kappa / (1 + (kappa - 1) * inverseExp)
  return { lower: Math.min(1, inverseExp * upper), upper: Math.max(1, upper) }
}

/**
 * The sampler that projects any P into the box; its worst case, over all P, is a P of one category.
 *
 * With a cryptographic source a draw is made in whole numbers, which are prepared at the first such draw.
 *
 * @param promised the ε of the box: the ratio of its sides is at most e^ε
 */
export function boxSampler(
  box: Box,
  promised: number,
  project: (p: Vector, box: Box) => Float64Array,
): PrivateSampler {
  const largestRatio = 1 / smallestPeak(box)
  let whole: WholeBox | undefined
  return {
    categories: box.reference.length,
    // If one side is the reference itself, the box holds no other law.
    epsilon: box.least === 1 || box.most === 1 ? 0 : boxLevel(box, promised),
    distribution: p => project(p, box),
    sample(p, rng) {
      requireRng(rng)
      const law = project(p, box)
      if (rng.kind !== 'crypto') return drawIndex(rng, law)
      whole ??= wholeBox(box, expRoundedDown(promised))
      return drawIndexBig(rng, wholeLaw(law, whole), whole.total)
    },
    worstCase: name => largestDivergence(name, 0, largestRatio),
  }
}
