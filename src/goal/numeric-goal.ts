import { refuse, requireNumber, requireOptions } from '../check/check.ts'
import { plainCopy } from '../check/plain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { binFrom } from '../domain/ordered.ts'

/**
 * A question about a number, in the units of its range:
 *
 * - `{ quantile: p, within }`: where is the p-quantile? It is settled when its interval is no wider than ± `within`, whose middle is
 *   the answer.
 * - `{ mean: true, within }`: what is the mean, of values clamped to the range?
 * - `{ above: { value, threshold } }`: is `P(X ≥ value)` above the threshold, for a value at an edge of the bins?
 *
 * What is settled rests on the smooth law's posterior: over truths drawn from that law, at most a share of `1 − confidence` is wrong.
 */
export type NumericGoal =
  | { readonly quantile: number; readonly within: number }
  | { readonly mean: true; readonly within: number }
  | { readonly above: { readonly value: number; readonly threshold: number } }

/**
 * A checked copy of a goal about numbers in this range.
 *
 * @throws RangeError, with the path in the goal, if it is not a valid goal
 */
export function requireNumericGoal(value: unknown, range: OrderedKind): NumericGoal {
  const goal = plainCopy('goal', value, 16) as {
    quantile?: number
    mean?: boolean
    within?: number
    above?: { value: number; threshold: number }
  }
  requireOptions<object>(goal, { quantile: true, mean: true, above: true, within: true }, 'goal')
  if ('above' in goal) {
    requireOptions(goal as { above: unknown }, { above: true }, 'goal')
    const names = { value: true, threshold: true } as const
    const above = requireOptions(goal.above!, names, 'goal.above')
    const bin = binFrom(range, 'goal.above.value', above.value)
    if (bin === 0 || range.first + bin >= range.cells) {
      refuse(
        'goal.above.value',
        above.value,
        'a value that some have, and others not: inside the range, or its upper end',
      )
    }
    return {
      above: {
        value: above.value,
        threshold: requireNumber('goal.above.threshold', above.threshold, { above: 0, below: 1 }),
      },
    }
  }
  if ('quantile' in goal) {
    requireOptions(goal as object, { quantile: true, within: true } as object, 'goal')
    const quantile = requireNumber('goal.quantile', goal.quantile, { above: 0, below: 1 })
    return { quantile, within: requireWithin(goal.within, range) }
  }
  if (goal.mean !== true) {
    refuse('goal', value, 'an object with quantile and within, with mean: true and within, or with above')
  }
  requireOptions(goal as object, { mean: true, within: true } as object, 'goal')
  return { mean: true, within: requireWithin(goal.within, range) }
}

/** Half the width of an interval; the whole range has the largest. */
function requireWithin(within: unknown, { from, to }: OrderedKind): number {
  return requireNumber('goal.within', within, { above: 0, max: to - from })
}
