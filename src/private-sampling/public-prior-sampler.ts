import type { Vector } from '../check/check.ts'
import { requireOptions } from '../check/check.ts'
import { requireHeld } from '../mechanism/mechanism.ts'
import { publicPriorKernel } from '../mechanism/public-prior-kernel.ts'
import { drawIndex } from '../random/categorical.ts'
import { requireRng } from '../random/require-rng.ts'
import { largestDivergence } from '../simplex/divergence.ts'
import { weights } from '../simplex/probabilities.ts'
import type { DrawSampler } from './private-sampler.ts'

/**
 * The public-prior sampler `Q(P) = P K_{q,ε}`: a draw from P, answered by the kernel (see `publicPriorKernel`). It leaves the prior
 * unchanged, `Q(q) = q`, and needs only one draw from P.
 *
 * With a cryptographic source the kernel's answer is exact. The draw from P has 53 bits, which costs no privacy: the kernel keeps
 * ε between any two categories, whatever law they were drawn from.
 *
 * The worst case over all P is that of the least likely category alone, `f(0)(1−k) + k f(1/k)` with k its diagonal entry. It is
 * smallest for the uniform prior: an informative prior serves the P near it, not the worst P. A category of prior zero makes it 1
 * (tv, hellinger2) or Infinity; to avoid that, mix the prior with a little of the uniform law.
 *
 * @param options.prior q: weights, scaled to sum to one; it must not come from the users' own data
 * @param options.epsilon ε, from 0 to Infinity
 * @throws RangeError on a bad argument
 * @see Zamanlooy, Diaz, Asoodeh, Locally private sampling with public data
 * @example
 * publicPriorSampler({ prior: [0.01, 0.99], epsilon: 2 }).worstCase('tv') // 0.9305468403436197
 */
export function publicPriorSampler(options: { prior: Vector; epsilon: number }): DrawSampler {
  requireOptions(options, { prior: true, epsilon: true })
  const kernel = publicPriorKernel(options.prior, options.epsilon)
  const largestRatio = 1 / kernel.smallestDiagonal
  return {
    categories: kernel.categories,
    epsilon: kernel.epsilon,
    distribution: kernel.outputLaw,
    sample: (p, rng) => kernel.draw(drawIndex(requireRng(rng), weights('p', p, kernel.categories)), rng),
    sampleFrom: (draw, rng) => kernel.draw(requireHeld(draw(), kernel.categories, 'draw()'), rng),
    worstCase: name => largestDivergence(name, 0, largestRatio),
  }
}
