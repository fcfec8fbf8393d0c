import { refuse, requireInteger, requireNumber, requireOptions } from '../../check/check.ts'
import { plainCopy } from '../../check/plain.ts'

/**
 * A question that a collection is to answer, about the frequencies θ of the categories:
 *
 * - `{ category, within }`: how frequent is it? Settled when the interval of θ_c is no wider than ± `within`: the one that holds that
 *   of the posterior and that of the answers alone, whatever the prior. The answer is its middle.
 * - `{ above: { category, threshold } }`: is θ_c above the threshold? The answer is true or false.
 * - `{ compare: [a, b], margin? }`: which of two is more frequent? The answer is its number, or, where a margin is given and the
 *   frequencies differ by less, `'tie'`.
 * - `{ top: k, margin? }`: which are the k most frequent? The answer is the sorted list; none of it is less frequent than one that is
 *   left out, by more than the margin.
 *
 * What `'posterior'` decisions promise rests on the posterior, which is approximate for a comparison and for the top k. Over truths
 * drawn from a Dirichlet(1) prior, K = 8, ε = 2, confidence 0.95, 3 of 192 settled comparisons were wrong, and 7 of 289 settled goals of the
 * top. Whoever asks about categories because they seem to be close asks about truths that the prior finds rarer: of a pair whose
 * frequencies differ by 0.003, 21 of 53 settled comparisons were wrong, and none by `guarantee: 'anytime'`. A frequency is safer: of the
 * likeliest of 200 categories, drawn from Dirichlet(0.1), ±0.03 at ε = 1 were wrong in 14 of 400 runs, and in 16 under the wrong prior 1.
 */
export type Goal =
  | { readonly category: number; readonly within: number }
  | { readonly above: { readonly category: number; readonly threshold: number } }
  | { readonly compare: readonly [number, number]; readonly margin?: number }
  | { readonly top: number; readonly margin?: number }

/** What answers a goal: a frequency, whether it is above, a category or `'tie'`, categories. */
export type Answer = number | boolean | 'tie' | readonly number[]

/** What the answers so far say about a goal. */
export interface Decision {
  /** Whether they are enough. */
  readonly settled: boolean
  /** The likeliest answer. */
  readonly answer: Answer
  /** Its posterior probability. */
  readonly probability: number
  /** How many people have answered. */
  readonly answers: number
}

/** What makes a decision right: over truths drawn from the prior, or for every truth. */
export type GoalGuarantee = (typeof GUARANTEES)[number]

export const GUARANTEES = ['posterior', 'anytime'] as const

/** By default one settled answer in twenty may be wrong. */
export const CONFIDENCE = 0.95

const unit = { above: 0, below: 1 } as const

/**
 * A copy of a goal about so many categories.
 *
 * @throws RangeError, with the path in the goal, if it is none
 */
export function requireGoal(value: unknown, categories: number): Goal {
  const goal = plainCopy('goal', value, 16)
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

const MARGINAL = {
  compare: { compare: true, margin: true },
  top: { top: true, margin: true },
} as const

function marginOf(margin: unknown): { margin?: number } {
  return margin === undefined ? {} : { margin: requireNumber('goal.margin', margin, unit) }
}

/** Whether an answer is right where θ is this. A frequency within its margin counts, and so do ties within theirs. */
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
