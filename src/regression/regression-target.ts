import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import type { Target } from '../posterior/moves/nuts.ts'
import { type PatternLikelihood, patternLikelihood } from './pattern-likelihood.ts'
import type { Records } from './regression-records.ts'

/**
 * Standard deviations of the normal prior of slopes and intercept, on columns with a standard deviation of 1, and of the half-normal one
 * of τ. The slope's is Gelman et al.'s (2008): 2.5 on columns with a standard deviation of ½, such as a sex has.
 */
export const PRIOR = { slope: 1.25, intercept: 5, tau: 2.5 } as const

/**
 * Within this bound a flat prior is uniform, on standardised columns. It must end somewhere: however large a coefficient is, a
 * randomized answer keeps a positive probability, so that over all of ℝ no flat prior has a posterior.
 */
export const FLAT_BOUND = 20

/** What the law of a person's category depends on. */
export interface RegressionLaw {
  readonly records: Records
  /** The standardised design at each pattern, `[patterns × D]`. */
  readonly rows: Float64Array
  /** D. */
  readonly columns: number
  /** The group of each pattern; undefined without a random intercept. */
  readonly group: Int32Array | undefined
  /** G, 0 without a random intercept. */
  readonly groups: number
  /** The centring c of each group's effects, from 0 to 1; empty without a random intercept. */
  readonly centring: Float64Array
  readonly prior: 'default' | 'flat'
}

/**
 * The posterior of a regression of a private category on public covariates, in unconstrained parameters z: coefficients b of standardised
 * columns, group effects v, and ln τ. With x the design row of a person of group g,
 *
 *     η_0 = 0,   η_k = b_k·x + u_gk,   u_gk = τ^{1 − c_g} v_gk,   Pr(category k) = softmax(η)_k,
 *
 *     ln π(z) = Σ N ln Σ_k column(k) Pr(k) + ln N(b; 0, S²) + Σ ln N(v_gk; 0, τ^{2c_g}) − τ²/(2·2.5²) + ln τ,
 *
 * where the last term is the Jacobian of ln τ. Whatever the centring c is, `u ~ N(0, τ²)`; chains move best with c = 0 for groups that the answers
 * say little about, and 1 for those that they determine. The parameters stand in the order b_1, …, b_{K−1}, v of group 0, …, ln τ.
 */
export class RegressionTarget implements Target {
  readonly law: RegressionLaw
  readonly dimension: number
  /** D(K − 1), the number of coefficients, which come first. */
  readonly fixed: number
  private readonly likelihood: PatternLikelihood
  private readonly eta: Float64Array
  private readonly slopes: Float64Array
  /** By group: `τ^{1 − c}`, at the parameters of the last call. */
  readonly scales: Float64Array

  constructor(law: RegressionLaw) {
    const predictors = law.records.categories - 1
    this.law = law
    this.fixed = law.columns * predictors
    this.dimension = this.fixed + (law.groups > 0 ? law.groups * predictors + 1 : 0)
    this.likelihood = patternLikelihood(law.records)
    this.eta = new Float64Array((law.records.starts.length - 1) * predictors)
    this.slopes = new Float64Array(this.eta.length)
    this.scales = new Float64Array(law.groups)
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    gradient.fill(0)
    const value = this.value(z, gradient)
    this.addScore(z, gradient)
    return value
  }

  /** The log density alone; the gradient of the prior is added to `gradient`, where there is one. */
  value(z: Float64Array, gradient?: Float64Array): number {
    const { law, eta } = this
    const { rows, columns: D, group, groups } = law
    this.writeScales(z)
    const predictors = law.records.categories - 1
    for (let k = 0, block = 0; k < predictors; k++, block += D) {
      for (let at = k, row = 0; at < eta.length; at += predictors) {
        let total = 0
        for (let j = block; j < block + D; j++) total += z[j] * rows[row++]
        eta[at] = total
      }
    }
    for (let p = 0, at = 0; groups > 0 && at < eta.length; p++) {
      const effect = this.fixed + group![p] * predictors
      for (let k = 0; k < predictors; k++) eta[at++] += this.scales[group![p]] * z[effect + k]
    }
    return this.likelihood.evaluate(eta, this.slopes) + this.addPrior(z, gradient)
  }

