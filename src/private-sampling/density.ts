/** A probability density on the real line. */
export interface Density {
  /** The density at a point. */
  density(x: number): number
  /** Where it is not smooth: corners, jumps, ends of its support. */
  readonly kinks: readonly number[]
}

/** A density with known quantiles: what continuous laws are measured against, and drawn through. */
export interface Reference extends Density {
  /** The probability of a value of x at most. */
  cdf(x: number): number
  /** The inverse of `cdf` on (0, 1). */
  quantile(probability: number): number
}
