import { refuse, requireBoolean, type Vector } from '../check/check.ts'
import { cryptoRng } from '../random/crypto.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { type Adjacency, requireAdjacency, requireRange } from './adjacency.ts'
import { requireEpsilon } from './limits.ts'

/** People with the same level of privacy, and their values. */
export interface ValueGroup {
  /** One value for each person. */
  readonly values: Vector
  /** Their privacy level; Infinity for public data. */
  readonly epsilon: number
}

/** People with privacy levels of their own, and public facts about their values. */
export interface GroupedValues {
  /** The people’s values, by privacy level. */
  readonly groups: readonly ValueGroup[]
  /** The range of the values, known beforehand. */
  readonly range: readonly [number, number]
  /** How neighbouring data sets differ: in one person's value, or in one person. */
  readonly adjacency: Adjacency
  /** Whether values outside the range are moved to its ends; otherwise they are refused. */
  readonly clamp?: boolean
  /** The source of all draws; default: the operating system's generator. */
  readonly rng?: Rng
}

/** The names of these options. */
export const GROUPED_VALUES = { groups: true, range: true, adjacency: true, clamp: true, rng: true } as const

/** These options, checked, with copies of the values. */
export function readValues({ groups, range, adjacency, clamp = false, rng = cryptoRng() }: GroupedValues) {
  requireRange(range)
  requireAdjacency(adjacency)
  requireRng(rng)
  return { groups: valuesWithin(groups, range, clamp), range, adjacency, rng }
}

/**
 * A copy of a list of at least one group, each of them an object; the contents of groups are not checked.
 *
 * @param fields the fields of a group, in words
 */
export function requireGroups<T>(groups: readonly T[], fields: string): T[] {
  if (!Array.isArray(groups) || groups.length === 0) refuse('groups', groups, 'a list of one group or more')
  // Holes of the list are refused, too, because `map` and `forEach` would skip them.
  return Array.from(groups, (group, g) => {
    if (typeof group !== 'object' || group === null) refuse(`groups[${g}]`, group, `an object with ${fields}`)
    return group
  })
}

/**
 * Copies of the groups, every value within the range.
 *
 * A value outside the range is moved to the nearer end if `clamp` is true; otherwise it is refused, and the error names it, because noise
 * for the range would not protect it. NaN and Infinity are refused in any case.
 */
function valuesWithin(
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
      // The original value is checked, because in the copy a null of JSON has become 0.
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
