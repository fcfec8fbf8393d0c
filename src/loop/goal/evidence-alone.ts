import { log } from '../../elementary/log.ts'
import type { Answer, Goal } from '../../goal/goal.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import { type EstimatesAlone, estimatesAlone } from './answers-alone.ts'

/** A goal about several categories. */
export type ManyGoal = Extract<Goal, { compare: unknown } | { top: number }>

/** Of the top k, this many categories on either side of the boundary are compared. */
const NEAREST = 8

/**
 * The logarithm of the odds that an answer about several categories is right, by the answers alone: from the normal law of the
 * estimates that owe nothing to a prior. It serves where draws from the posterior cannot show odds so large. For the top k it
 * adds up the probabilities that one of the categories nearest to the boundary is on the wrong side of another.
 *
 * @param means roughly the frequencies
 * @returns 0 if the answers do not tell these categories from all others
 */
export function evidenceAlone(goal: ManyGoal, answer: Answer, tally: Tally, means: Float64Array): number {
  const [first, second] = 'compare' in goal ? pairOf(goal.compare, answer) : sidesOf(goal.top, means)
  const found = estimatesAlone(tally, [...first, ...second], means)
  if (found === undefined) return 0
  const { margin = 0 } = goal
  let wrong = 0
  for (let i = 0; i < first.length; i++) {
    for (let j = first.length; j < first.length + second.length; j++) {
      const { lead, sd } = leadOf(found, i, j)
      if (answer === 'tie') wrong += normalCdf((lead - margin) / sd) + normalCdf((-lead - margin) / sd)
      else wrong += normalCdf(-(lead + ('top' in goal ? margin : 0)) / sd)
    }
  }
  return wrong < 1 ? log((1 - wrong) / wrong) : -Infinity
}

/** The category that leads, by the answer, and the other one. */
function pairOf([a, b]: readonly [number, number], answer: Answer): [number[], number[]] {
  return answer === b ? [[b], [a]] : [[a], [b]]
}

/** The categories nearest to the boundary, of the top k and of the others. */
function sidesOf(top: number, means: Float64Array): [number[], number[]] {
  const order = Array.from(descendingOrder(means))
  return [order.slice(Math.max(0, top - NEAREST), top), order.slice(top, top + NEAREST)]
}

function leadOf({ means, covariance }: EstimatesAlone, i: number, j: number) {
  const variance = covariance(i, i) + covariance(j, j) - 2 * covariance(i, j)
  return { lead: means[i] - means[j], sd: Math.sqrt(Math.max(Number.MIN_VALUE, variance)) }
}
