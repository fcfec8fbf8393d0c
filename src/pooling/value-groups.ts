import { refuse, type Vector } from '../check/check.ts'
import { requireEpsilon } from './limits.ts'

/** People who ask for the same level of privacy, and their values. */
export interface ValueGroup {
  /** One value for each person. */
  readonly values: Vector
  /** Their privacy level; Infinity for public data. */
  readonly epsilon: number
}

/** Requires at least one group; what is in it is not checked. */
export function requireGroups<T>(groups: readonly T[]): readonly T[] {
  if (!Array.isArray(groups) || groups.length === 0) refuse('groups', groups, 'a list of one group or more')
  return groups
}

/**
 * Copies of the groups, every value within the range.
 *
 * A value outside the range is pulled to the nearer end if `clamp` is true; otherwise it is refused, and the error names it:
 * noise made for the range would not protect it. NaN and Infinity are refused in any case.
 */
export function valuesWithin(
  groups: readonly ValueGroup[],
  [low, high]: readonly [number, number],
  clamp: boolean,
): { values: Float64Array; epsilon: number }[] {
  return requireGroups(groups).map((group, g) => {
    const epsilon = requireEpsilon(`groups[${g}].epsilon`, group?.epsilon)
    if (!(group.values?.length >= 1)) refuse(`groups[${g}].values`, group.values, 'one value or more')
    const values = Float64Array.from(group.values)
    for (let i = 0; i < values.length; i++) {
      // The value is checked as it was handed in: in the copy, a null of JSON has become 0.
      if (!Number.isFinite(group.values[i]))
        refuse(`groups[${g}].values[${i}]`, group.values[i], 'a finite number')
      if (!clamp && !(values[i] >= low && values[i] <= high)) {
        refuse(`groups[${g}].values[${i}]`, values[i], `from ${low} to ${high}, unless clamp is true`)
      }
      values[i] = Math.min(high, Math.max(low, values[i]))
    }
    return { values, epsilon }
  })
}
