import { copyList, refuse, requireFields, requireInteger, requireNumber } from '../check/check.ts'
import { probabilities } from '../simplex/probabilities.ts'
import type { Run } from './expansion.ts'
import { meanDistance } from './play-groups.ts'
import { recordsGroups } from './recorded.ts'
import type { RunRow, StoredGroups } from './run-row.ts'

const FIELDS: Readonly<Record<keyof StoredGroups, true>> = {
  names: true,
  people: true,
  separate: true,
  lower: true,
  upper: true,
  separateLower: true,
  separateUpper: true,
}

/** How far rounding may put the end of an interval below 0 or above 1. */
const ROUNDING = 1e-9

/** The laws of groups, one after another. */
export function requireLaws(argument: string, value: unknown, groups: number, K: number): number[] {
  const laws = copyList(
    argument,
    value,
    groups * K,
    groups * K,
    `a list of ${groups * K} numbers`,
  ) as number[]
  for (let from = 0; from < laws.length; from += K) probabilities(argument, laws.slice(from, from + K), K)
  return laws
}

/**
 * Checks what a row from a worker says of its groups.
 *
 * @param truth the groups' laws, one after another
 * @param answers how many people have answered
 * @throws RangeError if it cannot be that of this run
 */
export function requireStoredGroups(
  run: Run,
  row: { readonly [field: string]: unknown },
  truth: readonly number[],
  answers: number,
): Pick<RunRow, 'separate' | 'groups'> {
  const { by = [], categories: K } = run.setting
  const size = by.length * K
  const given = requireFields(row.groups as StoredGroups, FIELDS, 'row.groups')
  const list = (name: keyof StoredGroups, length: number) =>
    copyList(`row.groups.${name}`, given[name], length, length, `a list of ${length} values`)
  if (list('names', by.length).some((name, g) => name !== by[g])) {
    refuse('row.groups.names', given.names, 'the names in its job')
  }
  const people = list('people', by.length).map((count, g) =>
    requireInteger(`row.groups.people[${g}]`, count as number, 0, answers),
  )
  const all = people.reduce((sum, count) => sum + count, 0)
  if (all !== answers) refuse('row.groups.people', all, `${answers} people in all`)
  const separate = requireLaws('row.groups.separate', given.separate, by.length, K)
  const distance = meanDistance(separate, truth, by.length)
  if (row.separate !== distance) {
    refuse('row.separate', row.separate, `${distance}, the mean distance of the groups' own estimates`)
  }
  const isRecorded = recordsGroups(run)
  const ends = (lower: 'lower' | 'separateLower', upper: 'upper' | 'separateUpper') => {
    if (!isRecorded) {
      for (const name of [lower, upper]) {
        if (given[name] !== null) refuse(`row.groups.${name}`, given[name], 'null: this run records none')
      }
      return { [lower]: null, [upper]: null }
    }
    const [low, high] = [list(lower, size), list(upper, size)] as [number[], number[]]
    low.forEach((end, i) => {
      requireNumber(`row.groups.${lower}[${i}]`, end, { min: -ROUNDING, max: 1 + ROUNDING })
      requireNumber(`row.groups.${upper}[${i}]`, high[i], { min: end, max: 1 + ROUNDING })
    })
    return { [lower]: low, [upper]: high }
  }
  const groups = {
    names: [...by],
    people,
    separate,
    ...ends('lower', 'upper'),
    ...ends('separateLower', 'separateUpper'),
  } as unknown as StoredGroups
  return { separate: distance, groups }
}
