import { withRoom } from '../arrays/with-room.ts'
import {
  isList,
  type OptionNames,
  refuse,
  requireInteger,
  requireOneOf,
  requireOptions,
} from '../check/check.ts'
import { quote, quoteFound } from '../check/quote.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { CodedColumn } from './coded-column.ts'
import { formatHint, numberIn } from './decimal.ts'
import { InputError } from './input-error.ts'
import { furtherHeaders, layoutWarnings } from './layout-warnings.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'
import { BadCell, readWeight } from './read-weight.ts'
import { NoOrder, orderOf, type RowOrder, requireOrderFormat } from './row-order.ts'

/** Treatment of people without a value: left out, or in a separate category. */
export const MISSING_RULES = ['drop', 'category'] as const

/** Treatment of people without a value: left out, in a separate category, or refused. */
export type MissingRule = (typeof MISSING_RULES)[number] | 'refuse'

export interface ReadPeopleOptions extends TableFile {
  /** The columns with the private values. */
  readonly columns: readonly string[]
  /** Questions of columns with numbers or scales; other columns have categories. */
  readonly questions?: { readonly [column: string]: OrderedQuestion } | undefined
  /** The column with the group of each person. */
  readonly by?: string | undefined
  /**
   * The column by which people are ordered: as numbers or as ISO 8601 times if all its values are exactly such, otherwise as text. Without
   * `orderFormat`, values that could mean another order, such as 05/01/2024 or `week 10`, are refused. Default: the file's order.
   */
  readonly orderBy?: string | undefined
  /**
   * The format of `orderBy`: `number`, `time` (ISO 8601), `text`, `natural` (text in which numbers are compared by their values), or a
   * pattern of YYYY, MM, MMM (English names), DD, hh, mm, ss and AM, such as `DD/MM/YYYY`.
   */
  readonly orderFormat?: string | undefined
  /**
   * Treatment of people without a value (null, NaN, the empty text, or a JSON row without the key). With `drop`, people without a group or
   * without any value are left out; some of several columns may be null. Default: `drop`.
   */
  readonly missing?: MissingRule | undefined
  /** The column with the design weight of each person (`DesignWeights`); left out for equal weights. */
  readonly weight?: string | undefined
  /** Columns that are covariates: numbers if all their texts are. A warning says that a few other texts make a factor. Default: none. */
  readonly covariates?: readonly string[] | undefined
  /** Smallest number of categories of a column: 2, or 1 for a column that is not asked about. Default: 2. */
  readonly fewest?: 1 | 2 | undefined
}

/** Names of the options of `readPeople`, to refuse others. */
const OPTIONS: OptionNames<ReadPeopleOptions> = {
  file: true,
  format: true,
  stdin: true,
  header: true,
  delimiter: true,
  skip: true,
  trim: true,
  missingValues: true,
  decimal: true,
  thousands: true,
  columns: true,
  questions: true,
  by: true,
  orderBy: true,
  orderFormat: true,
  missing: true,
  weight: true,
  covariates: true,
  fewest: true,
}

/** Private values of people, from one column. */
export interface HeldColumn<Held = number | null> {
  /** The name of the column. */
  readonly name: string
  /**
   * The categories, sorted by their text (by code units, so that the order is the same everywhere); the missing one is `''`. For numbers,
   * the cells.
   */
  readonly categories: readonly string[]
  /** The index of each person's category, or the person's number; null if it is missing. */
  readonly data: ArrayLike<Held>
}

/** The people of a table. */
export interface People<Held = number | null> {
  /** Number of people. */
  readonly users: number
  /** The columns, in the requested order. */
  readonly columns: readonly HeldColumn<Held>[]
  /** The names of the groups, sorted by their text, and the index of each person's group. */
  readonly groups?: HeldColumn<number>
  /** The row number of each person, from 1. */
  readonly rows: Uint32Array
  /** The design weight of each person, if they have any. */
  readonly weights?: Float64Array
  /** Number of rows left out because a value, or the value of `orderBy`, was missing. */
  readonly dropped: number
  /** Warnings about values that suggest another layout of the table, one line each. */
  readonly warnings: readonly string[]
}

/** Name of the category, or group, of people without a value. */
const MISSING = '(missing)'

/** Printed name of a category. Missing values have an empty name. */
export const labelOf = (name: string) => name || MISSING

const EXPECTED = {
  number: 'a finite number',
  whole: 'a whole number',
  scale: 'a step of the scale, by its label or score',
} as const

