import type { Chained } from '../posterior/draw-posterior.ts'

/**
 * A conditional distribution of the private value given public covariates, and a sampler of its parameters. It corresponds to `family` in
 * R.
 */
export interface Family {
  /** Its name in the printed summary. */
  readonly title: string
  /** The names of the numbers of a draw, in their order. The displayed coefficients come first. */
  readonly parameters: readonly string[]
  /**
   * Number of these that are coefficients of the design. They come in blocks, each with one coefficient for each column of the design, the
   * intercept first.
   */
  readonly coefficients: number
  /** For each varying column (`Model.varying`): positions in a draw of τ and of the effects of its groups. */
  readonly random: readonly { readonly sd: number; readonly effects: ArrayLike<number> }[]
  /** The sampler. Its draws are per unit of each column before standardisation. */
  readonly chained: Chained
  /** The mode of the coefficients; undefined if it is not meaningful. */
  readonly mode: Float64Array | undefined
  /** Number of cells. */
  readonly cells: number
  /** Largest number of patterns times draws in an average. */
  readonly mostLaws: number
  /** The prior standard deviation of a coefficient on a column with standard deviation 1; undefined if the prior is flat. */
  priorSd(coefficient: number): number | undefined
  /**
   * Writes the distribution over the cells, given a draw.
   *
   * @param row the design's row of a person, before standardisation
   * @param groups the person's group in each varying column, −1 for none
   */
  writeLaw(draw: Float64Array, row: Float64Array, groups: ArrayLike<number>, out: Float64Array): void
  /**
   * The log density of a draw, up to a constant, as a density of coefficients of standardised columns and of logarithms of standard
   * deviations.
   */
  logDensity(draw: Float64Array): number
}
