import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'

/** Lower bound on an answer's likelihood at the anchor, so that the expansion is finite. */
export const LEAST_LIKELIHOOD = 1e-12
/** Lower bound on the information about a category, also for a category without informative answers. */
export const LEAST_INFORMATION = 1e-3

/**
 * A tally's log-likelihood, expanded to the second order around an anchor θ₀, without the terms that couple two categories:
 *
 *     ℓ(θ) ≈ Σ_x (a_x θ_x − ½ h_x θ_x²),    a = s + h θ₀,    h_x = F_xx − 2 F̄_x + F̄
 *
 * Here s and F are the score and the information at the anchor, F̄_x is the mean of F's row x, and F̄ the mean of all of F. On the simplex,
 * a constant added to a row of F has no effect. The remaining off-diagonal part is zero for randomized response; for block designs and
 * random sets, it falls with the number of answers. This is a Gaussian sequence model: K normal observations, each of one θ_x.
 */
export interface SeparableLikelihood {
  readonly anchor: Float64Array
  /** a, up to a constant. */
  readonly slope: Float64Array
  readonly information: Float64Array
}

export function expandSeparably(tally: Tally, anchor: Float64Array): SeparableLikelihood {
  const K = tally.categories
  const likelihood = new Likelihood(tally.table)
  const { distinct, counts, size } = tally
  const g = new Float64Array(distinct)
  likelihood.evaluate(anchor, g)
  for (let c = 0; c < distinct; c++) g[c] = Math.max(g[c], LEAST_LIKELIHOOD)
  const weights = new Float64Array(distinct)
  for (let c = 0; c < distinct; c++) weights[c] = counts[c] / g[c]
  const slope = new Float64Array(K)
  likelihood.combine(weights, slope)
  const information = new Float64Array(K)
  likelihood.addSquares(counts, g, information)
  // The means of the rows of F, from its product with ones.
  const sums = new Float64Array(distinct)
  likelihood.multiply(new Float64Array(K).fill(1 / K), sums)
  for (let c = 0; c < distinct; c++) weights[c] *= sums[c] / g[c]
  const rows = new Float64Array(K)
  likelihood.combine(weights, rows)
  let mean = 0
  for (let x = 0; x < K; x++) mean += rows[x] / K
  for (let x = 0; x < K; x++) {
    information[x] = Math.max(LEAST_INFORMATION, information[x] - 2 * rows[x] + mean)
    // At the anchor θ·s = n, so that the scores are around n. Without this constant, sums of slopes lose fewer digits.
    slope[x] += information[x] * anchor[x] - size
  }
  return { anchor, slope, information }
}

/** The value of the expansion at `scale` times θ, up to a constant. */
export function separableValue(
  { slope, information }: SeparableLikelihood,
  theta: Float64Array,
  scale = 1,
): number {
  let value = 0
  const half = scale / 2
  for (let x = 0; x < theta.length; x++) value += theta[x] * (slope[x] - information[x] * theta[x] * half)
  return scale * value
}
