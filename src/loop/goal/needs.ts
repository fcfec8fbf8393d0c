import type { Verdict } from './judge.ts'

/** Goals that are not settled get at least this share of the largest need. */
const LEAST_SHARE = 0.1

/** What an unsettled goal needs at least, in multiples of the answers so far: where little is lacking, some people are asked all the same. */
const LEAST_NEEDED = 0.05

/** How many more answers a goal needs, by what a look has found; 0 if it is settled. */
export function neededBy({ decision, needed }: Pick<Verdict, 'decision' | 'needed'>): number {
  return decision.settled ? 0 : Math.max(LEAST_NEEDED, needed)
}

/**
 * The weights with which the next person is asked for each of several goals: in proportion to the people that they still need, floored at a
 * tenth of the largest. A settled goal needs nobody; where all are settled, each counts the same.
 */
export function weightsOfNeeds(needed: readonly number[]): Float64Array {
  // Where nothing is known of a goal yet, it needs as many as all others together.
  const finite = needed.filter(Number.isFinite)
  const largest = Math.max(1, ...finite)
  const least = LEAST_SHARE * Math.max(0, ...needed.map(value => Math.min(value, largest)))
  const weights = Float64Array.from(needed, value =>
    value > 0 ? Math.max(least, Math.min(value, largest)) : 0,
  )
  return weights.some(weight => weight > 0) ? weights : weights.fill(1)
}
