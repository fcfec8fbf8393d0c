import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { log1p } from '../../elementary/log1p.ts'
import { square } from '../../elementary/square.ts'
import { drawGamma } from '../../random/gamma.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { POLYNOMIALS } from './basis.ts'
import type { Layout, Shape, TermPlace } from './linear-layout.ts'

/** Prior standard deviation of the polynomials' coefficients. A scale has few steps; at 4 its shares would be too uneven. */
const POLYNOMIAL_SD = { number: 4, whole: 4, scale: 1.5 } as const
/** `S ~ Gamma(2, 1)`, the size of the cosines' coefficients. */
const SIZE_SHAPE = 2
/** `α = 1 + logistic(a)` with `a ~ N(0, 1.5²)`, the rate at which the coefficients fall with frequency. */
const DECAY_SD = 1.5
/**
 * The prior of an outer cell's log weight, `½ N(−9, 2²) + ½ N(−4, 1.5²)`: either hardly anybody is outside, or a few per cent are.
 */
export const OUTER = [
  { mean: -9, sd: 2 },
  { mean: -4, sd: 1.5 },
] as const
/** Mean of the normal distribution with the mean and variance of this prior, which gives the chains their coordinates. */
const OUTER_MEAN = (OUTER[0].mean + OUTER[1].mean) / 2
const OUTER_VARIANCE =
  (square(OUTER[0].sd) + square(OUTER[1].sd)) / 2 + square((OUTER[0].mean - OUTER[1].mean) / 2)
/** Prior standard deviations of a covariate's coefficients: straight, bent, and, times k^−1.5, the k-th cosine. */
export const COVARIATE_SD = [2.5, 1.25, 0.5] as const
/** Prior standard deviations of a level's coefficients, in multiples of τ, with `ln τ ~ N(−.7, .9²)`. */
const LEVEL_SD = [1, 0.5, 0.5] as const
const LOG_TAU = { mean: -0.7, sd: 0.9 } as const
/** Prior standard deviation of an outer cell's log weight between levels. */
const OUTER_LEVEL_SD = 0.5
/** Prior standard deviations of the coefficients of a slope that varies, in multiples of its own τ, which is half-normal. */
const SLOPE_SD = [1, 0.5, 0.2] as const
const SLOPE_TAU = 0.5
/** Degrees of freedom ν of the t distribution of a level's coefficients: λ ~ Gamma(ν/2, ν/2). */
export const DEGREES = 4

/**
 * The prior of a softmax-linear law. Given hyperparameters h = (ln S, a, ln τ, …) and the levels' scales λ, the coefficients x are
 * independent and normal, with the precisions that `precisions` writes. The outer cells' log weights are not normal; `correction` has the
 * difference.
 */
export class SmoothPrior {
  readonly layout: Layout
  /** The prior means of the shared coefficients; those of the levels are 0. */
  readonly mean: Float64Array
  private readonly polynomial: number
  private readonly logOrder: Float64Array
  private readonly slope: Float64Array
  /**
   * For each term: precisions of a level's coefficients at τ = 1, and the index of the hyperparameter that scales each, counted from
   * `tauAt`, or −1 for none.
   */
  private readonly level: readonly { readonly base: Float64Array; readonly scale: Int8Array }[]

  /**
   * Coefficients that are proportional to a scale: the index of the hyperparameter that is the scale's logarithm, and the positions of the
   * coefficients.
   */
  readonly stretches: readonly { readonly hyperparameter: number; readonly at: Int32Array }[]

  constructor(layout: Layout, kind: Shape['kind']) {
    this.layout = layout
    this.polynomial = 1 / square(POLYNOMIAL_SD[kind])
    this.mean = new Float64Array(layout.shared)
    const { functions } = layout
    this.mean.fill(OUTER_MEAN, functions, layout.size)
    this.logOrder = Float64Array.from({ length: functions - POLYNOMIALS }, (_, k) => log(k + 1))
    this.slope = Float64Array.from(layout.slope, j => precisionOf(j, COVARIATE_SD))
    this.level = layout.terms.map(({ term }) => {
      const isOuter = (j: number) => j >= functions
      const own = Array.from(layout.level, j =>
        isOuter(j) ? 1 / square(OUTER_LEVEL_SD) : precisionOf(j, LEVEL_SD),
      )
      const ownScale = Array.from(layout.level, j => (isOuter(j) ? -1 : 0))
      const slopes = term.slopes.flatMap(() => Array.from(layout.slope, j => precisionOf(j, SLOPE_SD)))
      const slopeScale = term.slopes.flatMap((_, s) => Array.from(layout.slope, () => 1 + s))
      return { base: Float64Array.of(...own, ...slopes), scale: Int8Array.of(...ownScale, ...slopeScale) }
    })
    this.stretches = this.findStretches()
  }

  /** Initial hyperparameters. */
  start(): Float64Array {
    const h = new Float64Array(this.layout.hyperparameters)
    h[0] = 0.4
    for (const { term, tauAt } of this.layout.terms) {
      h[tauAt] = LOG_TAU.mean
      h.fill(log(SLOPE_TAU), tauAt + 1, tauAt + 1 + term.slopes.length)
    }
    return h
  }

