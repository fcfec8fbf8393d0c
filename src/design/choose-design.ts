import { liarWeight } from '../risk/liar-weight.ts'
import type { Candidate } from './candidate.ts'
import { expectedDistance } from './expected-distance.ts'

/** What is known when a design is chosen. */
export interface Knowledge {
  /** Draws from the posterior: what θ may be. */
  readonly draws: readonly Float64Array[]
  /** D of the answers so far. */
  readonly precision: Float64Array
  /** How many people are still to answer. */
  readonly remaining: number
  /** The share of the people who may be liars, default 0: what they can move is added to the distance, by `liarWeight`. */
  readonly liars?: number
}

/**
 * The candidate after which, if all who are still to come answered by it, the estimate is expected nearest to θ: the mean
 * over the draws of the expected total variation distance (see `expectedDistance`) given the information so far and `remaining`
 * times that of one response. The first one stays unless another is better by more than its handicap.
 *
 * Looking ahead to the end, and at several draws, keeps the choice from trusting a posterior that is still wide.
 */
export function chooseDesign(candidates: readonly Candidate[], knowledge: Knowledge): Candidate {
  const { draws, precision, remaining, liars = 0 } = knowledge
  const each = new Float64Array(precision.length)
  let best = candidates[0]
  let least = Infinity
  for (const candidate of candidates) {
    const factor = candidate === candidates[0] ? 1 : 1 / (1 - candidate.handicap)
    let expected = liars > 0 ? draws.length * liars * liarWeight(candidate.mechanism()) : 0
    for (const theta of draws) {
      // Distances are positive: it cannot be the best any more.
      if (expected >= least) break
      candidate.information(theta, each)
      expected += factor * expectedDistance(theta, precision, each, remaining)
    }
    if (expected < least) {
      least = expected
      best = candidate
    }
  }
  return best
}
