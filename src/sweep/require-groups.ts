import { copyList, refuse, requireFields, requireInteger } from '../check/check.ts'
import type { Run } from './expansion.ts'
import { meanDistance, requireEnds, requireLaws } from './laws.ts'
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
  const sizes = by.map(() => K)
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
  const separate = requireLaws('row.groups.separate', given.separate, sizes)
  const distance = meanDistance(separate, truth, sizes)
  if (row.separate !== distance) {
    refuse('row.separate', row.separate, `${distance}, the mean distance of the groups' own estimates`)
  }
  const recorded = recordsGroups(run) ? truth.length : undefined
  const groups = {
    names: [...by],
    people,
    separate,
    ...requireEnds('row.groups', given, ['lower', 'upper'], recorded),
    ...requireEnds('row.groups', given, ['separateLower', 'separateUpper'], recorded),
  }
  return { separate: distance, groups }
}
