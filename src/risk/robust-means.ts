import { copyList, refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import type { Scores } from '../sequence/contract.ts'
import { scoresOf } from '../sequence/scores.ts'

/** What is assumed of the people who answer. */
export interface Robust {
  /** β, from 0 to below 1: at most this share of the people sends what it likes, all others answer by their channels. */
  readonly share: number
}

/** Sums over all answers, of every category: of its lower and upper scores, their squares, and their extremes. */
const SUMS = ['lower', 'lowerSquares', 'upper', 'upperSquares', 'most', 'least'] as const
/** The extremes of any answer. */
const EXTREMES = ['highest', 'lowest'] as const

type Field = (typeof SUMS)[number] | (typeof EXTREMES)[number]

/** All of the state as plain data. */
export type RobustState = {
  readonly answers: number
  /** The sum of the variances of scores of people who do not hold their category. */
  readonly variance: number
} & { readonly [field in Field]: readonly number[] }

/** Of channels that leave categories merged, so many scores are looked at for their extremes. */
const MOST_SCORES = 1e6

/**
 * Intervals for the frequencies among honest people where a share β of all may send anything. With [L, U] the interval of the
 * unclipped mean of the scores, and g_min, g_max the extremes of a score,
 *
 *     θ_x ∈ [(L − β g_max) / (1 − β), (U − β g_min) / (1 − β)] ∩ [0, 1],
 *
 * since the mean of all scores is `(1 − β)` times that of the honest ones and β times something between the extremes. Of channels that
 * change, βn liars have at most β times the highest extreme, and at most the mean of all extremes.
 */
export class RobustMeans {
  private readonly categories: number
  private readonly share: number
  private answers: number
  private variance: number
  private readonly fields: Readonly<Record<Field, Float64Array>>
  private readonly low: Float64Array
  private readonly high: Float64Array

  constructor(categories: number, robust: Robust, state?: RobustState) {
    requireOptions(robust, { share: true }, 'robust')
    this.share = requireNumber('robust.share', robust.share, { min: 0, below: 1 })
    this.categories = categories
    this.answers = requireInteger('the answers of robust', state?.answers ?? 0, 0)
    this.variance = requireNumber('the variance of robust', state?.variance ?? 0, { min: 0 })
    const names = [...SUMS, ...EXTREMES]
    this.fields = Object.fromEntries(
      names.map(name => [name, state ? numbersOf(state, name, categories) : new Float64Array(categories)]),
    ) as Record<Field, Float64Array>
    this.low = new Float64Array(categories)
    this.high = new Float64Array(categories)
  }

  /** Takes the same answer of so many people. */
  observe(mechanism: Mechanism, response: Response, count: number): void {
    const { low, high, fields } = this
    const scores = scoresOf(mechanism)
    scores.write(response, low, high)
    const { most, least } = extremesOf(mechanism, scores)
    this.answers += count
    this.variance += count * scores.variance
    for (let x = 0; x < this.categories; x++) {
      fields.lower[x] += count * low[x]
      fields.lowerSquares[x] += count * low[x] * low[x]
      fields.upper[x] += count * high[x]
      fields.upperSquares[x] += count * high[x] * high[x]
      fields.most[x] += count * most[x]
      fields.least[x] += count * least[x]
      if (most[x] > fields.highest[x]) fields.highest[x] = most[x]
      if (least[x] < fields.lowest[x]) fields.lowest[x] = least[x]
    }
  }

  /** The intervals, where those of the means reach z standard errors to either side. */
  interval(z: number): [Float64Array, Float64Array] {
    const { answers: n, fields, share } = this
    const lower = new Float64Array(this.categories)
    const upper = new Float64Array(this.categories).fill(1)
    if (n === 0) return [lower, upper]
    // A category that few have named has scores that hardly differ, and yet an error.
    const error = (sum: number, squares: number) =>
      Math.sqrt(Math.max(this.variance, squares - (sum * sum) / n)) / n
    for (let x = 0; x < this.categories; x++) {
      const start = fields.lower[x] / n - z * error(fields.lower[x], fields.lowerSquares[x])
      const end = fields.upper[x] / n + z * error(fields.upper[x], fields.upperSquares[x])
      const most = Math.min(share * fields.highest[x], fields.most[x] / n)
      const least = share === 0 ? 0 : Math.max(share * fields.lowest[x], fields.least[x] / n)
      lower[x] = Math.min(1, Math.max(0, (start - most) / (1 - share)))
      upper[x] = Math.max(0, Math.min(1, (end - least) / (1 - share)))
    }
    return [lower, upper]
  }

  toJSON(): RobustState {
    const fields = Object.entries(this.fields).map(([name, values]) => [name, Array.from(values)])
    return { answers: this.answers, variance: this.variance, ...Object.fromEntries(fields) }
  }
}

function numbersOf(state: RobustState, name: Field, categories: number): Float64Array {
  const list = copyList(`robust.${name}`, state[name], categories, categories, `${categories} numbers`)
  return Float64Array.from(list, (value, x) => requireNumber(`robust.${name}[${x}]`, value))
}

/** The largest lower score and the least upper score of every category, at least and at most 0. */
interface Extremes {
  readonly most: Float64Array
  readonly least: Float64Array
}

const known = new WeakMap<Scores, Extremes>()

function extremesOf(mechanism: Mechanism, scores: Scores): Extremes {
  let extremes = known.get(scores)
  if (extremes === undefined) {
    extremes = scores.isTold.every(told => told === 1) ? scores : searchedExtremes(mechanism, scores)
    known.set(scores, extremes)
  }
  return extremes
}

/** By going through all responses: a merged category has another lower than upper score. */
function searchedExtremes(mechanism: Mechanism, scores: Scores): Extremes {
  const { categories, responseCount } = mechanism
  if (!(categories * responseCount <= MOST_SCORES)) {
    refuse(
      'robust',
      mechanism.toRequest(),
      `used with channels of at most ${MOST_SCORES} scores, or that merge no categories`,
    )
  }
  const most = new Float64Array(categories)
  const least = new Float64Array(categories)
  const [lower, upper] = [new Float64Array(categories), new Float64Array(categories)]
  for (const response of mechanism.responses()) {
    scores.write(response, lower, upper)
    for (let x = 0; x < categories; x++) {
      if (lower[x] > most[x]) most[x] = lower[x]
      if (upper[x] < least[x]) least[x] = upper[x]
    }
  }
  return { most, least }
}
