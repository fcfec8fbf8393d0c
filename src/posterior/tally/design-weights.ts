import { refuse, requireNumber } from '../../check/check.ts'

/**
 * Design weights w: the number of people whom each answer represents, in any unit. Answers of unequal weights are worth fewer of equal
 * ones,
 *
 *     n_eff = (Σ w)² / Σ w²,
 *
 * so that each counts as `w n_eff / Σ w` in the likelihood. That is a pseudo-posterior: its mean is the mean of weighted answers, and its
 * spread is right if weights are independent of the variance of answers. A private answer's variance is mostly its channel's, which is the
 * same for all.
 *
 * @see Kish (1965), Survey Sampling, for n_eff; Savitsky, Toth (2016), Bayesian estimation under informative sampling
 */
export class DesignWeights {
  /** Σ w and Σ w². */
  total = 0
  squares = 0

  add(weight: number, people: number): void {
    this.total += people * weight
    this.squares += people * weight * weight
  }

  merge(other: DesignWeights): void {
    this.total += other.total
    this.squares += other.squares
  }

  /** Factor that turns a weight into a number of answers. */
  get scale(): number {
    return this.squares > 0 ? this.total / this.squares : 1
  }

  /** n_eff. */
  get effective(): number {
    return this.total * this.scale
  }
}

/** @throws RangeError unless it is a number at least 0 */
export function requireWeight(argument: string, weight: unknown): number {
  return requireNumber(argument, weight, { min: 0, max: MOST_WEIGHT })
}

/** The squares of larger weights might sum beyond the doubles. */
const MOST_WEIGHT = 1e100

/** Refuses answers that all have the weight 0. */
export function requireSomeWeight(argument: string, weights: DesignWeights): void {
  if (weights.total === 0) refuse(argument, 0, 'above 0 for some answers')
}
