import { withRoom } from '../../arrays/with-room.ts'
import { refuse, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { LN2_HIGH, LN2_LOW } from '../../elementary/ln2.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Counted } from './contract.ts'

const LN2 = LN2_HIGH + LN2_LOW
/** Sums are scaled down when an answer counts this much; a power of two, so that nothing is rounded. */
const LARGEST_UNIT = 2 ** 256
/** After so many half-lives nothing is left of what was before. */
const FORGOTTEN = 200
/** Columns that count less than this are left out. */
const LEAST_COUNT = 1e-9

/** Sums of answers that fade, as plain data. */
export interface FadingState {
  readonly unit: number
  readonly size: number
  readonly weights: readonly number[]
  readonly sums: readonly (readonly number[])[]
}

/**
 * How much the answers of each column count when they fade by a half-life, of answers; and other sums that fade alike.
 *
 * Instead of fading what there is, each new answer counts more than the last by `2^(1/halfLife)`: then it costs nothing to
 * forget, and all is divided by the latest unit when it is asked for.
 */
export class Fading {
  /** An answer that comes now counts so much, beside what is written down. */
  unit = 1
  /** Sums of other things, to which an answer adds them times its weight. */
  readonly sums: readonly Float64Array[]
  private readonly halfLife: number
  private weights = new Float64Array(16)
  private total = 0

  /** @param halfLife Infinity: nothing fades */
  constructor(halfLife: number, sums: readonly Float64Array[], resumed?: FadingState) {
    this.halfLife = halfLife
    this.sums = sums
    if (resumed === undefined) return
    const names = { unit: true, size: true, weights: true, sums: true } as const
    const argument = "the snapshot's memory"
    const state = requireOptions(resumed, names, argument)
    this.unit = requireNumber(`${argument}.unit`, state.unit, { min: 1, max: LARGEST_UNIT })
    this.total = requireNumber(`${argument}.size`, state.size, { min: 0 })
    if (!Array.isArray(state.weights)) refuse(`${argument}.weights`, state.weights, 'a list')
    requireNumbers(`${argument}.weights`, state.weights, state.weights.length, { min: 0 })
    this.weights = withRoom(Float64Array.from(state.weights), 1)
    if (!Array.isArray(state.sums) || state.sums.length !== sums.length) {
      refuse(`${argument}.sums`, state.sums, `${sums.length} lists`)
    }
    sums.forEach((sum, i) => {
      sum.set(requireNumbers(`${argument}.sums[${i}]`, state.sums[i], sum.length))
    })
  }

  /** How many answers there are, each as much as it counts. */
  get size(): number {
    return this.total / this.unit
  }

  /** Takes in answers that came together, of which each counts as much as on average if they came in any order; returns that. */
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

  /** The answers as they count now. */
  tally(all: Tally): Tally {
    const { weights, unit } = this
    const counts = new Float64Array(all.distinct)
    for (let c = 0; c < counts.length; c++) {
      const count = c < weights.length ? weights[c] / unit : 0
      if (count >= LEAST_COUNT) counts[c] = count
    }
    return all.withCounts(counts)
  }

  /** @param columns how many there are */
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
