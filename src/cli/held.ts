import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { MISSING, type People, readPeople } from '../data/read-people.ts'
import { withoutMissing } from '../data/without-missing.ts'
import type { Ask } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { Io } from './io.ts'
import { type InputOptions, type OrderOptions, tableOptions } from './table-options.ts'

/** Options that say what people of a file hold, and which groups they are in. */
export interface HeldOptions extends InputOptions, OrderOptions {
  readonly column?: string
  readonly columns?: readonly string[]
  readonly by?: string | undefined
  readonly ask?: Ask
}

/**
 * The people of a file: what they hold by `--column` or `--columns`, and the group of `--by`. Those who miss a value of some columns are
 * left out, unless they are to be asked about the others.
 *
 * @param question what is asked about the column, if it is not a category
 * @param isPublic whether who misses which value may be taken as public
 * @param askOf what people are asked about, if that follows from what the columns hold
 * @throws InputError, one line, as `readPeople` does, and for groups that are hardly more than one person each
 */
export async function readHeld(
  file: string,
  options: HeldOptions,
  { stdin }: Pick<Io, 'stdin'>,
  question?: OrderedKind,
  isPublic = false,
  askOf: (people: People) => Ask | undefined = () => options.ask,
): Promise<People<number>> {
  const { column, columns = [column!], by, missing, orderBy, orderFormat } = options
  if (by !== undefined && columns.includes(by))
    throw new InputError(`--by: expected another column than --column; got ${quote(by)}`)
  const questions = question && { [columns[0]]: question.toJSON() }
  const table = { ...tableOptions(options), file, stdin }
  const read = { ...table, columns, by, questions, missing, orderBy, orderFormat }
  const all = await readPeople(read)
  const least = isPublic ? Math.min(columns.length, askOf(all) === 'singles' ? 1 : 2) : undefined
  const people = withoutMissing(all, read, least)
  if (people.groups) requireGroups(by!, people.groups.categories.length, people.users)
  return people
}

/** Fewer groups than this are never taken for people. */
const FEW_GROUPS = 20

/** Refuses groups that are hardly more than one person each: they would take minutes and say nothing. */
export function requireGroups(by: string, groups: number, people: number): void {
  if (groups <= FEW_GROUPS || people >= 2 * groups) return
  const [many, all] = [groups, people].map(count => count.toLocaleString('en'))
  throw new InputError(
    `--by: expected a column of groups with many people each, such as a region; column ${quote(by)} has ${many} different values among ${all} people, as an identifier has`,
  )
}

/** The groups of people, and each person's group and category, as the library takes them. */
export function groupMembers({ columns: [column], groups, users }: People<number>) {
  const by = groups!.categories.map(name => name || MISSING)
  const person = (_: unknown, t: number) => ({ group: by[groups!.data[t]], category: column.data[t] })
  return { by, data: Array.from({ length: users }, person) }
}

/** The questions of people, and each person's record, as the library takes them. */
export function peopleRecords({ columns, users }: People<number>) {
  const names = columns.map(({ name, categories }) => [name, categories.map(text => text || MISSING)])
  const record = (_: unknown, t: number) =>
    Object.fromEntries(columns.map(({ name, data }) => [name, data[t]]))
  return {
    questions: Object.fromEntries(names) as { readonly [name: string]: readonly string[] },
    data: Array.from({ length: users }, record),
  }
}
