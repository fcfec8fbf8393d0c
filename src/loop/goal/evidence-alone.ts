import { log } from '../../elementary/log.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { Found } from '../../query/answer.ts'
import type { OrderGoal } from '../../query/parse-goal.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import { estimatesAlone, type NormalOfOne, unitContrast } from './answers-alone.ts'
import type { ChoiceGoal } from './choice.ts'

/** Number of categories on either side of the boundary of the top k that are compared. */
const NEAREST = 8

/** The log odds that an answer is right, by the prior-free normal distribution of the value or of the difference. */
export function evidenceOfLead(goal: ChoiceGoal, answer: Found, { mean, sd }: NormalOfOne): number {
  if ('above' in goal) return oddsAgainst(normalCdf(((answer ? -1 : 1) * (mean - goal.above)) / sd))
  const { by = 0 } = goal
  if (answer === 'tie') return oddsAgainst(normalCdf((mean - by) / sd) + normalCdf((-mean - by) / sd))
  const lead = answer === 0 ? mean : -mean
  return oddsAgainst(normalCdf(-(lead - by) / sd))
}

/**
 * The prior-free log odds that a top-k list is right. The error is the sum of the probabilities that one of the categories nearest to the
 * boundary is on the wrong side of another.
 *
 * @param means approximate frequencies
 * @returns 0 if the answers do not identify these categories
 */
export function evidenceForTop({ take, by = 0 }: OrderGoal, tally: Tally, means: Float64Array): number {
  const order = Array.from(descendingOrder(means))
  const first = order.slice(Math.max(0, take - NEAREST), take)
  const second = order.slice(take, take + NEAREST)
  const contrasts = [...first, ...second].map(x => unitContrast(means.length, x))
  const found = estimatesAlone(tally, contrasts, means)
  if (found === undefined) return 0
  let wrong = 0
  for (let i = 0; i < first.length; i++) {
    for (let j = first.length; j < contrasts.length; j++) {
      const variance = found.covariance(i, i) + found.covariance(j, j) - 2 * found.covariance(i, j)
      const lead = found.means[i] - found.means[j]
      wrong += normalCdf(-(lead + by) / Math.sqrt(Math.max(Number.MIN_VALUE, variance)))
    }
  }
  return oddsAgainst(wrong)
}

const oddsAgainst = (wrong: number) => (wrong < 1 ? log((1 - wrong) / wrong) : -Infinity)
