import { requireNumber, requireOneOf, requireOptions, type Vector } from '../check/check.ts'
import { inverseExpRoundedUp } from '../mechanism/inverse-exp.ts'
import { sum, weights } from '../simplex/probabilities.ts'
import { boxClip } from './box-clip.ts'
import { boxSampler } from './clip-sampler.ts'
import type { PrivateSampler } from './private-sampler.ts'
import { type Box, boxAround } from './ratio-box.ts'

/**
 * The relative mollifier: Q(P) is the projection of P into `[q e^{−ε/2}, q e^{ε/2}]` around a reference law
 * q.
 *
 * With the norm `kl` it is the law in the box that is nearest in every f-divergence at once. The law nearest
 * in total variation is not unique; the norm `tv` gives the one that fills up, or thins out, the clipped P
 * evenly,
 *
 *     c = clip(p, l, u),   c + (u − c)(1 − Σc)/Σ(u − c)   or   c − (c − l)(Σc − 1)/Σ(c − l),
 *
 * at the distance `max(Σ (l − p)₊, Σ (p − u)₊)`, that of `kl` too. Worst cases are the same for both norms,
 * over all P, and attained by a P of one category. A category outside the support of q is never sampled: the
 * worst case is then 1 (tv, hellinger2) or Infinity.
 *
 * @param options.reference q: weights, scaled to sum to one; it must not come from the users' own data
 * @param options.epsilon ε, from 0 to Infinity
 * @param options.norm `kl` (the default) or `tv`
 * @throws RangeError on a bad argument
 * @see Husain, Balle, Cranko, Nock (2020), Local differential privacy for sampling
 * @example
 * relativeMollifier({ reference: [0.01, 0.99], epsilon: 2 }).distribution([0.05, 0.95])
 * // Float64Array [0.027182818284590404, 0.9728171817154098]
 */
export function relativeMollifier(options: {
  reference: Vector
  epsilon: number
  norm?: 'kl' | 'tv'
}): PrivateSampler {
  requireOptions(options, { reference: true, epsilon: true, norm: true })
  const reference = weights('reference', options.reference)
  const epsilon = requireNumber('epsilon', options.epsilon, { min: 0, max: Infinity })
  const norm = requireOneOf('norm', options.norm ?? 'kl', ['kl', 'tv'])
  const lower = inverseExpRoundedUp(epsilon / 2)
  return boxSampler(boxAround(reference, lower, 1 / lower), epsilon, norm === 'kl' ? boxClip : evenFill)
}

/** The projection into a box in total variation that moves every category by the same share of its room. */
function evenFill(p: Vector, { reference, lower, upper }: Box): Float64Array {
  const result = weights('p', p, reference.length)
  for (let i = 0; i < result.length; i++) result[i] = Math.min(upper[i], Math.max(lower[i], result[i]))
  const missing = 1 - sum(result)
  const side = missing > 0 ? upper : lower
  const room = Math.abs(sum(side) - sum(result))
  const share = room > 0 ? Math.min(1, Math.abs(missing) / room) : 0
  for (let i = 0; i < result.length; i++) {
    const moved = result[i] + share * (side[i] - result[i])
    result[i] = Math.min(upper[i], Math.max(lower[i], moved))
  }
  return result
}
