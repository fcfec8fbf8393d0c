import type { Candidate } from './candidate.ts'
import { ExpectedDistance } from './expected-distance.ts'

/** What is known when a design is chosen. */
export interface Knowledge {
  /** Draws from the posterior: what θ may be. */
  readonly draws: readonly Float64Array[]
  /** Fisher information of the answers so far, K × K, row-major. */
  readonly information: Float64Array
  /** How many people are still to answer. */
  readonly remaining: number
}

/**
 * The candidate after which, if all who are still to come answered by it, the estimate is expected nearest to θ: the mean
 * over the draws of the expected total variation distance (see `ExpectedDistance`) given the information so far and `remaining`
 * times that of one response.
 *
 * Looking ahead to the end, and at several draws, keeps the choice from trusting a posterior that is still wide.
 */
export function chooseDesign(candidates: readonly Candidate[], knowledge: Knowledge): Candidate {
  const { draws, information, remaining } = knowledge
  const distance = new ExpectedDistance(draws[0].length)
  const total = new Float64Array(information.length)
  let best = candidates[0]
  let least = Infinity
  for (const candidate of candidates) {
    let expected = 0
    for (const theta of draws) {
      // Distances are positive: it cannot be the best any more.
      if (expected >= least) break
      total.set(information)
      candidate.addInformation(theta, remaining, total)
      expected += distance.at(theta, total)
    }
    if (expected < least) {
      least = expected
      best = candidate
    }
  }
  return best
}
