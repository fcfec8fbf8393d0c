import type { Tally } from '../tally/tally.ts'
import { CellLaw } from './cell-law.ts'
import { CutLikelihood } from './cut-likelihood.ts'
import type { Layout, LinearSetting, Part } from './linear-layout.ts'

/** A pattern with data for its evaluation. */
interface Counted {
  readonly tally: Tally
  readonly likelihood: CutLikelihood
  readonly parts: readonly Part[]
  /** Index of the level of the random term with the most levels; 0 without random terms. */
  readonly group: number
}

/** A quadratic expansion of a pattern's log-likelihood in its own coefficients. */
export interface Expansion {
  readonly c: Float64Array
  readonly slope: Float64Array
  readonly information: Float64Array
}

/**
 * The log-likelihood of a softmax-linear law as a function of all coefficients x. A pattern p with public covariates z has the coefficients
 *
 *     c_p = Σ_m z_pm C_m + Σ_r w_pr u_{r, level of p},
 *
 * which give its distribution over the cells by `CellLaw`.
 */
export class LinearLikelihood {
  readonly layout: Layout
  readonly law: CellLaw
  /** Patterns, sorted by their level of the largest term. */
  readonly patterns: readonly Counted[]
  /** Where the patterns of each level of the largest term begin, with one more entry at the end. */
  private readonly starts: Int32Array
  private readonly c: Float64Array
  private readonly slope: Float64Array
  private readonly theta: Float64Array
  private readonly score: Float64Array

  constructor({ shape, patterns }: LinearSetting, layout: Layout) {
    this.layout = layout
    this.law = new CellLaw(shape.bins, shape.first)
    const groupOf = (levels: ArrayLike<number>) => (layout.largest < 0 ? 0 : levels[layout.largest])
    this.patterns = patterns
      .map(({ tally, covariates, levels }) => ({
        tally,
        likelihood: new CutLikelihood(tally),
        parts: layout.partsOf(covariates, levels),
        group: groupOf(levels),
      }))
      .sort((a, b) => a.group - b.group)
    this.starts = new Int32Array(layout.groups + 1)
    for (const { group } of this.patterns) if (layout.groups > 0) this.starts[group + 1]++
    for (let g = 0; g < layout.groups; g++) this.starts[g + 1] += this.starts[g]
    this.c = new Float64Array(this.law.size)
    this.slope = new Float64Array(this.law.size)
    this.theta = new Float64Array(this.law.cells)
    this.score = new Float64Array(this.law.cells)
  }

  /** The value at x. Its gradient in x is added to `gradient`. */
  evaluate(x: Float64Array, gradient?: Float64Array): number {
    return this.between(0, this.patterns.length, 0, x, gradient)
  }

  /** The contribution of one level of the largest term to the value. Its gradient in the level's own coefficients is added to `gradient`. */
  evaluateGroup(g: number, x: Float64Array, gradient: Float64Array): number {
    return this.between(this.starts[g], this.starts[g + 1], this.layout.shared, x, gradient)
  }

  /** Writes the distribution at the sum of some contributions. */
  write(parts: readonly Part[], x: Float64Array, out: Float64Array): Float64Array {
    return this.law.write(this.sum(parts, x), out)
  }

  /**
   * A pattern's coefficients c at x, with the gradient and the information of its likelihood there. The information is row-major and
   * symmetric.
   */
  expand({ tally, likelihood, parts }: Counted, x: Float64Array): Expansion {
    const { theta, score, law } = this
    const c = this.sum(parts, x).slice()
    law.write(c, theta)
    likelihood.evaluate(theta, score)
    const slope = new Float64Array(c.length)
    law.pullBack(score, theta, slope)
    return { c, slope, information: law.information(tally, likelihood, theta) }
  }

  /** @param from index of the first coefficient whose gradient is wanted */
  private between(
    first: number,
    end: number,
    from: number,
    x: Float64Array,
    gradient: Float64Array | undefined,
  ): number {
    const { patterns, theta, score, slope, law } = this
    let value = 0
    for (let p = first; p < end; p++) {
      const { likelihood, parts, tally } = patterns[p]
      if (tally.size === 0) continue
      this.write(parts, x, theta)
      if (gradient === undefined) {
        value += likelihood.value(theta)
        continue
      }
      value += likelihood.evaluate(theta, score)
      law.pullBack(score, theta, slope)
      for (const { at, functions, weight } of parts) {
        if (at < from) continue
        for (let i = 0; i < functions.length; i++) gradient[at + i] += weight * slope[functions[i]]
      }
    }
    return value
  }

  private sum(parts: readonly Part[], x: Float64Array): Float64Array {
    const { c } = this
    c.fill(0)
    for (const { at, functions, weight } of parts) {
      for (let i = 0; i < functions.length; i++) c[functions[i]] += weight * x[at + i]
    }
    return c
  }
}
