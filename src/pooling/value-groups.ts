import { refuse, requireBoolean, type Vector } from '../check/check.ts'
import { requireEpsilon } from './limits.ts'

/** People who ask for the same level of privacy, and their values. */
export interface ValueGroup {
  /** One value for each person. */
  readonly values: Vector
  /** Their privacy level; Infinity for public data. */
  readonly epsilon: number
}

/**
 * A copy of a list of at least one group, each of them an object; what is in a group is not checked.
 *
 * @param fields what a group has, in words
 */
export function requireGroups<T>(groups: readonly T[], fields: string): T[] {
  if (!Array.isArray(groups) || groups.length === 0) refuse('groups', groups, 'a list of one group or more')
  // Holes of the list are refused, too. `map` and `forEach` would skip them.
  return Array.from(groups, (group, g) => {
    if (typeof group !== 'object' || group === null) refuse(`groups[${g}]`, group, `an object with ${fields}`)
    return group
  })
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
  requireBoolean('clamp', clamp)
  return requireGroups(groups, 'values and epsilon').map((group, g) => {
    const epsilon = requireEpsilon(`groups[${g}].epsilon`, group.epsilon)
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
