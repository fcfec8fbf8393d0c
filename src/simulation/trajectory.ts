import { pow } from '../elementary/pow.ts'
import type { Engine } from '../loop/engine.ts'
import { drain } from '../posterior/draw-posterior.ts'
import type { PosteriorSummary } from '../posterior/draws/summary.ts'
import { type Band, bandOf } from '../sequence/confidence-sequence.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import type { Arrivals } from './population.ts'

/** The state of a run after some of its answers. */
export interface Checkpoint {
  /** Number of answers. */
  readonly answers: number
  /** The posterior mean. */
  readonly mean: Float64Array
  /** The lower ends of each category's central 95 % interval. */
  readonly lower: Float64Array
  /** Upper ends of the 95 % intervals. */
  readonly upper: Float64Array
  /** Mean of |S_t| over the answers since the last checkpoint; plain SRR counts 0. */
  readonly subsetSize: number
  /** The truth of the last person. */
  readonly truthNow: Float64Array
  /** The mean of the truths of all people so far. */
  readonly truthMean: Float64Array
  /** Distance of the posterior mean to `truthNow`. */
  readonly totalVariationNow: number
  /** Distance of the posterior mean to `truthMean`. */
  readonly totalVariationMean: number
  /** The band that holds at every look, if requested. */
  readonly anytime?: Band
}

/** The run's engine and its people. */
interface Watched {
  readonly engine: Engine
  readonly arrivals: Arrivals
  /** Whether the truth moves. */
  readonly moves: boolean
}

/** Watches one run, and changes nothing in it. */
export interface Recorder {
  /** Notes answers to one request, with a subset of this size. Must be called after they have been added to the tally. */
  note(answers: number, subsetSize: number): void
  /** The checkpoints so far. The list grows. */
  readonly recorded: readonly Checkpoint[]
  /** All checkpoints, with the current estimate of the run as the last one. */
  end(posterior: PosteriorSummary): readonly Checkpoint[]
  /** Wall-clock time of recording so far, in seconds. */
  readonly seconds: number
}

const INTERVAL_PROBABILITY = 0.95
/** The first checkpoint is at this share of the requests, so that checkpoints span three decades whatever the size of the run. */
const FIRST = 1 / 1000
/** Effort for a checkpoint's estimate. */
const EFFORT = { draws: 100, chains: 1 }

/**
 * Records a run at some of its requests, at most `count`; the last is the end of the run. They are in geometric progression or, if the
 * truth moves, at even distances.
 *
 * @param count with 0, nothing is recorded
 * @param requests how many requests will be made
 */
export function createRecorder(
  count: number,
  requests: number,
  { engine, arrivals, moves }: Watched,
  seedOf: (answers: number) => string,
): Recorder {
  const { sequence } = engine.followers
  const points: Checkpoint[] = []
  const due = checkpointRequests(count, requests, moves)
  let request = 0
  let answers = 0
  let answersBefore = 0
  let sizes = 0
  let milliseconds = 0

  const checkpoint = ({ mean, interval }: PosteriorSummary): Checkpoint => {
    const [lower, upper] = interval(INTERVAL_PROBABILITY)
    const { now, mean: running } = arrivals
    return {
      answers,
      mean,
      lower,
      upper,
      subsetSize: answers === answersBefore ? 0 : sizes / (answers - answersBefore),
      truthNow: now.slice(),
      truthMean: running.slice(),
      totalVariationNow: totalVariation(mean, now),
      totalVariationMean: totalVariation(mean, running),
      ...(sequence !== undefined && { anytime: bandOf(sequence) }),
    }
  }
  return {
    recorded: points,
    note(batch, subsetSize) {
      answers += batch
      sizes += batch * subsetSize
      // `end` adds the last checkpoint, the run's own estimate.
      if (++request !== due[points.length] || request === requests) return
      const start = performance.now()
      points.push(checkpoint(drain(engine.estimate(seedOf(answers), EFFORT))))
      answersBefore = answers
      sizes = 0
      milliseconds += performance.now() - start
    },
    end: posterior => (count > 0 ? [...points, checkpoint(posterior)] : []),
    get seconds() {
      return milliseconds / 1000
    },
  }
}

/** The numbers, counted from 1, of the requests that a checkpoint follows. */
export function checkpointRequests(count: number, requests: number, even = false): number[] {
  if (even) {
    const due = Array.from({ length: count }, (_, i) => Math.round(((i + 1) / count) * requests))
    return [...new Set(due)].filter(request => request > 0)
  }
  const first = Math.max(1, FIRST * requests)
  const due = Array.from({ length: count }, (_, i) =>
    Math.round(first * pow(requests / first, (i + 1 - count) / Math.max(1, count - 1) + 1)),
  )
  return [...new Set(due)]
}
