import type { Answer, Decision, Goal, GoalGuarantee } from '../../goal/goal.ts'
import type { NumericGoal } from '../../goal/numeric-goal.ts'
import type { Band, ConfidenceSequenceOptions } from '../../sequence/confidence-sequence.ts'
import { descendingOrder } from '../../simplex/order.ts'

/**
 * The intervals that a collection needs: of 95 % for each category, if these are asked for, or if a goal's decisions should hold
 * for every truth. Decisions then use the same answers at a level of their own (`levelFor`).
 */
export function sequenceOptions(
  { categories, goal, guarantee }: SequenceNeeds,
  asked: boolean,
): Required<ConfidenceSequenceOptions> | undefined {
  const decides = goal !== undefined && guarantee === 'anytime'
  return asked || decides ? { categories, level: 0.95, simultaneous: false } : undefined
}

interface SequenceNeeds {
  readonly categories: number
  readonly goal?: Goal | NumericGoal
  readonly guarantee?: GoalGuarantee
}

/**
 * The level of the intervals that decide, so that they are together as sure as the goal asks: for a comparison both intervals at
 * once, for the top k those of all categories.
 */
export function levelFor(goal: Goal, confidence: number): { level: number; simultaneous: boolean } {
  return { level: 'compare' in goal ? (1 + confidence) / 2 : confidence, simultaneous: 'top' in goal }
}

/**
 * The decision that follows from intervals that hold at every look. Whatever the truth is, and however often one looks, it is wrong
 * only if one of the intervals misses. Its probability is the confidence if it is settled and ½ otherwise, since there is no
 * prior that says more.
 */
export function decideByBand(goal: Goal, { lower, upper, answers }: Band, confidence: number): Decision {
  const { answer, settled } = answerOf(goal, lower, upper)
  const sure = settled && answers > 0
  return { settled: sure, answer, probability: sure ? confidence : 0.5, answers }
}

function answerOf(
  goal: Goal,
  lower: Float64Array,
  upper: Float64Array,
): { answer: Answer; settled: boolean } {
  const middle = lower.map((low, x) => (low + upper[x]) / 2)
  if ('category' in goal) {
    const x = goal.category
    return { answer: middle[x], settled: upper[x] - lower[x] <= 2 * goal.within }
  }
  if ('above' in goal) {
    const { category: x, threshold } = goal.above
    return { answer: middle[x] > threshold, settled: lower[x] > threshold || upper[x] < threshold }
  }
  if ('compare' in goal) {
    const [a, b] = goal.compare
    const apart = Math.max(upper[a] - lower[b], upper[b] - lower[a])
    if (apart < (goal.margin ?? 0)) return { answer: 'tie', settled: true }
    return { answer: middle[a] > middle[b] ? a : b, settled: lower[a] > upper[b] || lower[b] > upper[a] }
  }
  const order = descendingOrder(middle)
  let [least, most] = [Infinity, -Infinity]
  order.forEach((x, i) => {
    if (i < goal.top) least = Math.min(least, lower[x])
    else most = Math.max(most, upper[x])
  })
  return {
    answer: Array.from(order.subarray(0, goal.top)).sort((i, j) => i - j),
    settled: least >= most - (goal.margin ?? 0),
  }
}
