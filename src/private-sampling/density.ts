/** A probability density on the real line. */
export interface Density {
  /** The density at a point. */
  density(x: number): number
  /** Points at which it is not smooth: corners, jumps, ends of its support. */
  readonly kinks: readonly number[]
}

/** A density with known quantiles: the reference of continuous laws, through which they are drawn. */
export interface Reference extends Density {
  /** The probability of a value of x at most. */
  cdf(x: number): number
  /** The inverse of `cdf` on (0, 1). */
  quantile(probability: number): number
}
