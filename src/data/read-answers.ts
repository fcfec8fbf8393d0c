import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import type { DesignWeights } from '../posterior/tally/design-weights.ts'
import { CodedColumn } from './coded-column.ts'
import { formatHint, type NumberFormat, numberIn } from './decimal.ts'
import { InputError } from './input-error.ts'
import { parseCell } from './json-cell.ts'
import { layoutWarnings } from './layout-warnings.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'
import { BadCell, readWeight } from './read-weight.ts'
import { UnusedColumns } from './unused-columns.ts'

/** Treatment of rows without a response. */
export const ANSWER_RULES = ['refuse', 'drop'] as const

export type AnswerRule = (typeof ANSWER_RULES)[number]

export interface ReadAnswersOptions extends TableFile {
  /** The column with the responses. */
  readonly response: string
  /** The column with the requests, or the columns from which they are made; left out if all responses answer one request. */
  readonly request?: string | RequestColumns | undefined
  /**
   * The column with the number of people who gave the answer; false if each row is one answer, even if a column looks like counts. Default:
   * one answer a row, and an error if a column looks like counts.
   */
  readonly count?: string | false | undefined
  /** The column with the design weight of each person; left out for equal weights. */
  readonly weight?: string | undefined
  /** The column with the group of each person; left out without groups. */
  readonly by?: string | undefined
  /** The column that identifies the person; left out if that is unknown. */
  readonly id?: string | undefined
  /** Treatment of rows without a response. Default: `refuse`. */
  readonly missing?: AnswerRule | undefined
  /** Names of categories that may replace numbers in responses. Default: none. */
  readonly labels?: readonly string[] | undefined
  /** Called with warnings about values that suggest another layout of the table. */
  readonly onWarning?: (warning: string) => void
}

/** Columns that together determine a request. */
export interface RequestColumns {
  readonly columns: readonly string[]
  /** Makes the request of a row from its texts in these columns. */
  read(texts: readonly string[]): unknown
}

/** Number of people who gave an answer, and their design weights; default 1. */
interface Counter {
  count: number
  readonly weights: DesignWeights
}

/** Consumer of the answers. Each distinct text is passed to it once. */
export interface AnswerReader<Answered> {
  /** Reads a request. Without a column of requests it is called once, with undefined. */
  request(json: unknown): Answered
  /** Registers a response to a request from a group, and returns its counter, which starts at 0. */
  response(answered: Answered, json: unknown, group: string): Counter
  /** With a column `id`, called for each row with the person who gave the answer. */
  answer?(answered: Answered, id: string): void
}

/** Number of people who gave the answers of a table, and number of rows left out without an answer. */
export interface AnswerCounts {
  readonly users: number
  readonly dropped: number
}

/**
 * Reads a table of responses, with or without a column of requests. Both are JSON as text; in JSON and Parquet files they may also be
 * structured values. A text is parsed at its first occurrence, and later only counted.
 *
 * @throws InputError, one line, as `readRows` does, and for the first row (counted from 1, without the header) whose text is not
 *   JSON, is missing, or is refused by the reader, or whose count is not a whole number; also if a column that is not used
 *   looks like counts, because each of its rows would count as one answer
 */
