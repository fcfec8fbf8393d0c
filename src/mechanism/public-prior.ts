import { copyList, refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { weights } from '../simplex/probabilities.ts'
import { certify } from './audit.ts'
import { type Column, denseColumn } from './column.ts'
import { type Mechanism, MOST_CATEGORIES, requireCategory, requireHeld } from './mechanism.ts'
import type { MechanismKind } from './mechanism-kind.ts'
import { publicPriorKernel } from './public-prior-kernel.ts'

/**
 * The public-prior mechanism as a channel: the fixed-point kernel `K_{q,ε}`, which leaves a public prior q as it is
 * (`qK = q`) and is as truthful as ε allows on its least likely category.
 *
 * Its columns are dense. A category of prior zero is never answered, and a person who holds it answers by the prior.
 *
 * @param options.prior q: weights, scaled to sum to one, length K ≥ 2; must not come from the respondents' own data
 * @param options.epsilon the privacy level ε, positive
 * @throws RangeError on a bad argument
 * @see Zamanlooy, Diaz, Asoodeh (2025), Locally private sampling with public data, Algorithm 1
 * @example
 * likelihood(publicPrior({ prior: [0.3, 0.7], epsilon: 1 }), 0) // Float64Array [0.538…, 0.197…]
 */
export function publicPrior(options: { prior: Vector; epsilon: number }): Mechanism<number> {
  requireOptions(options, { prior: true, epsilon: true })
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const allowed = 'a vector of numbers, at least two'
  const prior = copyList('prior', options.prior, 2, MOST_CATEGORIES, allowed) as number[]
  const kernel = publicPriorKernel(prior, epsilon)
  const { categories } = kernel
  const columns = new Map<number, Column>()
  const column = (response: unknown): Column => {
    const y = requireCategory('response', response, categories)
    if (kernel.prior[y] === 0)
      refuse('response', y, 'a category of positive prior: others are never answered')
    let cached = columns.get(y)
    if (cached === undefined) {
      const { logRatios, logDiagonal } = kernel.logColumn(y)
      cached = denseColumn(logRatios, logDiagonal)
      columns.set(y, cached)
    }
    return cached
  }
  const possible = () => Array.from(kernel.prior.keys()).filter(y => kernel.prior[y] > 0)
  // Suffices for an audit. By ranks, column j over K_jj is 1 at j, E = e^−ε above, and E·A_i/A_j at i < j. As A falls, the latter are
  // at least E. They are at most 1, by A_j ≥ E·A_0: the sum of row j is one, so A_j (q_j + E S_{j+1}) = 1 − E Σ_{i<j} A_i q_i is at
  // least 1 − E A_0 Σ_{i<j} q_i, which is at least E A_0 (1 − Σ_{i<j} q_i), because E A_0 ≤ 1. So no column has a ratio above e^ε,
  // and that of the rarest category has it, if there are others.
  const kinds = () => [kernel.rarest]
  return {
    name: 'public-prior',
    categories,
    answersCategories: true,
    epsilon: certify({ name: 'public-prior', kinds, column }, epsilon),
    responseCount: categories,
    respond(category, rng) {
      return kernel.draw(requireHeld(category, categories), rng)
    },
    column,
    kinds,
    responses: possible,
    // The prior as it was given. If it were scaled twice, its last digits might change.
    toRequest: () => ({ mechanism: 'public-prior', prior: prior.slice(), epsilon }),
  }
}

export const publicPriorKind = {
  name: 'public-prior',
  says: 'the fixed-point channel of a public prior',
  categoriesOf: ({ prior }) => (prior as unknown[] | undefined)?.length,
  fromRequest: ({ mechanism, ...options }) => publicPrior(options as never),
  strategy: ({ categories, epsilon, publicPrior: prior }) => {
    if (prior === undefined) refuse('publicPrior', prior, "given, for the strategy 'public-prior'")
    return publicPrior({ prior: weights('publicPrior', prior, categories), epsilon })
  },
} as const satisfies MechanismKind
