import type { Goal, OrderGoal } from './parse-goal.ts'
import type { LevelEvent, Query } from './query.ts'

/** The answer to a goal as it is found: of an order the place of a query, `'tie'`, or the places of several. */
export type Found = number | boolean | 'tie' | readonly number[]

/**
 * The answer to a goal: a number for ±; whether it is above; of an order of two, which is larger, or `'tie'`; of the top k their levels.
 * Levels are labels, or the numbers of categories that have none; groups have their names, and other queries their text.
 */
export type Answer = number | boolean | string | readonly (number | string)[]

/** What the answers so far say about a goal. */
export interface Decision {
  /** The goal, by its text. */
  readonly goal: string
  /** Whether they are enough to settle it. */
  readonly settled: boolean
  /** The likeliest answer. */
  readonly answer: Answer
  /**
   * Its posterior probability; of a value, that of lying within ± `within` of the answer. With `guarantee: 'anytime'` it is the
   * confidence if the goal is settled, and ½ otherwise.
   */
  readonly probability: number
  /** How many people have answered. */
  readonly answers: number
}

/** The answer to a goal in the words of those who asked. */
export function answerOf(goal: Goal, found: Found): Answer {
  if (!('order' in goal)) return found as number | boolean
  if (typeof found === 'string') return found
  const name = (place: number) => nameOf(goal, place)
  return typeof found === 'number' ? name(found) : (found as readonly number[]).map(name)
}

/** The answer as it was found, from the words of those who asked. */
export function foundOf(goal: Goal, answer: Answer): Found {
  if (!('order' in goal) || answer === 'tie') return answer as Found
  const names = goal.order.map((_, place) => nameOf(goal, place))
  const placeOf = (name: unknown) => names.indexOf(name as string)
  return Array.isArray(answer) ? answer.map(placeOf) : placeOf(answer)
}

/** What tells a query from the others of an order: its level, its group, or else its text. */
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

/** The last condition of a query, if it is a single level: its group, or what else it is limited to. */
function groupOf({ given }: Query): string | undefined {
  const last = given?.[0] as LevelEvent | undefined
  return given?.length === 1 && last?.in?.length === 1 ? String(last.in[0]) : undefined
}

/**
 * Whether an answer is right, where the goal's queries have these values. A value is right within its width, and ties are within their
 * margin; of the top k, none may be smaller, by more than the margin, than one that is left out.
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

/** How an answer is printed: a value to four digits after the point where it is a share, otherwise to six digits. */
export function answerText(goal: Goal, answer: Answer): string {
  if ('above' in goal) return answer ? 'above' : 'not above'
  if ('within' in goal) {
    const value = answer as number
    return goal.query.form === 'share' ? value.toFixed(4) : String(Number(value.toPrecision(6)))
  }
  return Array.isArray(answer) ? answer.join(', ') : String(answer)
}
