import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import {
  type HeldColumn,
  labelOf,
  type People,
  type ReadPeopleOptions,
  readPeople,
} from '../data/read-people.ts'
import { withoutMissing } from '../data/without-missing.ts'
import type { Ask, PersonRecord, Questions } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { type HeldPeople, type ItemColumn, readSurveyPeople } from './held-survey.ts'
import type { Io } from './io.ts'
import type { SurveyOption } from './survey-option.ts'
import { type InputOptions, type OrderOptions, tableOptions } from './table-options.ts'

/** Options about the private values and groups of a file's people. */
export interface HeldOptions extends InputOptions, OrderOptions, SurveyOption {
  readonly column?: string
  readonly columns?: readonly string[]
  readonly by?: string | undefined
  readonly ask?: Ask
  readonly weight?: string
}

/**
 * Reads the people of a file: their private values by `--column` or `--columns`, and their groups by `--by`. People without a value in
 * every column are left out. If it is public who lacks which value, people with a value in any column stay.
 *
 * @param question the question about the column, unless it is about categories
 * @param isPublic whether it counts as public who lacks which value
 * @throws InputError, one line, as from `readPeople`, and for groups of little more than one person each
 */
export async function readHeld(
  file: string,
  options: HeldOptions,
  { stdin }: Pick<Io, 'stdin'>,
  question?: OrderedKind,
  isPublic = false,
): Promise<HeldPeople<number>> {
  const { column, columns = [column!], by, missing, orderBy, orderFormat, survey, weight } = options
  if (survey && missing === 'category')
    throw new InputError('--missing: expected drop: the survey says which questions are "optional"')
  if (by !== undefined && columns.includes(by))
    throw new InputError(`--by: expected another column than --column; got ${quote(by)}`)
  const questions = question && { [columns[0]]: question.toJSON() }
  const table = { ...tableOptions(options), file, stdin }
  const read = { ...table, columns, by, questions, missing, orderBy, orderFormat, weight }
  const all: HeldPeople = await (survey ? readSurveyPeople(read, survey, column) : readPeople(read))
  const least = isPublic ? 1 : undefined
  // Fixed, because a survey's cells exist even if nobody is in them.
  const fixed = survey && Object.fromEntries([...all.columns, { name: by! }].map(({ name }) => [name, {}]))
  const settled = fixed ? { ...read, questions: fixed as ReadPeopleOptions['questions'] } : read
  const people = withoutMissing(all, settled, least)
  if (survey && people.groups) requireSomebody(people.groups)
  if (weight !== undefined && people.columns.length > 1 && fieldsOf(people).includes('weight')) {
    throw new InputError(
      '--weight: expected no question named "weight", the field of weights, among the columns',
    )
  }
  if (people.groups) requireGroups(by!, people.groups.categories.length, people.users)
  return { ...people, ...(all.asked && { asked: all.asked }) }
}

/** The names of the questions that the columns are about. */
function fieldsOf({ columns }: HeldPeople): string[] {
  return columns.map(column => (isItem(column) ? column.field : column.name))
}

/** Refuses people without anybody in some group of their survey. */
function requireSomebody({ name, categories, data }: HeldColumn<number>): void {
  const here = new Set(Array.from(data))
  const nobody = categories.find((_, g) => !here.has(g))
  if (nobody !== undefined)
    throw new InputError(
      `--survey: expected somebody of each group of public.${name}; found nobody of ${quote(nobody)}`,
    )
}

/** Number of groups below which they are never mistaken for people. */
const FEW_GROUPS = 20

/** Refuses groups of little more than one person each, which would take minutes and yield nothing. */
export function requireGroups(by: string, groups: number, people: number): void {
  if (groups <= FEW_GROUPS || people >= 2 * groups) return
  const [many, all] = [groups, people].map(count => count.toLocaleString('en'))
  throw new InputError(
    `--by: expected a column of groups with many people each, such as a region; column ${quote(by)} has ${many} different values among ${all} people, as an identifier has`,
  )
}

/** Converts people to the library's form: the groups, and each person's group and category. */
export function groupMembers({ columns: [column], groups, users, weights }: People<number>) {
  const by = groups!.categories.map(labelOf)
  const person = (_: unknown, t: number) => ({
    group: by[groups!.data[t]],
    category: column.data[t],
    ...(weights && { weight: weights[t] }),
  })
  return { by, data: Array.from({ length: users }, person) }
}

/** Converts people to the library's form: the questions, and each person's record. */
export function peopleRecords({ columns, users, asked, weights }: HeldPeople<number>) {
  const names = columns.map(({ name, categories }) => [name, categories.map(labelOf)])
  const record = (_: unknown, t: number): PersonRecord => {
    const held: { [name: string]: number | string[] } = {}
    for (const column of columns) {
      if (!isItem(column)) held[column.name] = column.data[t]
      else {
        const list = (held[column.field] ??= []) as string[]
        if (column.data[t] === 1) list.push(column.item)
      }
    }
    if (weights) held.weight = weights[t]
    return held
  }
  return {
    questions: asked ? asked.domain.toJSON() : (Object.fromEntries(names) as Questions),
    data: Array.from({ length: users }, record),
  }
}

function isItem(column: HeldColumn): column is ItemColumn {
  return 'item' in column
}
