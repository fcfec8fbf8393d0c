import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'

/**
 * A question that a collection should answer, about the frequencies θ of the categories:
 *
 * - `{ category, within }`: how frequent is it? The goal is settled when an interval of θ_c is no wider than ± `within`. This is the
 *   interval that covers both the posterior's and that of the answers alone, without the prior. The answer is its middle.
 * - `{ above: { category, threshold } }`: is θ_c above the threshold? The answer is true or false.
 * - `{ compare: [a, b], margin? }`: which of two is more frequent? The answer is its number or, if a margin is given and the
 *   frequencies differ by less, `'tie'`.
 * - `{ top: k, margin? }`: which are the k most frequent? The answer is their sorted list. No category in it is less frequent, by
 *   more than the margin, than one that is left out.
 *
 * What `'posterior'` decisions promise rests on the posterior, which is approximate for a comparison and for the top k. With truths
 * drawn from a Dirichlet(1) prior, K = 8, ε = 2 and confidence 0.95, 3 of 192 settled comparisons were wrong, and 7 of 289 settled
 * goals of the top k. Comparing categories because they seem to be close means comparing them under truths that are rarer by the
 * prior: for a pair whose frequencies differ by 0.003, 21 of 53 settled comparisons were wrong, but none with
 * `guarantee: 'anytime'`. A frequency is safer: ±0.03 at ε = 1, for the likeliest of 200 categories drawn from Dirichlet(0.1), was
 * wrong in 14 of 400 runs, and in 16 under the wrong prior 1.
 */
export type Goal =
  | { readonly category: number; readonly within: number }
  | { readonly above: { readonly category: number; readonly threshold: number } }
  | { readonly compare: readonly [number, number]; readonly margin?: number }
  | { readonly top: number; readonly margin?: number }

/** The answer to a goal: a frequency; whether it is above the threshold; a category or `'tie'`; a list of categories. */
export type Answer = number | boolean | 'tie' | readonly number[]

/** What the answers so far say about a goal. */
export interface Decision {
  /** Whether they are enough to settle it. */
  readonly settled: boolean
  /** The likeliest answer. */
  readonly answer: Answer
  /**
   * Its posterior probability; of a frequency, that of lying within ± `within` of the answer. With `guarantee: 'anytime'` it is
   * the confidence if the goal is settled, and ½ otherwise.
   */
  readonly probability: number
  /** How many people have answered. */
  readonly answers: number
}

/** Where decisions are right as often as promised: over truths drawn from the prior, or for every truth. */
export type GoalGuarantee = (typeof GUARANTEES)[number]

export const GUARANTEES = ['posterior', 'anytime'] as const

/** By default one settled answer in twenty may be wrong. */
export const CONFIDENCE = 0.95

const unit = { above: 0, below: 1 } as const

/**
 * A checked copy of a goal about this many categories.
 *
 * @throws RangeError, with the path in the goal, if it is not a valid goal
 */
export function requireGoal(value: unknown, categories: number): Goal {
  const goal = plainCopy('goal', value, 16)
  requireOptions<object>(goal, NAMES, 'goal')
  const category = (argument: string, x: unknown) => requireInteger(argument, x, 0, categories - 1)
  if ('above' in goal) {
    requireOptions(goal as { above: unknown }, { above: true }, 'goal')
    const above = requireOptions(
      goal.above as { category: number; threshold: number },
      { category: true, threshold: true },
      'goal.above',
    )
    return {
      above: {
        category: category('goal.above.category', above.category),
        threshold: requireNumber('goal.above.threshold', above.threshold, unit),
      },
    }
  }
  if ('compare' in goal) {
    const { compare } = requireOptions(
      goal as { compare: unknown; margin?: number },
      MARGINAL.compare,
      'goal',
    )
    if (!Array.isArray(compare) || compare.length !== 2) {
      refuse('goal.compare', compare, 'a list of two categories')
    }
    const pair = compare.map((x, i) => category(`goal.compare[${i}]`, x)) as [number, number]
    if (pair[0] === pair[1]) refuse('goal.compare', compare, 'a list of two different categories')
    return { compare: pair, ...marginOf(goal.margin) }
  }
  if ('top' in goal) {
    const { top } = requireOptions(goal as { top: unknown; margin?: number }, MARGINAL.top, 'goal')
    return { top: requireInteger('goal.top', top, 1, categories - 1), ...marginOf(goal.margin) }
  }
  if (!('category' in goal)) {
    refuse('goal', value, 'an object with category and within, with above, with compare, or with top')
  }
  const { category: x, within } = requireOptions(
    goal as { category: number; within: number },
    { category: true, within: true },
    'goal',
  )
  return {
    category: category('goal.category', x),
    within: requireNumber('goal.within', within, unit),
  }
}

/** The names of every form of goal together, so that a misspelt one is told from a form that there is not. */
const NAMES = { category: true, within: true, above: true, compare: true, top: true, margin: true } as const

const MARGINAL = {
  compare: { compare: true, margin: true },
  top: { top: true, margin: true },
} as const

function marginOf(margin: unknown): { margin?: number } {
  return margin === undefined ? {} : { margin: requireNumber('goal.margin', margin, unit) }
}

/** Whether an answer is right for this θ. A frequency is right if it is within its margin, and ties within their margin are. */
export function isRight(goal: Goal, answer: Answer, theta: ArrayLike<number>): boolean {
  if ('category' in goal) return Math.abs((answer as number) - theta[goal.category]) <= goal.within
  if ('above' in goal) return answer === theta[goal.above.category] > goal.above.threshold
  if ('compare' in goal) {
    const [a, b] = goal.compare
    const lead = theta[a] - theta[b]
    if (answer === 'tie') return Math.abs(lead) < (goal.margin ?? 0)
    return answer === a ? lead > 0 : lead < 0
  }
  const { margin = 0 } = goal
  const inside = new Set(answer as readonly number[])
  let [least, most] = [Infinity, -Infinity]
  for (let x = 0; x < theta.length; x++) {
    if (inside.has(x)) least = Math.min(least, theta[x])
    else most = Math.max(most, theta[x])
  }
  return least >= most - margin
}