  /** The log density of the hyperparameters, up to a constant. */
  logDensity(h: Float64Array): number {
    let value = SIZE_SHAPE * h[0] - exp(h[0]) - square(h[1] / DECAY_SD) / 2
    for (const { term, tauAt } of this.layout.terms) {
      value -= square((h[tauAt] - LOG_TAU.mean) / LOG_TAU.sd) / 2
      for (let s = 1; s <= term.slopes.length; s++) {
        value += h[tauAt + s] - square(exp(h[tauAt + s]) / SLOPE_TAU) / 2
      }
    }
    return value
  }

  /** Writes the precisions of the shared coefficients, and of those of each level of the largest term, level after level. */
  precisions(h: Float64Array, scales: Float64Array, shared: Float64Array, own: Float64Array): void {
    const { layout, logOrder } = this
    shared.fill(this.polynomial, 0, POLYNOMIALS)
    const decay = 2 * decayOf(h[1])
    for (let k = 0; k < logOrder.length; k++) {
      shared[POLYNOMIALS + k] = exp(decay * logOrder[k] - 2 * h[0])
    }
    shared.fill(1 / OUTER_VARIANCE, layout.functions, layout.size)
    for (let m = 0; m < layout.covariates; m++) shared.set(this.slope, layout.size + m * this.slope.length)
    layout.terms.forEach((place, t) => {
      const { at, term, width, scalesAt } = place
      const [out, start] = t === layout.largest ? [own, 0] : [shared, at]
      this.levelPrecisions(t, h, out, start)
      // Level 0 comes last: its slots hold the precisions at λ = 1, which the other levels read.
      for (let level = term.levels - 1; level >= 0; level--) {
        const lambda = scales[scalesAt + level]
        for (let i = 0; i < width; i++) out[start + level * width + i] = lambda * out[start + i]
      }
    })
  }

  /** The log ratio of the true prior of the outer cells' weights to the normal one, up to a constant. Its gradient is added to `gradient`. */
  correction(x: Float64Array, gradient?: Float64Array): number {
    const { functions, size } = this.layout
    let value = 0
    for (let at = functions; at < size; at++) {
      const off = x[at] - OUTER_MEAN
      value += this.outerDensity(x[at]) + (off * off) / (2 * OUTER_VARIANCE)
      if (gradient === undefined) continue
      const [empty, few] = OUTER
      const pull = [(x[at] - empty.mean) / square(empty.sd), (x[at] - few.mean) / square(few.sd)]
      const odds = (square((x[at] - few.mean) / few.sd) - square((x[at] - empty.mean) / empty.sd)) / 2
      const share = 1 / (1 + (empty.sd / few.sd) * exp(-odds))
      gradient[at] += off / OUTER_VARIANCE - share * pull[0] - (1 - share) * pull[1]
    }
    return value
  }

  /** The log density of hyperparameters, scales and coefficients together, up to a constant. */
  jointDensity(h: Float64Array, scales: Float64Array, x: Float64Array): number {
    const { layout, mean } = this
    const shared = new Float64Array(layout.shared)
    const own = new Float64Array(layout.groups * layout.groupWidth)
    this.precisions(h, scales, shared, own)
    let value = this.logDensity(h) + this.correction(x)
    for (const scale of scales) value += (DEGREES / 2 - 1) * log(scale) - (DEGREES / 2) * scale
    for (let j = 0; j < x.length; j++) {
      const precision = j < shared.length ? shared[j] : own[j - shared.length]
      value += (log(precision) - precision * square(x[j] - (mean[j] ?? 0))) / 2
    }
    return value
  }

  /**
   * The log density of h given the coefficients, up to a constant. The levels' scales λ are integrated out, which leaves a t distribution
   * with ν degrees of freedom for each level's coefficients. Sums over the coefficients are computed once.
   */
  givenCoefficients(x: Float64Array): (h: Float64Array) => number {
    const { layout, logOrder } = this
    const terms = layout.terms.map((place, t) => ({ place, ...this.sumSquares(place, t, x) }))
    return h => {
      const decay = 2 * decayOf(h[1])
      let value = this.logDensity(h)
      for (let k = 0; k < logOrder.length; k++) {
        const logPrecision = decay * logOrder[k] - 2 * h[0]
        value += (logPrecision - exp(logPrecision) * square(x[POLYNOMIALS + k])) / 2
      }
      for (const { place, squares, counts, fixed } of terms) {
        const { term, width, tauAt } = place
        counts.forEach((count, s) => {
          value -= term.levels * count * h[tauAt + s]
        })
        const factors = counts.map((_, s) => exp(-2 * h[tauAt + s]))
        for (let level = 0; level < term.levels; level++) {
          let total = DEGREES + fixed[level]
          factors.forEach((factor, s) => {
            total += factor * squares[s][level]
          })
          value -= ((DEGREES + width) / 2) * log(total)
        }
      }
      return value
    }
  }

