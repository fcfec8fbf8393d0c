import { square } from '../../elementary/square.ts'
import { type Found, isRight } from '../../query/answer.ts'
import type { Goal, OrderGoal, SideGoal } from '../../query/parse-goal.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { normalCdf } from '../../special/normal-cdf.ts'
import type { NormalOfOne } from './answers-alone.ts'
import type { ChoiceEvidence } from './verdict.ts'

/** A goal with a few answers that exclude each other. */
export type ChoiceGoal = SideGoal | OrderGoal

/** Values of the goal's queries at draws, row by row. */
export interface DrawnValues {
  readonly values: Float64Array
  /** How many queries there are. */
  readonly width: number
}

/** Whether a goal asks which of two is larger. */
export function isOrderOfTwo(goal: Goal): boolean {
  return 'order' in goal && goal.order.length === 2
}

/** The answers that a goal may have, where its queries have these values at draws: of the top k only the likeliest. */
export function answersTo(goal: ChoiceGoal, { values, width }: DrawnValues): readonly Found[] {
  if ('above' in goal) return [true, false]
  if (goal.order.length === 2) return goal.by === undefined ? [0, 1] : [0, 1, 'tie']
  const means = new Float64Array(width)
  for (let i = 0; i < values.length; i++) means[i % width] += values[i]
  return [Array.from(descendingOrder(means).subarray(0, goal.take)).sort((i, j) => i - j)]
}

/** The share of draws in which an answer holds: of an order of two by more than the margin, so that the answers exclude each other. */
export function shareHolding(goal: ChoiceGoal, answer: Found, { values, width }: DrawnValues): number {
  const rows = values.length / width
  let held = 0
  for (let row = 0; row < rows; row++) held += Number(holds(goal, answer, values, row * width))
  return held / rows
}

/** The same of draws from a prior. Half a draw is added, so that it is never zero. */
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

/** The evidence of draws for each answer that there may be. */
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
 * Whether the answers alone, under a flat prior, say the same of a value or of a lead: of a side that it is as probable as the confidence;
 * where there is a margin, that the central interval of the lead at the confidence lies above it, below it, or within. One tail alone would
 * name a winner of an exact tie in a tenth of all collections, as one looks more than once.
 *
 * @param alone the normal law of the value or of the lead
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

/** The normal law of the difference of two estimates that are independent. */
export function leadOf(one: NormalOfOne, other: NormalOfOne): NormalOfOne {
  return { mean: one.mean - other.mean, sd: Math.sqrt(square(one.sd) + square(other.sd)) }
}
