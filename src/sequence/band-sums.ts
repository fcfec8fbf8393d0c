import { square } from '../elementary/square.ts'
import { addPenalties, logEvidence, logMixture, type Mixture, RATES, radius } from './mixture.ts'

/** An end of the intervals: the lower one is the mean minus the radius, the upper one the mean plus the radius. */
export type End = 'lower' | 'upper'

/**
 * The state of one end, lower or upper, of all intervals: for every category the sum of its scores, the X̂ that the next scores
 * are compared with, and the sums of the penalties.
 */
export class BandSums {
  readonly sums: Float64Array
  readonly penalties: Float64Array
  /** X̂: the running mean of the answers before those that are being added, clipped to [0, 1]. */
  private readonly centers: Float64Array
  private readonly end: End
  private readonly mixture: Mixture

  constructor(end: End, mixture: Mixture, sums: Float64Array, penalties: Float64Array) {
    this.end = end
    this.mixture = mixture
    this.sums = sums
    this.penalties = penalties
    this.centers = new Float64Array(sums.length)
  }

  /**
   * Adds the scores of `count` equal answers.
   *
   * @param bounds for each category the smallest lower score that is possible, or the largest upper score
   */
  add(scores: Float64Array, bounds: Float64Array, count: number): void {
    const { sums, centers, penalties, mixture } = this
    const sign = this.end === 'lower' ? 1 : -1
    for (let x = 0; x < sums.length; x++) {
      const deviation = scores[x] - centers[x]
      // c, at least 0: X̂ may equal the extreme score, up to rounding.
      const c = Math.max(0, sign * (centers[x] - bounds[x]))
      sums[x] += count * scores[x]
      // A rate with c λ ≥ 1 is dropped even for a score that equals X̂. Otherwise there is nothing to add.
      if (deviation !== 0 || c > 0) {
        addPenalties(mixture, penalties, x * RATES, count * square(deviation), c)
      }
    }
  }

  /** Recomputes X̂ from all answers so far, for the scores that are added next. */
  settle(answers: number): void {
    const { sums, centers } = this
    for (let x = 0; x < sums.length; x++) centers[x] = Math.min(1, Math.max(0, sums[x] / answers))
  }

  /**
   * One end of every interval, not clipped to [0, 1], for the mean of the answers since `before`.
   *
   * @param answers how many answers there are since `before`
   * @param logOdds ln(1/δ), where δ is the probability that this end misses
   */
  ends(answers: number, logOdds: number, before?: BandSums): Float64Array {
    const sign = this.end === 'lower' ? -1 : 1
    return this.sums.map((sum, x) => {
      const margin = radius(this.mixture, this.penalties, x * RATES, logOdds, before?.penalties)
      return (sum - (before === undefined ? 0 : before.sums[x]) + sign * margin) / answers
    })
  }

  /** The approximate sum of `(g − X̂)²`, recovered from the penalties of the smallest rate λ, for which `ψ(λ, c) ≈ λ²/2`. */
  squares(x: number): number {
    return (2 * this.penalties[x * RATES + RATES - 1]) / square(this.mixture.rates[RATES - 1])
  }

  /**
   * The logarithm of the evidence, from the answers since `before`, that the frequency of x is above θ (for the lower end) or
   * below θ (for the upper end).
   *
   * @param answers how many answers there are since `before`
   */
  logEvidence(x: number, theta: number, answers: number, before?: BandSums): number {
    const sign = this.end === 'lower' ? 1 : -1
    const sum = this.sums[x] - (before === undefined ? 0 : before.sums[x])
    return logEvidence(
      this.mixture,
      this.penalties,
      x * RATES,
      sign * (sum - answers * theta),
      before?.penalties,
    )
  }

  /** The logarithm of the mixture of x at `u = ±Σ(g − θ)`, and its slope by u. */
  logMixture(x: number, u: number, before?: BandSums): { value: number; slope: number } {
    return logMixture(this.mixture, this.penalties, x * RATES, u, before?.penalties)
  }

  equals({ sums, penalties }: BandSums): boolean {
    return (
      this.sums.every((sum, x) => sum === sums[x]) && this.penalties.every((sum, i) => sum === penalties[i])
    )
  }

  copy(): BandSums {
    return new BandSums(this.end, this.mixture, this.sums.slice(), this.penalties.slice())
  }
}
