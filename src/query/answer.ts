import type { Goal, OrderGoal } from './parse-goal.ts'
import type { LevelEvent, Query } from './query.ts'

/** The answer to a goal with indices in place of names: for an order, the index of a query, `'tie'`, or a list of indices. */
export type Found = number | boolean | 'tie' | readonly number[]

/**
 * The answer to a goal. It is a number for ±; a truth value for a threshold; for an order of two the larger one, or `'tie'`; for the top k
 * a list of levels. Levels are given by their labels, or by the numbers of categories without labels; groups by their names, and other
 * queries by their text.
 */
export type Answer = number | boolean | string | readonly (number | string)[]

/** Decision about a goal, from the answers so far. */
export interface Decision {
  /** The goal, by its text. */
  readonly goal: string
  /** Whether the answers so far suffice to settle the goal. */
  readonly settled: boolean
  /** The most probable answer. */
  readonly answer: Answer
  /**
   * Posterior probability of the answer. The answer to ± is right if the value lies within ± `within` of it. With `guarantee: 'anytime'` it
   * is the confidence if the goal is settled, and ½ otherwise.
   */
  readonly probability: number
  /** Number of people who have answered. */
  readonly answers: number
}

/** Replaces the indices in an answer by names. */
export function answerOf(goal: Goal, found: Found): Answer {
  if (!('order' in goal)) return found as number | boolean
  if (typeof found === 'string') return found
  const name = (place: number) => nameOf(goal, place)
  return typeof found === 'number' ? name(found) : (found as readonly number[]).map(name)
}

/** Replaces the names in an answer by indices. */
export function foundOf(goal: Goal, answer: Answer): Found {
  if (!('order' in goal) || answer === 'tie') return answer as Found
  const names = goal.order.map((_, place) => nameOf(goal, place))
  const placeOf = (name: unknown) => names.indexOf(name as string)
  return Array.isArray(answer) ? answer.map(placeOf) : placeOf(answer)
}

/** Name that distinguishes a query from the others of an order: its level, its group, or else its text. */
function nameOf({ order }: OrderGoal, place: number): string | number {
  const query = order[place]
  const level = levelOf(query)
  if (level !== undefined && order.every(other => levelOf(other) !== undefined)) {
    const [first, second] = order.map(other => levelOf(other))
    if (order.length > 2 || first !== second) return level
  }
  const groups = order.map(groupOf)
  return order.length === 2 && groups[0] !== groups[1] ? (groups[place] ?? String(query)) : String(query)
}

/** The only level of a share. */
export function levelOf(query: Query): string | number | undefined {
  if (query.form !== 'share' || query.of.length > 1 || query.minus) return undefined
  const { in: levels } = query.of[0] as LevelEvent
  return levels?.length === 1 ? levels[0] : undefined
}

/** The level in the only condition of a query, such as a group; undefined if there are more conditions or levels. */
function groupOf({ given }: Query): string | undefined {
  const last = given?.[0] as LevelEvent | undefined
  return given?.length === 1 && last?.in?.length === 1 ? String(last.in[0]) : undefined
}

/**
 * Whether an answer is right, given the true values of the goal's queries. A value is right within `within`, and a tie within `by`. A top-k
 * list is right if no query outside it is larger, by more than `by`, than one in it.
 */
export function isRight(goal: Goal, found: Found, values: ArrayLike<number>, start = 0): boolean {
  if ('within' in goal) return Math.abs((found as number) - values[start]) <= goal.within
  if ('above' in goal) return found === values[start] > goal.above
  const { order, by = 0 } = goal
  if (order.length === 2) {
    const lead = values[start] - values[start + 1]
    if (found === 'tie') return Math.abs(lead) < by
    return found === 0 ? lead > 0 : lead < 0
  }
  const inside = new Set(found as readonly number[])
  let [least, most] = [Infinity, -Infinity]
  for (let x = 0; x < order.length; x++) {
    if (inside.has(x)) least = Math.min(least, values[start + x])
    else most = Math.max(most, values[start + x])
  }
  return least >= most - by
}

/** The text of an answer. A share has four digits after the point; other values have six significant digits. */
export function answerText(goal: Goal, answer: Answer): string {
  if ('above' in goal) return answer ? 'above' : 'not above'
  if ('within' in goal) {
    const value = answer as number
    return goal.query.form === 'share' ? value.toFixed(4) : String(Number(value.toPrecision(6)))
  }
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}