export async function readAnswers<Answered>(
  options: ReadAnswersOptions,
  reader: AnswerReader<Answered>,
): Promise<AnswerCounts> {
  const { response, missing = 'refuse' } = options
  const count = options.count ? countReader(options.count, options) : () => 1
  const unused = new UnusedColumns(options)
  const find = counterFinder(options, reader)
  let row = 0
  let users = 0
  let dropped = 0
  const { by, id } = options
  const weightIn = (text: string) => readWeight(options.weight!, text, options)
  const { columns } = requestColumns(options)
  /** Index of the first column after the request's. */
  const rest = 1 + columns.length
  const used = usedColumns(options)
  const groups = by === undefined ? undefined : new CodedColumn(by)
  const take = (texts: readonly string[]) => {
    const [text] = texts
    const people = count(texts[used.length - 1])
    if (text === '' && missing === 'drop') {
      dropped++
      return
    }
    const group = by === undefined ? '' : texts[rest]
    const person = id === undefined ? '' : texts[by === undefined ? rest : rest + 1]
    if (by !== undefined && group === '') throw new BadCell(by, 'the name of a group', '')
    if (id !== undefined && person === '') throw new BadCell(id, 'whose answer it is', '')
    groups?.add(group, false)
    const { answered, counter } = find.counter(text, texts.slice(1, rest), group)
    counter.count += people
    counter.weights.add(
      options.weight === undefined ? 1 : weightIn(texts[used.length - (options.count ? 2 : 1)]),
      people,
    )
    if (id !== undefined) reader.answer?.(answered, person)
    users += people
    if (users > Number.MAX_SAFE_INTEGER) throw new Refusal('the sum of the counts', 'at most 2^53 - 1')
  }
  const fileFormat = await readRows(
    options,
    found => [...used, ...unused.among(found, used)],
    texts => {
      row++
      try {
        take(texts)
        unused.add(texts.slice(used.length))
      } catch (error) {
        if (!(error instanceof Refusal || error instanceof BadCell)) throw error
        throw new InputError(
          `${tableName(options)}, data row ${row}${error instanceof BadCell ? ', ' : ': '}${error.message}`,
        )
      }
    },
  )
  if (row === 0) throw new InputError(`${tableName(options)}: expected one row or more, found none`)
  if (users === 0) {
    throw new InputError(`${tableName(options)}: expected an answer in column ${quote(response)}, found none`)
  }
  unused.requireNoCounts(find.answers())
  const hasHeader = options.header !== false && (fileFormat === 'csv' || fileFormat === 'tsv')
  if (groups) layoutWarnings([groups], hasHeader, options).forEach(options.onWarning ?? (() => {}))
  return { users, dropped }
}

/** The columns to read: responses first, counts last. */
function usedColumns(options: ReadAnswersOptions): readonly string[] {
  const { response, by, id, weight, count } = options
  const named = [by, id, weight, count || undefined].filter(name => name !== undefined)
  return [response, ...requestColumns(options).columns, ...named]
}

function countReader(column: string, format: NumberFormat): (text: string) => number {
  return text => {
    const count = numberIn(text, format)
    if (!Number.isSafeInteger(count) || count < 0)
      throw new BadCell(column, 'a whole number of people', text, formatHint(text, format))
    return count
  }
}

/** The columns of the request; none if all rows answer one request. */
function requestColumns({ request }: ReadAnswersOptions): RequestColumns {
  if (request === undefined) return { columns: [], read: () => undefined }
  if (typeof request !== 'string') return request
  return { columns: [request], read: ([text]) => withoutNulls(parse(request, text)) }
}

/** Returns a function that finds the request and the counter of a row. Texts are parsed at their first occurrence. */
function counterFinder<Answered>(options: ReadAnswersOptions, reader: AnswerReader<Answered>) {
  const { response, labels = [] } = options
  const { read } = requestColumns(options)
  type ReadRequest = { readonly answered: Answered; readonly counters: Map<string, Counter> }
  const requests = new Map<string, ReadRequest>()
  const addRequest = (key: string, texts: readonly string[]): ReadRequest => {
    const added = { answered: reader.request(read(texts)), counters: new Map() }
    requests.set(key, added)
    return added
  }
  const counter = (text: string, asked: readonly string[], group: string) => {
    const request = asked.length > 1 ? JSON.stringify(asked) : (asked[0] ?? '')
    const { answered, counters } = requests.get(request) ?? addRequest(request, asked)
    const key = group === '' ? text : JSON.stringify([group, text])
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = reader.response(answered, parse(response, text, labels), group)
      counters.set(key, counter)
    }
    return { answered, counter }
  }
  const answers = () =>
    Array.from(requests.values(), ({ counters }) => counters.size).reduce((a, b) => a + b, 0)
  return { counter, answers }
}

function parse(column: string, text: string, labels?: readonly string[]): unknown {
  return parseCell(text, labels, sentence => new BadCell(column, sentence))
}

/** Removes null fields from a request. In a Parquet file, a record has null in every field that it lacks and others have. */
function withoutNulls(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}
