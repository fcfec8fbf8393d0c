import { sum } from '../../arrays/sums.ts'
import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { LN2_HIGH, LN2_LOW } from '../../elementary/log.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Counted } from './memory-follower.ts'

const LN2 = LN2_HIGH + LN2_LOW
/** Weight of an answer at which sums are scaled down. It is a power of two, so nothing is rounded. */
const LARGEST_UNIT = 2 ** 256
/** Number of half-lives after which nothing is left of earlier answers. */
const FORGOTTEN = 200
/** Least weight of a column; columns below it are left out. */
const LEAST_COUNT = 1e-9
/** Bound on the relative rounding error of the sums. */
const ROUNDING = 1e-6

/** Sums of answers that fade, as plain data. */
export interface FadingState {
  readonly unit: number
  readonly size: number
  readonly weights: readonly number[]
  readonly sums: readonly (readonly number[])[]
}

/**
 * Weights of the answers of each column, which fade with a half-life, measured in answers; and other sums that fade at the same rate.
 *
 * Stored weights of old answers never change. Instead, each new answer counts more than the last by a factor of `2^(1/halfLife)`, and
 * results are divided by the latest unit. So forgetting costs nothing.
 */
export class Fading {
  /** Weight of an answer that comes in now, on the scale of the stored sums. */
  unit = 1
  /** Other sums. Each answer adds its own values times its weight. */
  readonly sums: readonly Float64Array[]
  private readonly halfLife: number
  private weights = new Float64Array(16)
  private total = 0

  /**
   * @param halfLife number of answers after which an answer counts half; with Infinity nothing fades
   * @param resumed an earlier state, after this number of answers
   */
  constructor(halfLife: number, sums: readonly Float64Array[], answers: number, resumed?: FadingState) {
    this.halfLife = halfLife
    this.sums = sums
    if (resumed === undefined) return
    const names = { unit: true, size: true, weights: true, sums: true } as const
    const argument = "the snapshot's memory"
    const state = requireOptions(resumed, names, argument)
    this.unit = requireNumber(`${argument}.unit`, state.unit, { min: 1, max: LARGEST_UNIT })
    // No stored answer counts more than a new one.
    const most = answers * this.unit * (1 + ROUNDING)
    this.total = requireNumber(`${argument}.size`, state.size, { min: 0, max: most })
    if (!Array.isArray(state.weights)) refuse(`${argument}.weights`, state.weights, 'a list')
    requireNumbers(`${argument}.weights`, state.weights, state.weights.length, { min: 0, max: most })
    const found = sum(state.weights)
    if (Math.abs(found - this.total) > most * ROUNDING) {
      refuse(`the sum of ${argument}.weights`, found, `its size, ${this.total}`)
    }
    this.weights = withRoom(Float64Array.from(state.weights), 1)
    if (!Array.isArray(state.sums) || state.sums.length !== sums.length) {
      refuse(`${argument}.sums`, state.sums, `${sums.length} lists`)
    }
    sums.forEach((sum, i) => {
      sum.set(requireNumbers(`${argument}.sums[${i}]`, state.sums[i], sum.length))
    })
  }

  /** The number of answers, each counted with its present weight. */
  get size(): number {
    return this.total / this.unit
  }

  /** Takes answers that came in together. Each gets the mean weight over all orders in which they could have come. Returns this weight. */
  take(answers: readonly Counted[], total: number): number {
    const { halfLife } = this
    if (total > FORGOTTEN * halfLife) this.clear()
    this.unit *= exp((Math.min(total, FORGOTTEN * halfLife) * LN2) / halfLife)
    if (this.unit > LARGEST_UNIT) this.scaleDown()
    const share =
      total === 1 || halfLife === Infinity
        ? 1
        : expm1((-total * LN2) / halfLife) / (total * expm1(-LN2 / halfLife))
    const weight = this.unit * share
    for (const { column, count } of answers) {
      this.weights = withRoom(this.weights, column + 1)
      this.weights[column] += weight * count
    }
    this.total += weight * total
    return weight
  }

  /**
   * The answers with their present weights, in units of the effective number of answers `(Σw)²/Σw²`. With the weights `w = λ^age`
   * themselves the posterior would be as wide as with `Σw` answers, although a mean with these weights varies as little as one of nearly
   * twice as many. Because `Σw² = Σw (2 − (1−λ) Σw) / (1+λ)`, all weights get the factor `(1+λ) / (2 − (1−λ) Σw)`, from 1 for a single
   * answer to nearly 2 for a long stream.
   */
  tally(all: Tally): Tally {
    const { weights, halfLife } = this
    const forgotten = -expm1(-LN2 / halfLife)
    const unit = (this.unit * (2 - forgotten * this.size)) / (2 - forgotten)
    const counts = new Float64Array(all.distinct)
    for (let c = 0; c < counts.length; c++) {
      const count = c < weights.length ? weights[c] / unit : 0
      if (count >= LEAST_COUNT) counts[c] = count
    }
    return all.withCounts(counts)
  }

  /** @param columns the number of columns */
  state(columns: number): FadingState {
    const { unit, total, weights, sums } = this
    return {
      unit,
      size: total,
      weights: Array.from({ length: columns }, (_, c) => weights[c] ?? 0),
      sums: sums.map(sum => Array.from(sum)),
    }
  }

  private clear(): void {
    this.unit = 1
    this.total = 0
    this.weights.fill(0)
    for (const sum of this.sums) sum.fill(0)
  }

  private scaleDown(): void {
    this.unit /= LARGEST_UNIT
    this.total /= LARGEST_UNIT
    for (const values of [this.weights, ...this.sums]) {
      for (let i = 0; i < values.length; i++) values[i] /= LARGEST_UNIT
    }
  }
}