/**
 * Reads people from a CSV, TSV, JSON, NDJSON or Parquet file: their private values in one or several columns, and their groups. Categories
 * are the unchanged texts.
 *
 * @throws InputError, one line, if the file or a column does not exist, the file is malformed, the order is ambiguous, a value is not valid
 *   for its question, or a column has too few categories; RangeError for a bad option
 * @example
 * const { columns: [jobs], dropped } = await readPeople({ file: 'people.csv', columns: ['job'] })
 * jobs // { name: 'job', categories: ['baker', 'cook'], data: [1, 0] }
 */
export async function readPeople(options: ReadPeopleOptions): Promise<People> {
  const { columns: names, by, orderBy, orderFormat, weight, questions = {} } = requirePeopleOptions(options)
  const format = orderFormat === undefined ? undefined : requireOrderFormat(orderFormat)
  const kinds = new Map(Object.entries(questions).map(([name, given]) => [name, orderedQuestion(given)]))
  const codedColumns = [...names, ...(by === undefined ? [] : [by])].map(name => new CodedColumn(name))
  const keys: string[] = []
  const weighed: number[] = []
  let users = 0
  let rowNumbers = new Uint32Array(1024)
  let row = 0
  const others = [orderBy, weight].filter(name => name !== undefined)
  const columnNames = [...codedColumns.map(({ name }) => name), ...others]
  const fileFormat = await readRows(options, columnNames, all => {
    row++
    const texts = weight === undefined ? all : all.slice(0, -1)
    const isKept = !isLeftOut(texts, row, options)
    codedColumns.forEach((column, j) => {
      column.add(texts[j], isKept)
    })
    if (!isKept) return
    const key = texts[codedColumns.length]
    if (key !== undefined) keys.push(key)
    if (weight !== undefined) weighed.push(weightOf(weight, all.at(-1)!, row, options))
    rowNumbers = withRoom(rowNumbers, users + 1)
    rowNumbers[users++] = row
  })
  if (users > 0 && weight !== undefined && !weighed.some(value => value > 0)) {
    throw new InputError(
      `${tableName(options)}, column ${quote(weight)}: expected a weight above 0 for somebody; found none`,
    )
  }
  const order = orderBy === undefined ? undefined : orderRows(keys, rowNumbers, options, format)
  const placeOf = (t: number) => (order ? order[t] : t)
  const rows = Uint32Array.from({ length: users }, (_, t) => rowNumbers[placeOf(t)])
  const isText = fileFormat === 'csv' || fileFormat === 'tsv'
  const read = { options, order, rows, lost: row - users, hasHeader: options.header !== false && isText }
  const columns = names.map((name, j) => {
    const question = kinds.get(name)
    return question
      ? numbersOf(codedColumns[j], question, read)
      : categoriesOf(codedColumns[j], 'categories', read)
  })
  const groups = by === undefined ? undefined : categoriesOf(codedColumns[names.length], 'groups', read)
  const warnings = layoutWarnings(codedColumns, read.hasHeader, options, {
    ordered: [...kinds.keys()],
    covariates: options.covariates ?? [],
  })
  return {
    users,
    columns,
    ...(groups && { groups: groups as HeldColumn<number> }),
    rows,
    ...(weight !== undefined && { weights: Float64Array.from(weighed, (_, t) => weighed[placeOf(t)]) }),
    dropped: read.lost,
    warnings,
  }
}

function weightOf(column: string, text: string, row: number, options: ReadPeopleOptions): number {
  try {
    return readWeight(column, text, options)
  } catch (error) {
    if (!(error instanceof BadCell)) throw error
    throw new InputError(`${tableName(options)}, data row ${row}, ${error.message}`)
  }
}

/** Summary of the rows, once all are read. */
interface ReadRows {
  readonly options: ReadPeopleOptions
  readonly order: readonly number[] | undefined
  readonly rows: Uint32Array
  readonly lost: number
  readonly hasHeader: boolean
}

/** Whether a row is left out because it lacks a value; throws if that is not allowed. */
function isLeftOut(texts: readonly string[], row: number, options: ReadPeopleOptions): boolean {
  const { columns, by, orderBy, missing = 'drop' } = options
  if (orderBy !== undefined && texts.at(-1) === '') return true
  if (missing === 'category' || !texts.includes('')) return false
  if (missing === 'drop') {
    const isNobody = columns.every((_, j) => texts[j] === '')
    return isNobody || (by !== undefined && texts[columns.length] === '')
  }
  const column = [...columns, by!][texts.indexOf('')]
  throw new InputError(
    `${tableName(options)}, data row ${row}, column ${quote(column)}: expected a value, found nothing`,
  )
}

