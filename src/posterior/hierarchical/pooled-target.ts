import { exp } from '../../elementary/exp.ts'
import { logGamma } from '../../special/log-gamma.ts'
import { POOLING, poolingPrior, shapeOf } from './pooled-place.ts'

/**
 * The prior density of α, m and the θ_g of pooled groups, in `ln α` and in the log ratios of m and of each θ_g to one of their entries.
 * In these coordinates a Dirichlet(ρ) law has the density `Γ(Σρ)/ΠΓ(ρ_x) Π θ_x^{ρ_x}`.
 */
export class PooledTarget {
  private readonly G: number
  private readonly K: number

  /** @param groups,categories their numbers */
  constructor(groups: number, categories: number) {
    this.G = groups
    this.K = categories
  }

  /** The log density, up to a constant. @param sums the sums of ln θ_gx over the groups */
  prior(logAlpha: number, logMean: Float64Array, sums: Float64Array): number {
    const alpha = exp(logAlpha)
    let value = poolingPrior(logAlpha) + this.normaliser(alpha, logMean)
    for (let x = 0; x < this.K; x++) {
      value += POOLING.mean * logMean[x] + shapeOf(alpha, logMean[x]) * sums[x]
    }
    return value
  }

  /** The log density of `ln ρ_x = ln α m_x` given the other ρ, up to a constant, where their sum is α. */
  shapes(logAlpha: number, logShape: number): number {
    return poolingPrior(logAlpha) + POOLING.mean * (logShape - this.K * logAlpha)
  }

  /** The logarithm of the θ_g's Dirichlet normaliser, `G [ln Γ(α) − Σ_x ln Γ(α m_x)]`. */
  normaliser(alpha: number, logMean: Float64Array): number {
    let value = logGamma(alpha)
    for (let x = 0; x < this.K; x++) value -= logGamma(shapeOf(alpha, logMean[x]))
    return this.G * value
  }

  /** The logarithm of the factor by which a stretch by e^s multiplies volumes, `s G (K − 1)`. */
  volume(s: number): number {
    return s * this.G * (this.K - 1)
  }
}
