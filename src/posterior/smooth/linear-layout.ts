import { requireInteger, requireNumbers } from '../../check/check.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import type { Tally } from '../tally/tally.ts'
import { MOST_COSINES, POLYNOMIALS } from './basis.ts'

/** The cells of an ordered question, as far as the law over them depends on these. */
export type Shape = Pick<OrderedKind, 'kind' | 'bins' | 'first'>

/** People with the same public covariates and levels, and their answers. */
export interface Pattern {
  /** The answers, over the cells of the question. */
  readonly tally: Tally
  /** The values of the covariates, standardised: the priors are meant for this scale. */
  readonly covariates: ArrayLike<number>
  /** The level of each random term. */
  readonly levels: ArrayLike<number>
}

/**
 * A random term. Each of its levels has coefficients of its own: an intercept, `(1 | g)`, and possibly slopes of covariates, `(1 + x | g)`.
 */
export interface RandomTerm {
  readonly levels: number
  /** Indices of the covariates whose slopes vary between the levels. */
  readonly slopes: readonly number[]
}

/** Structure of a softmax-linear distribution. */
export interface LinearSetting {
  readonly shape: Shape
  readonly patterns: readonly Pattern[]
  /** Number of covariates of each pattern. */
  readonly covariates: number
  readonly terms: readonly RandomTerm[]
}

/** Largest absolute value of a parameter that is accepted in a stored state. The prior standard deviations are below 30. */
export const MOST_PARAMETER = 1e4

/** Number of cosines of a covariate's coefficients, and of a level's. */
const COVARIATE_COSINES = 2
const LEVEL_COSINES = 10

/** A contribution of coefficients x to a pattern's coefficients c: `c[functions[i]] += weight · x[at + i]`. */
export interface Part {
  readonly at: number
  readonly functions: Int32Array
  readonly weight: number
}

/** Position of the coefficients of a random term: level after level, each with an intercept and then its slopes. */
export interface TermPlace {
  readonly term: RandomTerm
  readonly at: number
  /** Number of coefficients of each level. */
  readonly width: number
  /** Position of its first level's scale λ among the scales of all terms. */
  readonly scalesAt: number
  /** Index of the hyperparameter ln τ; those of its slopes follow. */
  readonly tauAt: number
}

/**
 * Positions of the coefficients in one vector x: first the intercept's, then each covariate's, then those of all random terms but the
 * largest. The coefficients of the largest term are last, level after level, because its levels are independent of each other given the
 * others.
 */
export class Layout {
  /**
   * Number of coefficients of one pattern, and the number of those that belong to the basis. The others are log weights of the outer cells.
   */
  readonly size: number
  readonly functions: number
  /** Number of coefficients that all levels of the largest term share. */
  readonly shared: number
  /** Number of levels of the largest term, and number of coefficients of each; 0 without random terms. */
  readonly groups: number
  readonly groupWidth: number
  /** Number of coefficients. */
  readonly dimension: number
  readonly covariates: number
  readonly terms: readonly TermPlace[]
  /** Index of the largest term; −1 without terms. */
  readonly largest: number
  /** Number of scales λ: one for each level of each term. */
  readonly scales: number
  /** Number of hyperparameters: ln S, a, and the ln τ of each term and its slopes. */
  readonly hyperparameters: number
  /** Basis functions that the intercept uses, that a covariate or a slope uses, and that a level uses. */
  readonly whole: Int32Array
  readonly slope: Int32Array
  readonly level: Int32Array

  constructor({ shape: { bins, first }, covariates, terms }: Omit<LinearSetting, 'patterns'>) {
    const cosines = Math.min(MOST_COSINES, bins - 1)
    const functions = POLYNOMIALS + cosines
    this.functions = functions
    this.size = functions + 2 * first
    const outer = first === 1 ? [functions, functions + 1] : []
    this.whole = Int32Array.from({ length: this.size }, (_, j) => j)
    this.slope = this.whole.slice(0, POLYNOMIALS + Math.min(COVARIATE_COSINES, cosines))
    this.level = Int32Array.from([
      ...this.whole.slice(0, POLYNOMIALS + Math.min(LEVEL_COSINES, cosines)),
      ...outer,
    ])
    this.covariates = covariates
    const most = Math.max(...terms.map(({ levels }) => levels))
    this.largest = terms.findIndex(({ levels }) => levels === most)
    let at = this.size + covariates * this.slope.length
    let scales = 0
    let hyperparameters = 2
    const place = (term: RandomTerm, start: number): TermPlace => {
      const width = this.level.length + term.slopes.length * this.slope.length
      const placed = { term, at: start, width, scalesAt: scales, tauAt: hyperparameters }
      scales += term.levels
      hyperparameters += 1 + term.slopes.length
      return placed
    }
    const places = terms.map((term, t) => {
      const placed = place(term, at)
      if (t !== this.largest) at += placed.width * term.levels
      return placed
    })
    this.shared = at
    this.terms = places.map((placed, t) => (t === this.largest ? { ...placed, at } : placed))
    const largest = this.terms[this.largest]
    this.groups = largest?.term.levels ?? 0
    this.groupWidth = largest?.width ?? 0
    this.dimension = at + this.groups * this.groupWidth
    this.scales = scales
    this.hyperparameters = hyperparameters
  }

  /**
   * The contributions that a pattern's coefficients are the sum of.
   *
   * @throws RangeError unless there is a finite value of each covariate, and each level is one of its term
   */
  partsOf(covariates: ArrayLike<number>, levels: ArrayLike<number>): Part[] {
    const { slope, level } = this
    requireNumbers('covariates', covariates, this.covariates)
    this.terms.forEach(({ term }, t) => {
      requireInteger(`levels[${t}]`, levels[t], 0, term.levels - 1)
    })
    const parts: Part[] = [{ at: 0, functions: this.whole, weight: 1 }]
    for (let m = 0; m < this.covariates; m++) {
      parts.push({ at: this.size + m * slope.length, functions: slope, weight: covariates[m] })
    }
    this.terms.forEach(({ term, at, width }, t) => {
      const start = at + levels[t] * width
      parts.push({ at: start, functions: level, weight: 1 })
      term.slopes.forEach((m, s) => {
        const functions = slope
        parts.push({ at: start + level.length + s * slope.length, functions, weight: covariates[m] })
      })
    })
    return parts
  }
}