  /**
   * Sums of squares of a random term's coefficients in each level, at τ = 1: one for each hyperparameter of the term, with the number of
   * coefficients that it scales, and one for the coefficients that none of them scales.
   */
  private sumSquares({ term, at, width }: TermPlace, t: number, x: Float64Array) {
    const { base, scale } = this.level[t]
    const fixed = new Float64Array(term.levels)
    const squares = Array.from({ length: 1 + term.slopes.length }, () => new Float64Array(term.levels))
    const counts = squares.map((_, s) => scale.reduce((count, of) => count + (of === s ? 1 : 0), 0))
    for (let level = 0; level < term.levels; level++) {
      for (let i = 0; i < width; i++) {
        const sums = scale[i] < 0 ? fixed : squares[scale[i]]
        sums[level] += base[i] * square(x[at + level * width + i])
      }
    }
    return { fixed, squares, counts }
  }

  /** Draws the scale λ of each level given its coefficients. */
  drawScales(rng: Rng, h: Float64Array, x: Float64Array, scales: Float64Array): void {
    this.layout.terms.forEach(({ term, at, width, scalesAt }, t) => {
      const precision = new Float64Array(width)
      this.levelPrecisions(t, h, precision, 0)
      for (let level = 0; level < term.levels; level++) {
        let total = DEGREES
        for (let i = 0; i < width; i++) total += precision[i] * square(x[at + level * width + i])
        scales[scalesAt + level] = (2 * drawGamma(rng, (DEGREES + width) / 2)) / total
      }
    })
  }

  /** Draws hyperparameters, scales and coefficients from the prior. */
  draw(rng: Rng): { h: Float64Array; scales: Float64Array; x: Float64Array } {
    const { layout } = this
    const h = new Float64Array(layout.hyperparameters)
    h[0] = log(drawGamma(rng, SIZE_SHAPE))
    h[1] = DECAY_SD * drawNormal(rng)
    for (const { term, tauAt } of layout.terms) {
      h[tauAt] = LOG_TAU.mean + LOG_TAU.sd * drawNormal(rng)
      for (let s = 1; s <= term.slopes.length; s++) {
        h[tauAt + s] = log(SLOPE_TAU * Math.abs(drawNormal(rng)))
      }
    }
    const scales = Float64Array.from(
      { length: layout.scales },
      () => drawGamma(rng, DEGREES / 2) / (DEGREES / 2),
    )
    const shared = new Float64Array(layout.shared)
    const own = new Float64Array(layout.groups * layout.groupWidth)
    this.precisions(h, scales, shared, own)
    const x = new Float64Array(layout.dimension)
    for (let j = 0; j < x.length; j++) {
      const precision = j < shared.length ? shared[j] : own[j - shared.length]
      x[j] = (this.mean[j] ?? 0) + drawNormal(rng) / Math.sqrt(precision)
    }
    for (let at = layout.functions; at < layout.size; at++) {
      const { mean, sd } = OUTER[rng.integer(2)]
      x[at] = mean + sd * drawNormal(rng)
    }
    return { h, scales, x }
  }

  /** The log density of an outer cell's log weight, up to a constant. */
  outerDensity(weight: number): number {
    const [empty, few] = OUTER.map(({ mean, sd }) => -square((weight - mean) / sd) / 2 - log(sd))
    return Math.max(empty, few) + log1p(exp(-Math.abs(empty - few)))
  }

  private findStretches(): { readonly hyperparameter: number; readonly at: Int32Array }[] {
    const { layout, logOrder } = this
    const cosines = { hyperparameter: 0, at: Int32Array.from(logOrder, (_, k) => POLYNOMIALS + k) }
    const ofTerms = layout.terms.flatMap((place, t) => {
      const { term, at, width, tauAt } = place
      return Array.from({ length: 1 + term.slopes.length }, (_, s) => {
        const within = [...this.level[t].scale.keys()].filter(i => this.level[t].scale[i] === s)
        const all = Array.from({ length: term.levels }, (__, level) =>
          within.map(i => at + level * width + i),
        )
        return { hyperparameter: tauAt + s, at: Int32Array.from(all.flat()) }
      })
    })
    return [cosines, ...ofTerms]
  }

  /** Writes the precisions of a level's coefficients at λ = 1. */
  private levelPrecisions(t: number, h: Float64Array, out: Float64Array, start: number): void {
    const { base, scale } = this.level[t]
    const { tauAt } = this.layout.terms[t]
    for (let i = 0; i < base.length; i++) {
      out[start + i] = scale[i] < 0 ? base[i] : base[i] * exp(-2 * h[tauAt + scale[i]])
    }
  }
}

/** α = 1 + logistic(a), from 1 to 2. */
function decayOf(a: number): number {
  return 1 + 1 / (1 + exp(-a))
}

/** The precision of basis function j, which is straight, bent or a cosine. The standard deviation of cosines falls as k^−1.5. */
function precisionOf(j: number, [straight, bent, cosine]: readonly [number, number, number]): number {
  if (j === 0) return 1 / square(straight)
  if (j === 1) return 1 / square(bent)
  const k = j - POLYNOMIALS + 1
  return (k * k * k) / square(cosine)
}
