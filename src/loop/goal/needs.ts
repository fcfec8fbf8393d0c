import type { Verdict } from './judge.ts'

/** Least weight of a goal that is not settled, as a share of the largest. */
const LEAST_SHARE = 0.1

/** Smallest need of an unsettled goal, as a multiple of the answers so far, so that some people are asked even where little is lacking. */
const LEAST_NEEDED = 0.05

/** Estimate of how many more answers a goal needs, in multiples of those so far; 0 if it is settled. */
export function neededBy({ decision, needed }: Pick<Verdict, 'decision' | 'needed'>): number {
  return decision.settled ? 0 : Math.max(LEAST_NEEDED, needed)
}

/**
 * The probabilities, up to a factor, with which the next person is asked about each goal. They are proportional to the number of people
 * that the goals still need, but at least a tenth of the largest. A settled goal gets 0. If all goals are settled, they weigh the same.
 */
export function weightsOfNeeds(needed: readonly number[]): Float64Array {
  // A goal without any answers yet counts as needing as many as all others together.
  const finite = needed.filter(Number.isFinite)
  const largest = Math.max(1, ...finite)
  const least = LEAST_SHARE * Math.max(0, ...needed.map(value => Math.min(value, largest)))
  const weights = Float64Array.from(needed, value =>
    value > 0 ? Math.max(least, Math.min(value, largest)) : 0,
  )
  return weights.some(weight => weight > 0) ? weights : weights.fill(1)
}
