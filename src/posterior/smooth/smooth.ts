import { refuse } from '../../check/check.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import type { Tally } from '../tally/tally.ts'
import type { Shape } from './linear-layout.ts'
import { LINEAR_WARMUP, type LinearState, SoftmaxLinear } from './softmax-linear.ts'

/** Smallest number of bins for a smooth density. */
const LEAST_BINS = 2

/**
 * The smooth law of one number or scale: a posterior over densities on ordered bins, and on outer cells below and above them, if there are
 * any:
 *
 *     θ = (e^{v₀}, softmax η, e^{v₁}) / (1 + e^{v₀} + e^{v₁}),   η_i = Σ_j b_j P_j(x_i) + Σ_k c_k √2 cos(πk x_i).
 *
 * The priors are b_j ~ N(0, 4²), for scales N(0, 1.5²); c_k ~ N(0, S² k^{−2α}), S ~ Gamma(2, 1), α = 1 + logistic(a), a ~ N(0, 1.5²); and v
 * ~ ½ N(−9, 2²) + ½ N(−4, 1.5²).
 *
 * @param tally answers over the cells: below, the bins in their order, and above
 * @param warmup steps of tuning
 */
export function smooth(tally: Tally, shape: Shape, warmup = LINEAR_WARMUP): Sampler<LinearState> {
  const { bins, first } = shape
  if (tally.categories !== bins + 2 * first || bins < LEAST_BINS) {
    refuse('categories', tally.categories, `${bins + 2 * first}, with two bins or more`)
  }
  const patterns = [{ tally, covariates: [], levels: [] }]
  const law = new SoftmaxLinear({ shape, patterns, covariates: 0, terms: [] })
  return law.sampler(warmup, ({ x }, out) => law.write([], [], x, out))
}

/** The kind of sampler for an ordered question. */
export const smoothKind = (shape: Shape) =>
  ({
    name: 'smooth',
    priors: 'smooth',
    warmup: LINEAR_WARMUP,
    create: ({ tally, warmup }) => smooth(tally, shape, warmup),
  }) as const satisfies SamplerKind