function orderRows(
  keys: readonly string[],
  rows: Uint32Array,
  options: ReadPeopleOptions,
  format: RowOrder | undefined,
): number[] {
  try {
    return orderOf(keys, format)
  } catch (error) {
    if (!(error instanceof NoOrder)) throw error
    throw new InputError(
      `${tableName(options)}, data row ${rows[error.place]}, column ${quote(options.orderBy!)}: ${error.message}`,
    )
  }
}

function categoriesOf(
  column: CodedColumn,
  what: 'categories' | 'groups',
  { options, order, lost }: ReadRows,
): HeldColumn {
  const { missing, fewest = 2 } = options
  const categories = column.kept().filter(text => text !== '' || missing === 'category')
  const places = new Map(categories.map((text, at) => [text, at]))
  if (categories.length < fewest) throw tooFew(column.name, categories, what, options, lost)
  if (places.has('') && places.has(MISSING)) {
    throw new InputError(
      `${tableName(options)}, column ${quote(column.name)}: expected no value ${quote(MISSING)}, which is the name of people without a value; --missing-values ${quote(MISSING)} puts them together`,
    )
  }
  return {
    name: column.name,
    categories,
    data: column.held(text => places.get(text) ?? null, order, Uint32Array),
  }
}

/** The error for a column with too few categories. */
export function tooFew(
  name: string,
  [only]: readonly string[],
  what: string,
  options: ReadPeopleOptions,
  lost: number,
): InputError {
  const missing = lost > 0 ? `, ${lost.toLocaleString('en')} missing` : ''
  const one = what === 'groups' ? 'one group' : 'one category'
  const found = only === undefined ? `no values${missing}` : `${one}, ${quote(only)}${missing}`
  const hint = only !== undefined && missing ? '; --missing category makes one of those without a value' : ''
  const expected = options.fewest === 1 ? 'one value or more' : `at least 2 ${what}`
  return new InputError(
    `${tableName(options)}: column ${quote(name)} has ${found}; expected ${expected}${hint}`,
  )
}

/** The numbers of a column, or the scores of a scale's steps. */
function numbersOf(column: CodedColumn, question: OrderedKind, read: ReadRows): HeldColumn {
  const { options, order, rows } = read
  const { kind, names, values } = question
  const data = column.held(
    text => {
      if (text === '') return null
      const step = kind === 'scale' ? names.indexOf(text) : -1
      const number = step >= 0 ? values[step] : numberIn(text, options)
      return isHeld(question, number) ? number : Number.NaN
    },
    order,
    Float64Array,
  )
  const bad = Array.prototype.findIndex.call(data, Number.isNaN)
  if (bad < 0) return { name: column.name, categories: names, data }
  const text = column.textOf(order ? order[bad] : bad)
  const headers = read.hasHeader ? furtherHeaders(column, options) : 0
  const hint =
    rows[bad] <= headers
      ? `--skip ${headers} leaves out further rows of headers`
      : (formatHint(text, options) ?? '--missing-values names what stands for a missing one')
  throw new InputError(
    `${tableName(options)}, data row ${rows[bad]}, column ${quote(column.name)}: expected ${EXPECTED[kind]}, found ${quoteFound(text)}; ${hint}`,
  )
}

function isHeld({ kind, values }: OrderedKind, number: number): boolean {
  if (kind === 'scale') return values.includes(number)
  return kind === 'whole' ? Number.isInteger(number) : Number.isFinite(number)
}

function requirePeopleOptions(options: ReadPeopleOptions): ReadPeopleOptions {
  requireOptions(options, OPTIONS)
  const { file, columns, by, orderBy, orderFormat, missing, weight, covariates = [], fewest } = options
  if (!isList(columns) || columns.length === 0) refuse('columns', columns, 'a list of one name or more')
  const given: [name: string, value: unknown][] = Object.entries({ file, by, orderBy, weight })
  columns.forEach((column, j) => {
    given.push([`columns[${j}]`, column])
  })
  for (const [name, value] of given) {
    if (value === undefined && name !== 'file') continue
    const unnamed =
      name === 'file' ? '' : ' (a column without a name has a number, with --no-header --skip 1)'
    if (typeof value !== 'string' || value === '') refuse(name, value, `a non-empty string${unnamed}`)
  }
  if (missing !== undefined && missing !== 'refuse') requireOneOf('missing', missing, MISSING_RULES)
  if (orderFormat !== undefined && orderBy === undefined)
    refuse('orderFormat', orderFormat, 'left out without orderBy')
  if (!isList(covariates) || !covariates.every(name => columns.includes(name)))
    refuse('covariates', covariates, 'a list of some of the columns')
  if (fewest !== undefined) requireInteger('fewest', fewest, 1, 2)
  return options
}
