import { square } from '../elementary/square.ts'
import { addPenalties, logEvidence, type Mixture, RATES, radius } from './mixture.ts'

/** Which end of the intervals: the lower one subtracts its radius from its mean, the upper one adds it. */
export type End = 'lower' | 'upper'

/**
 * What one end of all intervals needs: of every category the sum of its scores, the X̂ that the next ones are compared with, and
 * the sums of the penalties.
 */
export class BandSums {
  readonly sums: Float64Array
  readonly penalties: Float64Array
  /** X̂: the running mean, clipped to [0, 1], as it was before the answers that are being added. */
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
   * @param bounds of each category the least lower score, or the largest upper score
   */
  add(scores: Float64Array, bounds: Float64Array, count: number): void {
    const { sums, centers, penalties, mixture } = this
    const sign = this.end === 'lower' ? 1 : -1
    for (let x = 0; x < sums.length; x++) {
      const off = scores[x] - centers[x]
      // c, never below zero: a score may be X̂ itself.
      const c = Math.max(0, sign * (centers[x] - bounds[x]))
      sums[x] += count * scores[x]
      if (off !== 0) addPenalties(mixture, penalties, x * RATES, count * square(off), c)
    }
  }

  /** Has the answers so far count for the X̂ of the next ones. */
  settle(answers: number): void {
    const { sums, centers } = this
    for (let x = 0; x < sums.length; x++) centers[x] = Math.min(1, Math.max(0, sums[x] / answers))
  }

  /**
   * One end of every interval, not clipped, over the answers since `before`.
   *
   * @param logOdds ln(1/δ), δ the probability that it misses
   */
  ends(answers: number, logOdds: number, before?: BandSums): Float64Array {
    const sign = this.end === 'lower' ? -1 : 1
    return this.sums.map((sum, x) => {
      const off = radius(this.mixture, this.penalties, x * RATES, logOdds, before?.penalties)
      return (sum - (before === undefined ? 0 : before.sums[x]) + sign * off) / answers
    })
  }

  /** About the sum of `(g − X̂)²`, from the penalties of the smallest rate. */
  squares(x: number): number {
    return (2 * this.penalties[x * RATES + RATES - 1]) / square(this.mixture.rates[RATES - 1])
  }

  /**
   * The logarithm of the evidence that over so many answers since `before` the frequency of x is above θ, by the lower end's
   * scores, or below it, by the upper end's.
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

  copy(): BandSums {
    return new BandSums(this.end, this.mixture, this.sums.slice(), this.penalties.slice())
  }
}
