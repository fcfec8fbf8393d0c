import type { Vector } from '../check/check.ts'
import type { Rng } from '../random/rng.ts'
import type { DivergenceName } from '../simplex/divergence.ts'

/**
 * A private sampler: a user who holds a whole distribution P releases one draw from a law Q(P).
 *
 * ε-LDP means `Q(P)(x) ≤ e^ε Q(P′)(x)` for all P, P′ and x. Each further draw costs as much again.
 *
 * With the cryptographic source a draw is made in whole numbers. The promise then holds between the exact probabilities of the
 * draws, which are those of `distribution` except for its rounding, and no answer is possible under one law alone. Levels above
 * 700, Infinity among them, count as 700 there: that moves the law of a draw by less than 1e-14 in total variation, unless a mass
 * of the reference is below 1e-290 or a bound of the class above 1e290. A seeded simulation draws with doubles, to 2⁻⁵³.
 */
export interface PrivateSampler {
  /** Number of categories n. */
  readonly categories: number
  /**
   * The level, computed from the laws that `distribution` can give over all p: the largest
   * `ln Q(P)(x) / Q(P′)(x)`, rounded up by about 1e-14, but never above what was asked for.
   */
  readonly epsilon: number
  /** Q(P), for P given by weights, which are scaled to sum to one. */
  distribution(p: Vector): Float64Array
  /** The one draw from Q(P) that is released. */
  sample(p: Vector, rng: Rng): number
  /**
   * An upper bound for `D_f(P‖Q(P))` over the sampler's class of distributions P. It is attained if P may be one category alone, and in a
   * class `c1 h ≤ p ≤ c2 h` where some set of categories has the mass `(1 − c1)/(c2 − c1)` under h, as always if h is continuous.
   * Elsewhere, with few categories, the largest divergence may be a tenth smaller.
   */
  worstCase(divergence: DivergenceName): number
}

/** A sampler that needs only one draw from P. */
export interface DrawSampler extends PrivateSampler {
  /**
   * A draw from Q(P), by at most one call of `draw`, which must give a draw from P.
   *
   * @throws RangeError if it is none of the categories; the error does not reveal it
   */
  sampleFrom(draw: () => number, rng: Rng): number
}
