import { refuse, requireInteger, requireNumber, type Vector } from '../check/check.ts'
import { certify } from './audit.ts'
import { type Column, denseColumn } from './column.ts'
import { type Mechanism, requireCategory } from './mechanism.ts'
import { publicPriorKernel } from './public-prior-kernel.ts'

/**
 * The public-prior mechanism as a channel: the fixed-point kernel `K_{q,ε}`, which leaves a public prior q as it is
 * (`qK = q`) and is as truthful as ε allows on its least likely category.
 *
 * Its columns have no levels. A category of prior zero is never answered, and says nothing about who holds it.
 *
 * @param options.prior q: weights, scaled to sum to one, length K ≥ 2; must not come from the respondents' own data
 * @param options.epsilon the privacy level ε, positive
 * @throws RangeError on a bad argument
 * @see Zamanlooy, Diaz, Asoodeh (2025), Locally private sampling with public data, Algorithm 1
 * @example
 * likelihood(publicPrior({ prior: [0.3, 0.7], epsilon: 1 }), 0) // Float64Array [0.538…, 0.197…]
 */
export function publicPrior(options: { prior: Vector; epsilon: number }): Mechanism<number> {
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const kernel = publicPriorKernel(options.prior, epsilon)
  const prior = Array.from(options.prior)
  const categories = requireInteger('the length of prior', kernel.categories, 2)
  const columns = new Map<number, Column>()
  const column = (response: unknown): Column => {
    const y = requireCategory('response', response, categories)
    if (kernel.prior[y] === 0)
      refuse('response', y, 'a category of positive prior: others are never answered')
    let made = columns.get(y)
    if (made === undefined) {
      const { logRatios, logDiagonal } = kernel.logColumn(y)
      made = denseColumn(logRatios, logDiagonal)
      columns.set(y, made)
    }
    return made
  }
  const possible = () => Array.from(kernel.prior.keys()).filter(y => kernel.prior[y] > 0)
  return {
    name: 'public-prior',
    categories,
    epsilon: certify({ name: 'public-prior', kinds: possible, column }, epsilon),
    responseCount: categories,
    respond(category, rng) {
      return kernel.draw(requireCategory('category', category, categories), rng)
    },
    column,
    kinds: possible,
    responses: possible,
    // As it was given: scaled twice, a prior might be another one in its last digits.
    toRequest: () => ({ mechanism: 'public-prior', prior: prior.slice(), epsilon }),
  }
}
