import { liarWeight } from '../risk/liar-weight.ts'
import type { Candidate } from './candidate.ts'
import { expectedDistance } from './expected-distance.ts'

/** Options from which a design is chosen. */
export interface Knowledge {
  /** Draws of θ from the posterior. */
  readonly draws: readonly Float64Array[]
  /** The information D of the answers so far (see `Candidate`). */
  readonly precision: Float64Array
  /** Number of people who are still to answer. */
  readonly remaining: number
  /** The share of people who may be liars; default 0. Their largest shift of the estimate, by `liarWeight`, is added to the distance. */
  readonly liars?: number
}

/**
 * Chooses the candidate with the smallest expected distance of the estimate to θ if all remaining people answer by it. Candidates are
 * compared by the mean over the draws of the expected total variation distance (see `expectedDistance`), given the information so far and
 * `remaining` times that of one response. The first one stays unless another is better by more than its handicap.
 *
 * Looking ahead to the end, and at several draws, keeps the choice from trusting a posterior that is still wide.
 */
export function chooseDesign(candidates: readonly Candidate[], knowledge: Knowledge): Candidate {
  const { draws, precision, remaining, liars = 0 } = knowledge
  const perResponse = new Float64Array(precision.length)
  let best = candidates[0]
  let least = Infinity
  for (const candidate of candidates) {
    const factor = candidate === candidates[0] ? 1 : 1 / (1 - candidate.handicap)
    let expected = liars > 0 ? draws.length * liars * liarWeight(candidate.mechanism()) : 0
    for (const theta of draws) {
      // Distances are positive, so this candidate can no longer be the best.
      if (expected >= least) break
      candidate.information(theta, perResponse)
      expected += factor * expectedDistance(theta, precision, perResponse, remaining)
    }
    if (expected < least) {
      least = expected
      best = candidate
    }
  }
  return best
}
