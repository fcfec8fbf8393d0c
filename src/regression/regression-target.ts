import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { Target } from '../posterior/moves/nuts.ts'
import { sliceUpdate } from '../posterior/moves/slice-update.ts'
import type { Rng } from '../random/rng.ts'
import { type PatternLikelihood, patternLikelihood } from './pattern-likelihood.ts'
import type { Records } from './regression-records.ts'

/**
 * Standard deviations of the normal priors of slopes and of the intercept, on columns with a standard deviation of 1. That of slopes is by
 * Gelman et al. (2008): 2.5 on columns with a standard deviation of ½, such as a binary one. The standard deviation of group effects is
 * half-normal, with this `share` of the scale.
 */
export const PRIOR = { slope: 1.25, intercept: 5, share: 0.5 } as const

/**
 * Bound of the flat prior, which is uniform within it on standardised columns. A bound is needed: a randomized answer keeps a positive
 * probability however large a coefficient is, so a flat prior on all of ℝ has no posterior.
 */
export const FLAT_BOUND = 20

/** Width of the slice's first bracket, in ln τ. */
const WIDTH = 1

/** How an intercept or slope varies from group to group: `u_g ~ N(0, τ² I)`, added to the coefficients of one column. */
export interface RandomTerm {
  /** The group of each pattern. */
  readonly group: Int32Array
  /** Number of groups. */
  readonly levels: number
  /** Index of its grouping, which several terms may share. */
  readonly grouping: number
  /** The column of the design; 0 is the intercept. */
  readonly column: number
}

/** Data that determine the distribution of each person's category, given the parameters. */
export interface RegressionLaw {
  readonly records: Records
  /** The standardised design at each pattern, `[patterns × D]`. */
  readonly rows: Float64Array
  /** D. */
  readonly columns: number
  readonly terms: readonly RandomTerm[]
  readonly prior: 'default' | 'flat'
}

/**
 * The posterior of a regression of a private category on public covariates, given the standard deviations τ of the random terms. The
 * parameters z are coefficients b of standardised columns and effects u of groups. With x the design row of a person,
 *
 *     η_0 = 0,   η_k = b_k·x + Σ_t u_tgk x_t,   Pr(category k) = softmax(η)_k,
 *
 *     ln π(z) = Σ N ln Σ_k column(k) Pr(k) + ln N(b; 0, S²) + Σ_t ln N(u_t; 0, τ_t²),
 *
 * where x_t is the column of term t, and g the person's group. The order of the parameters is b_1, …, b_{K−1}, then, term by term, u of
 * group 0, group 1, …. The prior τ ~ half-N(0, s²) gives ln τ the density `τ e^{−τ²/2s²}`.
 */
export class RegressionTarget implements Target {
  readonly law: RegressionLaw
  readonly dimension: number
  /** D(K − 1), the number of coefficients, which are the first parameters. */
  readonly fixed: number
  /** Index of the first effect of each term. */
  readonly starts: readonly number[]
  /** ln τ of each term, which may change between transitions. */
  readonly logTaus: Float64Array
  private readonly predictors: number
  private readonly likelihood: PatternLikelihood
  private readonly eta: Float64Array
  private readonly rest: Float64Array
  private readonly slopes: Float64Array

  constructor(law: RegressionLaw) {
    const predictors = law.records.categories - 1
    this.law = law
    this.predictors = predictors
    this.fixed = law.columns * predictors
    let dimension = this.fixed
    this.starts = law.terms.map(({ levels }) => {
      dimension += levels * predictors
      return dimension - levels * predictors
    })
    this.dimension = dimension
    this.logTaus = new Float64Array(law.terms.length)
    this.likelihood = patternLikelihood(law.records)
    this.eta = new Float64Array((law.records.starts.length - 1) * predictors)
    this.rest = new Float64Array(this.eta.length)
    this.slopes = new Float64Array(this.eta.length)
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    gradient.fill(0)
    const value = this.value(z, gradient)
    this.addScore(gradient)
    return value
  }

  /** The log density at z. With `gradient`, the gradient of the prior is added to it. */
  value(z: Float64Array, gradient?: Float64Array): number {
    this.writeEta(z)
    return this.likelihood.evaluate(this.eta, this.slopes) + this.addPrior(z, gradient)
  }

  private writeEta(z: Float64Array): void {
    const { eta, predictors } = this
    const { rows, columns: D, terms } = this.law
    for (let k = 0, block = 0; k < predictors; k++, block += D) {
      for (let at = k, row = 0; at < eta.length; at += predictors) {
        let total = 0
        for (let j = block; j < block + D; j++) total += z[j] * rows[row++]
        eta[at] = total
      }
    }
    for (let t = 0; t < terms.length; t++) this.addTerm(t, z, eta, 1)
  }

  /** Adds a term's contribution to η, times a factor. */
  private addTerm(t: number, z: Float64Array, eta: Float64Array, factor: number): void {
    const { predictors } = this
    const { rows, columns: D, terms } = this.law
    const { group, column } = terms[t]
    for (let p = 0, at = 0, row = column; at < eta.length; p++, row += D) {
      const effect = this.starts[t] + group[p] * predictors
      for (let k = 0; k < predictors; k++) eta[at++] += factor * rows[row] * z[effect + k]
    }
  }

