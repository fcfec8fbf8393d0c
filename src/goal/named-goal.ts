import { categoryNumber } from '../check/categories.ts'
import { isObject } from '../check/check.ts'

/** A `Goal` or a `GroupGoal` in which categories may be called by their names. */
export type NamedGoal =
  | { readonly category: number | string; readonly within: number }
  | { readonly above: { readonly category: number | string; readonly threshold: number } }
  | { readonly compare: readonly [number | string, number | string]; readonly margin?: number }
  | { readonly top: number; readonly margin?: number }
  | { readonly category: number | string; readonly group: string; readonly within: number }
  | {
      readonly category: number | string
      readonly compare: { readonly groups: readonly [string, string] }
      readonly margin?: number
    }

/**
 * A goal with the numbers of its categories instead of their names. All else is left for `requireGoal` to check.
 *
 * @throws RangeError on a name that no category has
 */
export function withCategoryNumbers(goal: unknown, names: readonly string[]): unknown {
  if (!isObject(goal)) return goal
  const { category, above, compare } = goal as { category?: unknown; above?: unknown; compare?: unknown }
  const given = above as { category?: unknown }
  return {
    ...goal,
    ...(category !== undefined && { category: categoryNumber('goal.category', category, names) }),
    ...(isObject(above) && {
      above: { ...given, category: categoryNumber('goal.above.category', given.category, names) },
    }),
    ...(Array.isArray(compare) && {
      compare: compare.map((one, i) => categoryNumber(`goal.compare[${i}]`, one, names)),
    }),
  }
}
