import { columnMeans } from '../../arrays/sums.ts'
import { square } from '../../elementary/square.ts'
import { type Found, isRight } from '../../query/answer.ts'
import type { Goal, OrderGoal, SideGoal } from '../../query/parse-goal.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import type { NormalOfOne } from './answers-alone.ts'
import type { ChoiceEvidence } from './verdict.ts'

/** A goal with a few mutually exclusive answers. */
export type ChoiceGoal = SideGoal | OrderGoal

/** Values of the goal's queries at draws, row by row. */
export interface DrawnValues {
  readonly values: Float64Array
  /** Number of queries. */
  readonly width: number
}

/** Whether a goal asks for the larger of two. */
export function isOrderOfTwo(goal: Goal): boolean {
  return 'order' in goal && goal.order.length === 2
}

/** The possible answers to a goal, given draws of its queries' values; for the top k, only the most probable one. */
export function answersTo(goal: ChoiceGoal, { values, width }: DrawnValues): readonly Found[] {
  if ('above' in goal) return [true, false]
  if (goal.order.length === 2) return goal.by === undefined ? [0, 1] : [0, 1, 'tie']
  return [
    Array.from(descendingOrder(columnMeans(values, width)).subarray(0, goal.take)).sort((i, j) => i - j),
  ]
}

/**
 * The share of draws in which an answer holds. For an order of two, a difference within the margin counts for the tie, so the answers
 * exclude each other.
 */
export function shareHolding(goal: ChoiceGoal, answer: Found, { values, width }: DrawnValues): number {
  const rows = values.length / width
  let count = 0
  for (let row = 0; row < rows; row++) count += Number(holds(goal, answer, values, row * width))
  return count / rows
}

/** Prior probability of an answer, from draws. Half a draw is added, so it is never zero. */
export function priorShareOf(goal: ChoiceGoal, answer: Found, prior: DrawnValues): number {
  const rows = prior.values.length / prior.width
  return (shareHolding(goal, answer, prior) * rows + 0.5) / (rows + 1)
}

function holds(goal: ChoiceGoal, answer: Found, values: Float64Array, start: number): boolean {
  if ('above' in goal || goal.order.length > 2) return isRight(goal, answer, values, start)
  const lead = values[start] - values[start + 1]
  const { by = 0 } = goal
  if (answer === 'tie') return Math.abs(lead) <= by
  return answer === 0 ? lead > by : by === 0 ? lead <= 0 : lead < -by
}

/** The evidence of draws for each possible answer. */
export function choiceEvidence(
  goal: ChoiceGoal,
  drawn: DrawnValues,
  {
    worth,
    prior,
    ...rest
  }: { readonly worth: number; readonly prior: (answer: Found) => number } & Pick<
    ChoiceEvidence,
    'alone' | 'beyond'
  >,
): ChoiceEvidence {
  const answers = answersTo(goal, drawn).map(answer => ({
    answer,
    share: shareHolding(goal, answer, drawn),
    prior: prior(answer),
  }))
  return { answers, worth, ...rest }
}

/**
 * Whether the answers alone, under a flat prior, support an answer about a value or a difference. A side must be as probable as the
 * confidence. With a margin, the central interval of the difference at the confidence must lie above the margin, below it, or within it. A
 * one-sided rule would name a winner of an exact tie in a tenth of all collections, because there are several interim looks.
 *
 * @param alone the normal distribution of the value or of the difference
 */
export function holdsAlone(
  goal: ChoiceGoal,
  answer: Found,
  { mean, sd }: NormalOfOne,
  confidence: number,
): boolean {
  if ('above' in goal) {
    const lead = (answer ? 1 : -1) * (mean - goal.above)
    return normalCdf(lead / sd) >= confidence
  }
  const { by = 0 } = goal
  const [above, below] = [mean, -mean].map(lead => normalCdf((lead - by) / sd))
  if (answer === 'tie') return Math.max(above, below) <= (1 - confidence) / 2
  return (answer === 0 ? above : below) >= (by > 0 ? (1 + confidence) / 2 : confidence)
}

/** The normal distribution of the difference of two independent estimates. */
export function leadOf(one: NormalOfOne, other: NormalOfOne): NormalOfOne {
  return { mean: one.mean - other.mean, sd: Math.sqrt(square(one.sd) + square(other.sd)) }
}
