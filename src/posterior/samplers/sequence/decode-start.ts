import { expandSeparably } from '../../likelihood/separable-likelihood.ts'
import type { Tally } from '../../tally/tally.ts'

/** Number of standard errors above 0 from which on a category's decoded share stands out. */
const STANDS_OUT = 2.7
/** Smallest share of all other categories together. */
const LEAST_REST = 0.05

/**
 * Writes a starting θ: one Newton step from the uniform θ, which for a block design decodes the counts. The categories that stand out
 * keep their shares, and all others divide the rest evenly.
 *
 * @returns number of categories that stand out
 */
export function decodeStart(tally: Tally, theta: Float64Array): number {
  const K = tally.categories
  const { slope, information } = expandSeparably(tally, new Float64Array(K).fill(1 / K))
  let centre = 0
  for (let x = 0; x < K; x++) centre += (slope[x] - information[x] / K) / K
  let prominent = 0
  let total = 0
  for (let x = 0; x < K; x++) {
    const share = (slope[x] - centre) / information[x]
    theta[x] = share * Math.sqrt(information[x]) > STANDS_OUT ? share : 0
    total += theta[x]
    if (theta[x] > 0) prominent++
  }
  const rest = prominent < K ? Math.max(LEAST_REST, 1 - total) : 0
  for (let x = 0; x < K; x++) {
    if (theta[x] > 0) theta[x] *= (1 - rest) / total
    else theta[x] = rest / (K - prominent)
  }
  return prominent
}
