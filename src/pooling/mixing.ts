import { square } from '../elementary/square.ts'
import { sum } from '../simplex/probabilities.ts'

/** Data of groups that determine the variance of their mean, as arrays over the groups. */
export interface Design {
  /** People in each group. */
  readonly counts: ArrayLike<number>
  /** Their privacy levels; Infinity for public data. */
  readonly epsilons: ArrayLike<number>
  /** Variance of one value, the same for all. */
  readonly variance: number
  /** Largest change of a sum by one person. */
  readonly sensitivity: number
}

/** A mixture of independent group means. */
export interface Mixing {
  /** Share of each group in the estimate; they sum to one. */
  readonly weights: Float64Array
  /** Variance of the weighted mean. */
  readonly variance: number
  /** Variance of each group's own noisy mean. */
  readonly groupVariances: Float64Array
}

/**
 * The weights that give independent noisy group means the least variance: inversely to each one's own,
 * `v_i = (n_i σ² + 2 S²/ε_i²)/n_i²`. The mixture then has variance `1/Σ 1/v_j`. (Rubin and Weisberg 1975;
 * Ferrando, Gillenwater and Kulesza.)
 */
export function mixing({ counts, epsilons, variance, sensitivity }: Design): Mixing {
  const groupVariances = Float64Array.from(
    counts,
    (n, i) => (n * variance + 2 * square(sensitivity / epsilons[i])) / (n * n),
  )
  const precisions = groupVariances.map(v => 1 / v)
  const total = sum(precisions)
  return { weights: precisions.map(p => p / total), variance: 1 / total, groupVariances }
}
