import { createEngine } from '../../src/loop/create-engine.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { stream } from '../../src/random/stream.ts'
import type { Scores } from '../../src/sequence/answer-scores.ts'
import { BandSums } from '../../src/sequence/band-sums.ts'
import { createMixture, RATES, varianceFor } from '../../src/sequence/mixture.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import type { FixedTruth, MovingTruth } from '../../src/simulation/moving-truth.ts'
import { createPopulation } from '../../src/simulation/population.ts'

export interface StreamSetting {
  readonly categories: number
  readonly epsilon: number
  readonly truth: FixedTruth | MovingTruth
  readonly answers: number
  /** The name of a strategy, or one channel for all. */
  readonly channel: string | Mechanism
  readonly seed: string | number
}

/** Plays a stream, answer by answer, until `each` returns false. */
export function playStream(
  { categories, epsilon, truth, answers, channel, seed }: StreamSetting,
  each: (mechanism: Mechanism, response: Response, truth: { readonly mean: Float64Array }) => unknown,
): void {
  const arrivals = createPopulation({ categories, truth, users: answers, seed }, 1).arrivals()
  const rng = stream(seed, 'chain')
  const responses = stream(seed, 'responses')
  const engine =
    typeof channel === 'string'
      ? createEngine({ categories, epsilon, strategy: channel as never, horizon: answers }, rng)
      : undefined
  for (let t = 0; t < answers; t++) {
    const mechanism = engine?.choose(rng) ?? (channel as Mechanism)
    const response = mechanism.respond(arrivals.next(), responses)
    engine?.take(mechanism, response)
    if (each(mechanism, response, arrivals) === false) return
  }
}

/** One way to compute intervals from answers as they arrive. */
export interface Intervals {
  readonly lower: ArrayLike<number>
  readonly upper: ArrayLike<number>
  observe(mechanism: Mechanism, response: Response): void
  /** Whether an interval excludes a value; defined where this is quicker to compute than the ends. */
  excludes?(x: number, value: number): boolean
}

/** `Φ⁻¹(0.975)`. */
const NORMAL = 1.959963984540054

/** Intervals that hold at one look with a probability of 95 %: the mean of the scores and its standard error. */
export function fixedTime(categories: number, scoresFor = scoresOf) {
  return fromMoments(
    categories,
    scoresFor,
    (squares, answers) => (NORMAL * Math.sqrt(squares / answers)) / Math.sqrt(answers),
  )
}

/**
 * The normal mixture for sub-Gaussian scores of known variance, but with the empirical variance. It is not valid.
 *
 * @param variance the variance for which it is narrowest; default: the variance of the first channel's scores
 */
export function normalMixture(categories: number, scoresFor = scoresOf, variance?: number): Intervals {
  return fromMoments(categories, scoresFor, (squares, answers, own) => {
    const prior = (3000 / 7.94) * (variance ?? own)
    return Math.sqrt((squares + prior) * Math.log((squares + prior) / (prior * 0.05 ** 2))) / answers
  })
}

/** Intervals around the mean of the scores, from the sum of their squared distances to it. */
function fromMoments(
  categories: number,
  scoresFor: (mechanism: Mechanism) => Scores,
  reach: (squares: number, answers: number, variance: number) => number,
): Intervals & { readonly gaps: Float64Array } {
  const ends = [0, 1].map(() => ({
    scores: new Float64Array(categories),
    sums: new Float64Array(categories),
    squares: new Float64Array(categories),
  }))
  let answers = 0
  let variance = 0
  const end = (which: number, sign: number) => {
    const { sums, squares } = ends[which]
    return sums.map((sum, x) => {
      const spread = Math.max(0, squares[x] - (sum * sum) / answers)
      return sum / answers + sign * reach(spread, answers, variance)
    })
  }
  return {
    observe(mechanism, response) {
      const scores = scoresFor(mechanism)
      variance ||= scores.variance
      scores.write(response, ends[0].scores, ends[1].scores)
      answers++
      for (const { scores, sums, squares } of ends) {
        for (let x = 0; x < categories; x++) {
          sums[x] += scores[x]
          squares[x] += scores[x] ** 2
        }
      }
    },
    /** Difference between the means of the upper and the lower scores. */
    get gaps() {
      return ends[1].sums.map((sum, x) => (sum - ends[0].sums[x]) / answers)
    },
    get lower() {
      return end(0, -1)
    },
    get upper() {
      return end(1, 1)
    },
  }
}

/** A confidence sequence whose ends are not clipped to [0, 1], for any choice of scores. */
export function unclipped(categories: number, scoresFor = scoresOf): Intervals {
  const low = new Float64Array(categories)
  const high = new Float64Array(categories)
  let sums: { readonly lower: BandSums; readonly upper: BandSums } | undefined
  let answers = 0
  const logOdds = Math.log(2 / 0.05)
  return {
    observe(mechanism, response) {
      const scores = scoresFor(mechanism)
      scores.write(response, low, high)
      if (sums === undefined) {
        const mixture = createMixture(varianceFor(scores))
        const make = (end: 'lower' | 'upper') =>
          new BandSums(end, mixture, new Float64Array(categories), new Float64Array(categories * RATES))
        sums = { lower: make('lower'), upper: make('upper') }
      }
      answers++
      sums.lower.add(low, scores.least, 1)
      sums.upper.add(high, scores.most, 1)
      sums.lower.settle(answers)
      sums.upper.settle(answers)
    },
    excludes: (x, value) =>
      sums!.lower.logEvidence(x, value, answers) > logOdds ||
      sums!.upper.logEvidence(x, value, answers) > logOdds,
    get lower() {
      return sums!.lower.ends(answers, logOdds)
    },
    get upper() {
      return sums!.upper.ends(answers, logOdds)
    },
  }
}

/** For each kind of interval, the number of categories whose running mean was outside it at one look or more. */
export function countMissed(setting: StreamSetting, every: number, ways: readonly Intervals[]): number[] {
  const missed = ways.map(() => new Uint8Array(setting.categories))
  let answers = 0
  playStream(setting, (mechanism, response, truth) => {
    for (const way of ways) way.observe(mechanism, response)
    if (++answers % every !== 0) return
    const { mean } = truth
    ways.forEach((way, i) => {
      const { lower, upper } = way.excludes ? { lower: [], upper: [] } : way
      mean.forEach((value, x) => {
        if (way.excludes ? way.excludes(x, value) : !(lower[x] <= value && value <= upper[x]))
          missed[i][x] = 1
      })
    })
  })
  return missed.map(flags => flags.reduce((sum, flag) => sum + flag, 0))
}
