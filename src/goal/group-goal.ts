import { refuse, refuseName, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'

/**
 * A question about groups of people:
 *
 * - `{ category, group, within }`: how frequent is a category in a group? It is settled when the pooled posterior's interval is no wider
 *   than ± `within`, whose middle is the answer.
 * - `{ category, compare: { groups: [g, h] }, margin? }`: in which of two groups is it more frequent? The answer is the group's name or,
 *   if a margin is given and the frequencies differ by less, `'tie'`.
 */
export type GroupGoal =
  | { readonly category: number; readonly group: string; readonly within: number }
  | {
      readonly category: number
      readonly compare: { readonly groups: readonly [string, string] }
      readonly margin?: number
    }

/** What the answers so far say about a question about groups. */
export interface GroupDecision {
  /** Whether they are enough to settle it. */
  readonly settled: boolean
  /** The likeliest answer: a frequency, the name of a group, or `'tie'`. */
  readonly answer: number | string
  /** Its posterior probability; of a frequency, that of lying within ± `within` of the answer. */
  readonly probability: number
  /** How many people have answered, in all groups. */
  readonly answers: number
}

/**
 * A checked copy of a goal about groups.
 *
 * @throws RangeError, with the path in the goal, if it is not a valid goal over these categories and groups
 */
export function requireGroupGoal(value: unknown, categories: number, groups: readonly string[]): GroupGoal {
  const goal = plainCopy('goal', value, 16) as {
    category?: unknown
    group?: unknown
    within?: unknown
    compare?: { groups: unknown }
    margin?: unknown
  }
  const requireGroup = (argument: string, name: unknown) =>
    groups.includes(name as string) ? (name as string) : refuseName(argument, name, groups)
  const category = requireInteger('goal.category', goal.category, 0, categories - 1)
  if (goal.compare === undefined) {
    requireOptions(goal as object, { category: true, group: true, within: true } as object, 'goal')
    const within = requireNumber('goal.within', goal.within, { above: 0, below: 1 })
    return { category, group: requireGroup('goal.group', goal.group), within }
  }
  requireOptions(goal as object, { category: true, compare: true, margin: true } as object, 'goal')
  const { groups: pair } = requireOptions(goal.compare, { groups: true }, 'goal.compare')
  if (!Array.isArray(pair) || pair.length !== 2) refuse('goal.compare.groups', pair, 'a list of two groups')
  const [g, h] = pair.map((name, i) => requireGroup(`goal.compare.groups[${i}]`, name))
  if (g === h) refuse('goal.compare.groups', pair, 'two different groups')
  const { margin } = goal
  return {
    category,
    compare: { groups: [g, h] },
    ...(margin !== undefined && {
      margin: requireNumber('goal.margin', margin, { above: 0, below: 1 }),
    }),
  }
}

/** Whether a goal is about groups. */
export function isGroupGoal(goal: object): goal is GroupGoal {
  return 'group' in goal || ('compare' in goal && !Array.isArray(goal.compare))
}

/** Whether an answer is right, where groups have these laws. A frequency is right within its margin, and so are ties. */
export function isRightOfGroups(
  goal: GroupGoal,
  answer: GroupDecision['answer'],
  law: (group: string) => ArrayLike<number>,
): boolean {
  const { category } = goal
  if ('group' in goal) return Math.abs((answer as number) - law(goal.group)[category]) <= goal.within
  const [g, h] = goal.compare.groups
  const lead = law(g)[category] - law(h)[category]
  if (answer === 'tie') return Math.abs(lead) < (goal.margin ?? 0)
  return answer === g ? lead > 0 : lead < 0
}
