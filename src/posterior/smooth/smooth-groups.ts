import { refuse } from '../../check/check.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { Tally } from '../tally/tally.ts'
import type { Shape } from './linear-layout.ts'
import { type LinearState, SoftmaxLinear } from './softmax-linear.ts'

/**
 * The smooth laws of several groups that borrow strength from each other. With the basis, the intercept b and the outer cells of `smooth`,
 *
 *     η_g = B (b + u_g),   u_gj ~ N(0, τ² s_j² / λ_g),   ln τ ~ N(−.7, .9²),   λ_g ~ Gamma(2, 2).
 *
 * So u_g has a t distribution with four degrees of freedom, which lets some groups deviate more than others. s is 1 on the straight line, ½
 * on the bend, and k^(−1.5)/2 on the k-th of ten cosines. A draw has `G·K + 1` numbers: the cells' shares, group by group, and ln τ.
 *
 * @param tallies one a group, over the same cells: below, the bins in their order, and above
 * @param warmup steps of tuning
 */
export function smoothGroups(tallies: readonly Tally[], shape: Shape, warmup: number): Sampler<LinearState> {
  const cells = shape.bins + 2 * shape.first
  for (const { categories } of tallies) {
    if (categories !== cells) refuse('categories', categories, `${cells}, as of the question`)
  }
  const patterns = tallies.map((tally, g) => ({ tally, covariates: [], levels: [g] }))
  const terms = [{ levels: tallies.length, slopes: [] }]
  const law = new SoftmaxLinear({ shape, patterns, covariates: 0, terms })
  const { likelihood, layout } = law
  const [{ tauAt }] = layout.terms
  return law.sampler(warmup, ({ x, h }, out) => {
    likelihood.patterns.forEach(({ parts, group }) => {
      likelihood.write(parts, x, out.subarray(group * cells, (group + 1) * cells))
    })
    out[tallies.length * cells] = h[tauAt]
  })
}
