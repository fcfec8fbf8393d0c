import { pow } from '../elementary/pow.ts'
import { drain } from '../posterior/draw-posterior.ts'
import type { PosteriorSummary } from '../posterior/draws/summary.ts'
import { type Band, bandOf } from '../sequence/confidence-sequence.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import type { Engine } from './engine.ts'
import type { Arrivals } from './population.ts'

/** How far a run is after some of its answers. */
export interface Checkpoint {
  /** How many answers there are. */
  readonly answers: number
  /** The posterior mean. */
  readonly mean: Float64Array
  /** The ends of each category's central 95 % interval. */
  readonly lower: Float64Array
  /** The upper ends of the same intervals. */
  readonly upper: Float64Array
  /** Mean of |S_t| over the answers since the last checkpoint; plain SRR counts 0. */
  readonly subsetSize: number
  /** The truth of the last person, and the mean of the truths of all people so far. */
  readonly truthNow: Float64Array
  /** The mean of the truths of all people so far. */
  readonly truthMean: Float64Array
  /** Distances of the posterior mean to them. */
  readonly totalVariationNow: number
  /** Distance of the posterior mean to `truthMean`. */
  readonly totalVariationMean: number
  /** The band that holds at every look, where it was asked for. */
  readonly anytime?: Band
}

/** What is watched: the run's engine, the people, and the band that holds at every look, if there is one. */
interface Watched {
  readonly engine: Engine
  readonly arrivals: Arrivals
  readonly sequence: Band | undefined
  /** Whether the truth moves. */
  readonly moves: boolean
}

/** Watches one run, and touches nothing in it. */
export interface Recorder {
  /** Says that so many answers to one request, with a subset of this size, have been added to the tally. */
  note(answers: number, subsetSize: number): void
  /** What was recorded so far; it grows. */
  readonly recorded: readonly Checkpoint[]
  /** What was recorded, with the estimate of the run as it stands as the last checkpoint. */
  end(posterior: PosteriorSummary): readonly Checkpoint[]
  /** Wall-clock time that the recording has taken. */
  readonly seconds: number
}

const INTERVAL_PROBABILITY = 0.95
/** The first checkpoint is at this share of the requests: three decades, whatever the size of the run. */
const FIRST = 1 / 1000
/** How much a checkpoint's estimate is worth. */
const EFFORT = { draws: 100, chains: 1 }

/**
 * Records a run at some of its requests: distinct ones, `count` at most, in geometric progression, and the last; where the truth
 * moves, at even distances.
 *
 * @param count 0: nothing is recorded
 * @param requests that will be made
 */
export function createRecorder(
  count: number,
  requests: number,
  { engine, arrivals, sequence, moves }: Watched,
  seedOf: (answers: number) => string,
): Recorder {
  const recorded: Checkpoint[] = []
  const due = checkpointRequests(count, requests, moves)
  let request = 0
  let answers = 0
  let before = 0
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
      subsetSize: answers === before ? 0 : sizes / (answers - before),
      truthNow: now.slice(),
      truthMean: running.slice(),
      totalVariationNow: totalVariation(mean, now),
      totalVariationMean: totalVariation(mean, running),
      ...(sequence !== undefined && { anytime: bandOf(sequence) }),
    }
  }
  return {
    recorded,
    note(group, subsetSize) {
      answers += group
      sizes += group * subsetSize
      // The last is the run's own estimate.
      if (++request !== due[recorded.length] || request === requests) return
      const start = performance.now()
      recorded.push(checkpoint(drain(engine.estimate(seedOf(answers), EFFORT))))
      before = answers
      sizes = 0
      milliseconds += performance.now() - start
    },
    end: posterior => (count > 0 ? [...recorded, checkpoint(posterior)] : []),
    get seconds() {
      return milliseconds / 1000
    },
  }
}

/** The requests, counted from 1, after which a checkpoint stands. */
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
