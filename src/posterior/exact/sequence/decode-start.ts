import type { Tally } from '../../tally/tally.ts'
import { expandSeparably } from './separable-likelihood.ts'

/** A category decoded above so many standard errors is there at the start. */
const THERE = 2.7
/** What the others have together, at the least. */
const LEAST_REST = 0.05

/**
 * A start: θ by one Newton step from the uniform one, which for a block design is what its counts say. The categories that stand out keep
 * their shares, and all others have the rest. Returns how many stand out.
 */
export function decodeStart(tally: Tally, theta: Float64Array): number {
  const K = tally.categories
  const { slope, information } = expandSeparably(tally, new Float64Array(K).fill(1 / K))
  let centre = 0
  for (let x = 0; x < K; x++) centre += (slope[x] - information[x] / K) / K
  let there = 0
  let total = 0
  for (let x = 0; x < K; x++) {
    const share = (slope[x] - centre) / information[x]
    theta[x] = share * Math.sqrt(information[x]) > THERE ? share : 0
    total += theta[x]
    if (theta[x] > 0) there++
  }
  const rest = there < K ? Math.max(LEAST_REST, 1 - total) : 0
  for (let x = 0; x < K; x++) {
    if (theta[x] > 0) theta[x] *= (1 - rest) / total
    else theta[x] = rest / (K - there)
  }
  return there
}
