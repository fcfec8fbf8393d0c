import { sum } from '../../arrays/sums.ts'
import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { LN2_HIGH, LN2_LOW } from '../../elementary/log.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Counted } from './memory-follower.ts'

const LN2 = LN2_HIGH + LN2_LOW
/** Sums are scaled down when an answer counts this much; a power of two, so that nothing is rounded. */
const LARGEST_UNIT = 2 ** 256
/** After this many half-lives nothing is left of earlier answers. */
const FORGOTTEN = 200
/** Columns that count less than this are left out. */
const LEAST_COUNT = 1e-9
/** Sums of so many terms differ by less than this share of them. */
const ROUNDING = 1e-6

/** Sums of answers that fade, as plain data. */
export interface FadingState {
  readonly unit: number
  readonly size: number
  readonly weights: readonly number[]
  readonly sums: readonly (readonly number[])[]
}

/**
 * How much the answers of each column count if they fade with a half-life, measured in answers; and other sums that fade at the same rate.
 *
 * The old answers are not touched. Instead, each new answer counts more than the last by a factor of `2^(1/halfLife)`. So
 * forgetting costs nothing, and everything is divided by the latest unit when it is asked for.
 */
export class Fading {
  /** How much an answer that comes in now counts, on the scale of the stored sums. */
  unit = 1
  /** Sums of other things. An answer adds its own things times its weight. */
  readonly sums: readonly Float64Array[]
  private readonly halfLife: number
  private weights = new Float64Array(16)
  private total = 0

  /**
   * @param halfLife Infinity: nothing fades
   * @param resumed an earlier state, after so many answers
   */
  constructor(halfLife: number, sums: readonly Float64Array[], answers: number, resumed?: FadingState) {
    this.halfLife = halfLife
    this.sums = sums
    if (resumed === undefined) return
    const names = { unit: true, size: true, weights: true, sums: true } as const
    const argument = "the snapshot's memory"
    const state = requireOptions(resumed, names, argument)
    this.unit = requireNumber(`${argument}.unit`, state.unit, { min: 1, max: LARGEST_UNIT })
    // No answer ever counts more than one that comes in now.
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

  /** The number of answers, each weighted by how much it counts. */
  get size(): number {
    return this.total / this.unit
  }

  /** Takes in answers that came in together. Each gets the mean weight that it would have if they came in random order, which is returned. */
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
   * The answers as they count now, in units of the effective number of answers `(Σw)²/Σw²`. With the weights `w = λ^age` themselves the
   * posterior would be as wide as if there were `Σw` answers, although a mean with these weights varies as little as one of nearly twice
   * as many. As `Σw² = Σw (2 − (1−λ) Σw) / (1+λ)`, all weights get the factor `(1+λ) / (2 − (1−λ) Σw)`, from 1 for a single answer to nearly
   * 2 for a long stream.
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
