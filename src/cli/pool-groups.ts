import { quote, quoteFound } from '../check/quote.ts'
import { decimal, formatHint, numberIn } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { type TableFile, tableName } from '../data/plain-file.ts'
import { readPeople } from '../data/read-people.ts'
import { readRows } from '../data/read-rows.ts'
import { tableOptions } from './table-options.ts'

/** A group: its name, the people's values, and the privacy level. */
export interface NamedGroup {
  readonly name: string
  readonly values: Float64Array
  /** The privacy level; Infinity for public data. */
  readonly epsilon: number
}

export interface GroupFiles extends TableFile {
  /** Column with the values. */
  readonly value: string
  /** Column with the groups. */
  readonly group: string
  /** File with a privacy level for each group. */
  readonly epsilons: string
  readonly range: readonly [number, number]
  readonly clamp: boolean
}

/** The columns of the file with the privacy levels. */
const LEVEL_COLUMNS = ['group', 'epsilon'] as const
const PUBLIC = /^(inf|infinity|public)$/i

/**
 * Reads the values by group, with a level for each group, in the order of the levels' file. Rows without a value or a group are refused
 * rather than left out, because whether a number is missing is as private as the number.
 *
 * @throws InputError, one line, for files that cannot be read, a group without a level or without people, a text that is no number, and a
 *   value outside the range unless values are clamped
 */
export async function readGroups(files: GroupFiles): Promise<NamedGroup[]> {
  const levels = await readLevels(files)
  const { file, stdin, value, group, epsilons, clamp, range } = files
  const name = tableName(files)
  const table = { ...tableOptions(files), file, stdin }
  const people = await readPeople({ ...table, columns: [value], by: group, missing: 'refuse', fewest: 1 })
  const groups = people.groups!
  const without = groups.categories.find(each => !levels.has(each))
  if (without !== undefined) {
    throw new InputError(`${epsilons}: expected a level for group ${quote(without)} of ${name}, found none`)
  }
  const [{ categories, data }] = people.columns
  const numbers = categories.map(text => numberIn(text, files))
  const [low, high] = range
  const byGroup = groups.categories.map(() => [] as number[])
  for (let t = 0; t < people.users; t++) {
    const text = categories[data[t]!]
    const number = numbers[data[t]!]
    const isWithin = clamp || (number >= low && number <= high)
    if (Number.isNaN(number) || !isWithin) {
      const hint = formatHint(text)
      const expected = Number.isNaN(number)
        ? `a finite number, found ${quoteFound(text)}${hint ? `; ${hint}` : ''}`
        : `a number from ${low} to ${high}, or --clamp; found ${number}`
      throw new InputError(
        `${name}, data row ${people.rows[t]}, column ${quote(value)}: expected ${expected}`,
      )
    }
    byGroup[groups.data[t]].push(number)
  }
  return [...levels].map(([group, epsilon]) => {
    const place = groups.categories.indexOf(group)
    if (place >= 0) return { name: group, values: Float64Array.from(byGroup[place]), epsilon }
    throw new InputError(`${epsilons}: expected groups of ${name}, found ${quote(group)}, which has no rows`)
  })
}

async function readLevels({ file, epsilons, stdin }: GroupFiles): Promise<Map<string, number>> {
  if (file === '-' && epsilons === '-') {
    throw new InputError('--epsilons: expected a file: standard input has the values')
  }
  const levels = new Map<string, number>()
  let row = 0
  const table = { file: epsilons, stdin }
  await readRows(table, LEVEL_COLUMNS, ([group, text]) => {
    const at = `${tableName(table)}, data row ${++row}`
    if (group === '')
      throw new InputError(`${at}, column "group": expected the name of a group, found nothing`)
    if (levels.has(group))
      throw new InputError(`${at}: expected each group once, found ${quote(group)} again`)
    const epsilon = PUBLIC.test(text.trim()) ? Infinity : decimal(text)
    if (!(epsilon > 0)) {
      throw new InputError(
        `${at}, column "epsilon": expected a number above 0, or Infinity for public data; found ${quoteFound(text)}`,
      )
    }
    levels.set(group, epsilon)
  })
  return levels
}