  /** Adds the gradient of the log-likelihood, given its derivatives by η. */
  private addScore(gradient: Float64Array): void {
    const { slopes, predictors, starts } = this
    const { rows, columns: D, terms } = this.law
    for (let at = 0, row = 0; at < slopes.length; at += predictors, row += D) {
      for (let k = 0, block = 0; k < predictors; k++, block += D) {
        for (let j = 0; j < D; j++) gradient[block + j] += slopes[at + k] * rows[row + j]
      }
    }
    for (let t = 0; t < terms.length; t++) {
      const { group, column } = terms[t]
      for (let p = 0, at = 0, row = column; at < slopes.length; p++, row += D) {
        const effect = starts[t] + group[p] * predictors
        for (let k = 0; k < predictors; k++) gradient[effect + k] += slopes[at++] * rows[row]
      }
    }
  }

  /** The prior precision of each parameter. */
  priorPrecisions(): Float64Array {
    const { law, fixed, starts, logTaus } = this
    const precisions = new Float64Array(this.dimension)
    for (let j = 0; j < fixed && law.prior !== 'flat'; j++)
      precisions[j] = 1 / square(priorSd(j % law.columns))
    for (let t = 0; t < starts.length; t++) {
      precisions.fill(exp(-2 * logTaus[t]), starts[t], starts[t] + this.effectsOf(t))
    }
    return precisions
  }

  /** Number of effects of a term. */
  effectsOf(t: number): number {
    return this.law.terms[t].levels * this.predictors
  }

  private addPrior(z: Float64Array, gradient?: Float64Array): number {
    const { law, fixed } = this
    let value = 0
    for (let j = 0; j < fixed; j++) {
      if (law.prior === 'flat') {
        if (Math.abs(z[j]) > FLAT_BOUND) value = -Infinity
        continue
      }
      const precision = 1 / square(priorSd(j % law.columns))
      value -= (precision * square(z[j])) / 2
      if (gradient) gradient[j] -= precision * z[j]
    }
    for (let t = 0; t < law.terms.length; t++) {
      const precision = exp(-2 * this.logTaus[t])
      const start = this.starts[t]
      const end = start + this.effectsOf(t)
      value -= (end - start) * this.logTaus[t]
      for (let j = start; j < end; j++) {
        value -= (precision * square(z[j])) / 2
        if (gradient) gradient[j] -= precision * z[j]
      }
    }
    return value
  }

  /** The log prior density of ln τ of a term, up to a constant. */
  tauPrior(t: number, logTau: number): number {
    const scale = PRIOR.share * priorSd(this.law.terms[t].column)
    return logTau - square(exp(logTau) / scale) / 2
  }

  /**
   * Moves ln τ of each term twice: given the effects u, and given `v = u/τ`, in which case the effects are stretched too. If the answers
   * determine the effects, the first move is long; if they say little, the second one. If groups are alike, both are needed.
   *
   * @see Yu, Meng (2011), To center or not to center: that is not the question
   */
  moveTaus(rng: Rng, z: Float64Array): void {
    for (let t = 0; t < this.logTaus.length; t++) {
      this.stretch(rng, t, z)
      this.moveTau(rng, t, z)
    }
  }

  private moveTau(rng: Rng, t: number, z: Float64Array): void {
    const count = this.effectsOf(t)
    let squares = 0
    for (let j = this.starts[t]; j < this.starts[t] + count; j++) squares += square(z[j])
    this.logTaus[t] = sliceUpdate(
      rng,
      this.logTaus[t],
      WIDTH,
      logTau => this.tauPrior(t, logTau) - count * logTau - (squares * exp(-2 * logTau)) / 2,
    )
  }

  private stretch(rng: Rng, t: number, z: Float64Array): void {
    const { eta, rest, slopes, likelihood } = this
    const before = this.logTaus[t]
    this.writeEta(z)
    rest.set(eta)
    this.addTerm(t, z, rest, -1)
    for (let at = 0; at < eta.length; at++) eta[at] -= rest[at]
    const part = eta.slice()
    const next = sliceUpdate(rng, before, WIDTH, logTau => {
      const factor = exp(logTau - before)
      for (let at = 0; at < eta.length; at++) eta[at] = rest[at] + factor * part[at]
      return likelihood.evaluate(eta, slopes) + this.tauPrior(t, logTau)
    })
    const factor = exp(next - before)
    for (let j = this.starts[t]; j < this.starts[t] + this.effectsOf(t); j++) z[j] *= factor
    this.logTaus[t] = next
  }

  /** The log density of the parameters and all ln τ, up to a constant. */
  jointValue(z: Float64Array): number {
    return this.logTaus.reduce((value, logTau, t) => value + this.tauPrior(t, logTau), this.value(z))
  }
}

/** The prior standard deviation of a coefficient of this column, standardised. */
function priorSd(column: number): number {
  return column === 0 ? PRIOR.intercept : PRIOR.slope
}
