import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { SHARE_RANGE } from '../check/ranges.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import type { Scores } from '../sequence/answer-scores.ts'
import { scoresOf } from '../sequence/scores.ts'
import { AnswerCounts, type AnswerCountsState } from './answer-counts.ts'

/** Assumptions about the people who answer. */
export interface Robust {
  /** β, from 0 to below 1: at most this share of the people send arbitrary answers, and all others answer through their channels. */
  readonly share: number
}

/** Largest number of scores that are searched for their extremes, for channels that merge categories. */
const MOST_SCORES = 1e6

/**
 * Intervals for the frequencies among honest people if a share β of all people may send anything. With [L, U] the interval for
 * the unclipped mean of the scores, which reaches z standard errors to either side, and g_min, g_max the extremes of a score,
 *
 *     θ_x ∈ [(L − β g_max) / (1 − β), (U − β g_min) / (1 − β)] ∩ [0, 1],
 *
 * since the mean of all scores is `(1 − β)` times that of the honest ones plus β times something between the extremes. With several
 * channels, liars are assumed to answer through those with the largest weight: β g_max is then the contribution of the βn largest extremes
 * to the mean.
 */
export class RobustMeans {
  readonly answers: AnswerCounts
  private readonly categories: number
  private readonly share: number

  /**
   * @param state result of `toJSON`
   * @param mechanismOf rebuilds the channels from their requests
   */
  constructor(
    categories: number,
    robust: Robust,
    state?: AnswerCountsState,
    mechanismOf?: (request: Request) => Mechanism,
  ) {
    requireOptions(robust, { share: true }, 'robust')
    this.share = requireNumber('robust.share', robust.share, SHARE_RANGE)
    this.categories = categories
    this.answers = new AnswerCounts(state, mechanismOf)
    for (const { mechanism } of this.answers.channels()) this.admit(mechanism)
  }

  /** Throws a RangeError if the scores of a mechanism, or their extremes, cannot be computed. */
  admit(mechanism: Mechanism): void {
    extremesOf(mechanism, scoresOf(mechanism))
  }

  /** Counts the same answer of `count` people. */
  observe(mechanism: Mechanism, response: Response, count: number): void {
    this.admit(mechanism)
    this.answers.add(mechanism, response, count)
  }

  /** The lower and the upper ends of the intervals, from intervals of the means that reach z standard errors to either side. */
  interval(z: number): [Float64Array, Float64Array] {
    const { answers, categories, share } = this
    const n = answers.size
    const lower = new Float64Array(categories)
    const upper = new Float64Array(categories).fill(1)
    if (n === 0) return [lower, upper]
    const { low, high, variance, extremes } = sumsOf(answers, categories)
    // The scores of a rarely named category hardly differ, yet their mean has an error.
    const error = ({ sums, squares }: ScoreSums, x: number) =>
      Math.sqrt(Math.max(variance, squares[x] - (sums[x] * sums[x]) / n)) / n
    for (let x = 0; x < categories; x++) {
      const start = low.sums[x] / n - z * error(low, x)
      const end = high.sums[x] / n + z * error(high, x)
      const most = mostOf(extremes, share * n, ({ most }) => most[x]) / n
      const least = mostOf(extremes, share * n, ({ least }) => -least[x]) / n
      lower[x] = Math.min(1, Math.max(0, (start - most) / (1 - share)))
      upper[x] = Math.max(0, Math.min(1, (end + least) / (1 - share)))
    }
    return [lower, upper]
  }

  toJSON(): AnswerCountsState {
    return this.answers.toJSON()
  }
}

interface ScoreSums {
  readonly sums: Float64Array
  readonly squares: Float64Array
}

/**
 * Sums over all answers: of both scores, of their squares, and of the variances; and the extremes of each channel, with the
 * number of its answers.
 */
function sumsOf(answers: AnswerCounts, categories: number) {
  const zeros = (): ScoreSums => ({
    sums: new Float64Array(categories),
    squares: new Float64Array(categories),
  })
  const [low, high] = [zeros(), zeros()]
  const [lower, upper] = [new Float64Array(categories), new Float64Array(categories)]
  const extremes: (Extremes & { readonly size: number })[] = []
  let variance = 0
  for (const { mechanism, size, given } of answers.channels()) {
    const scores = scoresOf(mechanism)
    extremes.push({ ...extremesOf(mechanism, scores), size })
    variance += size * scores.variance
    for (const { response, count } of given) {
      scores.write(response, lower, upper)
      for (let x = 0; x < categories; x++) {
        low.sums[x] += count * lower[x]
        low.squares[x] += count * lower[x] * lower[x]
        high.sums[x] += count * upper[x]
        high.squares[x] += count * upper[x] * upper[x]
      }
    }
  }
  return { low, high, variance, extremes }
}

/** The sum of the `count` largest values, if every answer has the value of its channel. */
function mostOf<C extends { readonly size: number }>(
  channels: readonly C[],
  count: number,
  value: (of: C) => number,
) {
  const sorted =
    channels.length > 1 ? channels.slice().sort((one, other) => value(other) - value(one)) : channels
  let [sum, left] = [0, count]
  for (const channel of sorted) {
    const part = Math.min(left, channel.size)
    sum += part * value(channel)
    left -= part
    if (left <= 0) break
  }
  return sum
}

/** For every category the largest lower score, but at least 0, and the smallest upper score, but at most 0. */
interface Extremes {
  readonly most: Float64Array
  readonly least: Float64Array
}

const cache = new WeakMap<Scores, Extremes>()

function extremesOf(mechanism: Mechanism, scores: Scores): Extremes {
  let extremes = cache.get(scores)
  if (extremes === undefined) {
    extremes = scores.isIdentified.every(identified => identified === 1)
      ? scores
      : searchedExtremes(mechanism, scores)
    cache.set(scores, extremes)
  }
  return extremes
}

/** Finds the extremes by enumerating all responses, because the lower and the upper score of a merged category differ. */
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
