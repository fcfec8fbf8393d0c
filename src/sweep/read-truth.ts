import { dirname, resolve } from 'node:path'
import { labelOf, type People, type ReadPeopleOptions, readPeople } from '../data/read-people.ts'
import { withoutMissing } from '../data/without-missing.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { WrittenPlan } from './plan-schema.ts'
import type { FileOfRecords, Truth } from './truth.ts'

/** Forms of a truth in a plan. */
type Written = WrittenPlan['truth'][number]
type Warn = (warning: string) => void

/**
 * Reads an entry of a plan as truths. For a file, the people of each category are counted.
 *
 * @param plan file of the plan; paths are relative to its folder
 * @throws InputError, one line, if the file cannot be read with the entry's settings
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
  const { column, by, ...rest } = entry
  const questions = range && { [column]: range.toJSON() }
  const people = await peopleOf({ ...rest, by, columns: [column], questions }, plan, onWarning)
  const [{ categories, data }] = people.columns
  const cells = range ? Array.from(data, value => range.cell(value)) : data
  const counts = countOf(cells, categories.length)
  const truth = { file: entry.file, column, counts, names: categories }
  if (people.groups === undefined) return [truth]
  const { categories: names, data: groups } = people.groups
  const own = names.map(() => categories.map(() => 0))
  for (let t = 0; t < people.users; t++) own[groups[t]][data[t]]++
  return [{ ...truth, groups: { column: by!, names: names.map(labelOf), counts: own } }]
}

/** Reads the people of a file, whose path is relative to the plan. */
async function peopleOf(options: ReadPeopleOptions, plan: string, onWarning: Warn): Promise<People<number>> {
  const { file } = options
  const read = { ...options, file: resolve(dirname(plan), file) }
  const people = withoutMissing(await readPeople(read), read)
  for (const warning of people.warnings) onWarning(`${file}, ${warning}`)
  if (people.dropped > 0 && options.by !== undefined)
    onWarning(`${file}: ${people.dropped.toLocaleString('en')} people who miss a value are left out`)
  return people
}

function countOf(cells: ArrayLike<number>, size: number): number[] {
  const counts = new Array<number>(size).fill(0)
  for (let t = 0; t < cells.length; t++) counts[cells[t]]++
  return counts
}

/** Reads the truth of a file with several questions. */
async function readFileOfRecords(
  { columns, ...table }: Extract<Written, { columns: string[] }>,
  plan: string,
  onWarning: Warn,
): Promise<FileOfRecords> {
  const people = await peopleOf({ ...table, columns }, plan, onWarning)
  const found = new Map<string, { codes: readonly number[]; count: number }>()
  for (let t = 0; t < people.users; t++) {
    const codes = people.columns.map(({ data }) => data[t])
    const key = codes.join()
    const before = found.get(key)
    if (before) before.count++
    else found.set(key, { codes, count: 1 })
  }
  // The order of the rows does not matter: the seed determines the order in which people come.
  const all = [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
  return {
    file: table.file,
    columns,
    questions: Object.fromEntries(
      people.columns.map(({ name, categories }) => [name, categories.map(labelOf)]),
    ),
    records: all.map(({ codes }) => codes),
    counts: all.map(({ count }) => count),
  }
}