  private writeScales(z: Float64Array): void {
    const { centring } = this.law
    const logTau = z[this.dimension - 1]
    for (let g = 0; g < centring.length; g++) this.scales[g] = exp((1 - centring[g]) * logTau)
  }

  /** The effects of the groups, `u = τ^{1 − c} v`, and τ itself, in place of v and ln τ. */
  toEffects(z: Float64Array): void {
    const { scales, fixed, dimension } = this
    if (dimension === fixed) return
    this.writeScales(z)
    const predictors = this.law.records.categories - 1
    for (let j = fixed; j < dimension - 1; j++) z[j] *= scales[Math.floor((j - fixed) / predictors)]
    z[dimension - 1] = exp(z[dimension - 1])
  }

  /** The reverse of `toEffects`. */
  fromEffects(z: Float64Array): void {
    const { scales, fixed, dimension } = this
    if (dimension === fixed) return
    z[dimension - 1] = log(z[dimension - 1])
    this.writeScales(z)
    const predictors = this.law.records.categories - 1
    for (let j = fixed; j < dimension - 1; j++) z[j] /= scales[Math.floor((j - fixed) / predictors)]
  }

  /**
   * Writes the linear predictors of one person into `out`.
   *
   * @param effects parameters after `toEffects`, or a draw
   * @param rows design rows, of which that of this person begins at `at`
   * @param g the group, or −1 for none
   */
  writePredictors(effects: Float64Array, rows: Float64Array, at: number, g: number, out: Float64Array): void {
    const D = this.law.columns
    const predictors = this.law.records.categories - 1
    for (let k = 0, block = 0; k < predictors; k++, block += D) {
      let eta = g < 0 ? 0 : effects[this.fixed + g * predictors + k]
      for (let j = 0; j < D; j++) eta += effects[block + j] * rows[at + j]
      out[k] = eta
    }
  }

  /** Adds what the answers say about each parameter, from the derivatives by η. */
  private addScore(z: Float64Array, gradient: Float64Array): void {
    const { slopes, scales, fixed, dimension } = this
    const { rows, columns: D, group, records, centring } = this.law
    const predictors = records.categories - 1
    let ofLogTau = 0
    for (let p = 0, at = 0, row = 0; at < slopes.length; p++, at += predictors, row += D) {
      for (let k = 0, block = 0; k < predictors; k++, block += D) {
        const slope = slopes[at + k]
        for (let j = 0; j < D; j++) gradient[block + j] += slope * rows[row + j]
        if (group === undefined) continue
        const g = group[p]
        const effect = fixed + g * predictors + k
        gradient[effect] += slope * scales[g]
        ofLogTau += slope * scales[g] * z[effect] * (1 - centring[g])
      }
    }
    if (group !== undefined) gradient[dimension - 1] += ofLogTau
  }

  /** The prior precision of coefficient j. */
  precisionOf(j: number): number {
    const { prior, columns } = this.law
    if (prior === 'flat') return 0
    return 1 / square(j % columns === 0 ? PRIOR.intercept : PRIOR.slope)
  }

  private addPrior(z: Float64Array, gradient?: Float64Array): number {
    const { law, fixed } = this
    let value = 0
    for (let j = 0; j < fixed; j++) {
      const precision = this.precisionOf(j)
      value -= (precision * square(z[j])) / 2
      if (gradient) gradient[j] -= precision * z[j]
      if (law.prior === 'flat' && Math.abs(z[j]) > FLAT_BOUND) value = -Infinity
    }
    return law.groups === 0 ? value : value + this.addGroupPrior(z, gradient)
  }

  private addGroupPrior(z: Float64Array, gradient?: Float64Array): number {
    const { law, fixed, dimension } = this
    const predictors = law.records.categories - 1
    const logTau = z[dimension - 1]
    const scaled = square(exp(logTau) / PRIOR.tau)
    let value = logTau - scaled / 2
    let slope = 1 - scaled
    for (let g = 0, j = fixed; g < law.groups; g++) {
      const c = law.centring[g]
      const precision = exp(-2 * c * logTau)
      for (let k = 0; k < predictors; k++, j++) {
        const squares = precision * square(z[j])
        value -= squares / 2 + c * logTau
        slope += c * (squares - 1)
        if (gradient) gradient[j] -= precision * z[j]
      }
    }
    if (gradient) gradient[dimension - 1] += slope
    return value
  }
}
