import { dirname, resolve } from 'node:path'
import { quote } from '../check/quote.ts'
import { numbersOf } from '../data/numbers-of.ts'
import { readColumn } from '../data/read-column.ts'
import { readGroups } from '../data/read-groups.ts'
import { readRecords } from '../data/read-records.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { WrittenPlan } from './plan-schema.ts'
import type { FileOfRecords, Truth } from './truth.ts'

/** What a plan's author may write for a truth. */
type Written = WrittenPlan['truth'][number]
type Warn = (warning: string) => void

/**
 * The truths that an entry of a plan stands for; of a file, its people are counted.
 *
 * @param plan where the plan was read: the file is looked for in its folder
 * @throws InputError, one line, if the file cannot be read as the entry says
 */
export async function readTruth(
  entry: Written,
  range: OrderedKind | undefined,
  plan: string,
  onWarning: Warn,
): Promise<Truth[]> {
  if (Array.isArray(entry)) return [{ vector: entry }]
  if (isMoving(entry)) return [entry]
  if ('dirichlet' in entry) return entry.dirichlet.map(dirichlet => ({ dirichlet }))
  if ('laws' in entry || 'classes' in entry) return [entry]
  if ('columns' in entry) return [await readFileOfRecords(entry, plan, onWarning)]
  const { file, column } = entry
  if (entry.by !== undefined) return [await readGroupedFile({ ...entry, by: entry.by }, plan, onWarning)]
  const read = await readColumn({
    ...entry,
    file: resolve(dirname(plan), file),
  })
  for (const warning of read.warnings ?? []) onWarning(`${file}, ${warning}`)
  const held = range
    ? {
        categories: range.names,
        data: numbersOf(read, `${file}, column ${quote(column)}`, range).map(value => range.cell(value)),
      }
    : read
  const counts = new Array<number>(held.categories.length).fill(0)
  for (const category of held.data) counts[category]++
  return [{ file, column, counts, names: held.categories }]
}

/** The truth of a file whose people belong to groups. */
async function readGroupedFile(
  {
    by: groups,
    column,
    missing: _,
    ...table
  }: Extract<Written, { column: string }> & {
    by: string
  },
  plan: string,
  onWarning: Warn,
): Promise<Truth> {
  const path = resolve(dirname(plan), table.file)
  const { by, categories, data, dropped } = await readGroups({ ...table, file: path }, column, groups)
  if (dropped > 0)
    onWarning(`${table.file}: ${dropped.toLocaleString('en')} people without both values left out`)
  const counts = by.map(() => new Array<number>(categories.length).fill(0))
  for (const { group, category } of data) counts[by.indexOf(group)][category]++
  const all = categories.map((_, x) => counts.reduce((sum, own) => sum + own[x], 0))
  return {
    file: table.file,
    column,
    counts: all,
    names: categories,
    groups: { column: groups, names: by, counts },
  }
}

/** The truth of a file whose people have several attributes. */
async function readFileOfRecords(
  { columns, ...table }: Extract<Written, { columns: string[] }>,
  plan: string,
  onWarning: Warn,
): Promise<FileOfRecords> {
  const { file } = table
  const path = resolve(dirname(plan), file)
  const { attributes, records, dropped } = await readRecords({ ...table, file: path }, columns)
  if (dropped > 0) onWarning(`${file}: ${dropped.toLocaleString('en')} people who miss a value are left out`)
  const found = new Map<string, { codes: readonly number[]; count: number }>()
  for (const codes of records) {
    const key = codes.join()
    const before = found.get(key)
    if (before) before.count++
    else found.set(key, { codes, count: 1 })
  }
  // The order of the rows does not matter: the seed determines the order in which people come.
  const all = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
  return {
    file,
    columns,
    attributes,
    records: all.map(({ codes }) => codes),
    counts: all.map(({ count }) => count),
  }
}
