import { Refusal } from '../check/check.ts'
import { quote, quoteFound } from '../check/quote.ts'
import { decimal } from './decimal.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'

/** What becomes of rows without an answer. */
export const ANSWER_RULES = ['refuse', 'drop'] as const

export type AnswerRule = (typeof ANSWER_RULES)[number]

export interface ReadAnswersOptions extends TableFile {
  /** The column with the responses. */
  readonly response: string
  /** The column with the requests; left out where all responses answer one request. */
  readonly request?: string | undefined
  /** The column that says how many people gave the answer; left out where each row is one person. */
  readonly count?: string | undefined
  /** The column with the group of each person; left out where people belong to none. */
  readonly by?: string | undefined
  /** What becomes of rows without a response. Default: `refuse`. */
  readonly missing?: AnswerRule | undefined
  /** What a response that is not JSON stands for; undefined if it stands for nothing. Default: for nothing. */
  readonly word?: (text: string) => unknown
}

/** What is done with the answers. Each distinct text is handed over once. */
export interface AnswerReader<Answered> {
  /** Reads a request. Without a column of requests it is called once, with undefined. */
  request(json: unknown): Answered
  /** Takes note of a response to such a request from a group, and returns its counter, which counts nobody yet. */
  response(answered: Answered, json: unknown, group: string): { count: number }
}

/** How many people gave the answers of a table, and how many rows were left out because they have none. */
export interface AnswerCounts {
  readonly users: number
  readonly dropped: number
}

/** The name of a column that is hardly anything but a count. */
const COUNT = 'count'

/**
 * Goes through a table of responses, with or without a column of the requests that they answer. Both are JSON as text; in JSON and
 * Parquet files they may also be structured values. A text is parsed when it first occurs, and only counted from then on.
 *
 * @throws InputError, one line, as `readRows` does, and for the first row (counted from 1, without the header) whose text is not
 *   JSON, is missing, or is refused by the reader, or whose count is not a whole number; also if there is a column called `count`
 *   that is not used, because each of its rows would count as one person
 */
export async function readAnswers<Answered>(
  options: ReadAnswersOptions,
  reader: AnswerReader<Answered>,
): Promise<AnswerCounts> {
  const { response, missing = 'refuse' } = options
  const count = options.count === undefined ? () => 1 : countReader(options.count)
  const counterOf = counterFinder(options, reader)
  let row = 0
  let users = 0
  let dropped = 0
  const take = (text: string, requestText: string, group: string, countText: string) => {
    const people = count(countText)
    if (text === '' && missing === 'drop') {
      dropped++
      return
    }
    if (options.by !== undefined && group === '') throw new BadCell(options.by, 'the name of a group', '')
    counterOf(text, requestText, group).count += people
    users += people
    if (users > Number.MAX_SAFE_INTEGER) throw new Refusal('the sum of the counts', 'at most 2^53 - 1')
  }
  await readRows(options, chooseColumns(options), ([text, ...others]) => {
    row++
    const requestText = options.request === undefined ? '' : others[0]
    const group = options.by === undefined ? '' : others[options.request === undefined ? 0 : 1]
    try {
      take(text, requestText, group, others.at(-1) ?? '')
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof BadCell)) throw error
      throw new InputError(
        `${tableName(options)}, data row ${row}${error instanceof BadCell ? ', ' : ': '}${error.message}`,
      )
    }
  })
  if (row === 0) throw new InputError(`${tableName(options)}: expected one row or more, found none`)
  if (users === 0) {
    throw new InputError(`${tableName(options)}: expected an answer in column ${quote(response)}, found none`)
  }
  return { users, dropped }
}

/** What is wrong with a single value of a row. */
class BadCell extends Error {
  constructor(column: string, expected: string, text: string) {
    super(`column ${quote(column)}: expected ${expected}, found ${quoteFound(text)}`)
  }
}

/** The columns that are read: responses first, counts last. */
function chooseColumns(options: ReadAnswersOptions): (found: readonly string[]) => readonly string[] {
  const { response, request, by, count } = options
  const columns = [response, ...(request === undefined ? [] : [request]), ...(by === undefined ? [] : [by])]
  return found => {
    if (count !== undefined) return [...columns, count]
    if (found.includes(COUNT) && !columns.includes(COUNT)) {
      throw new InputError(
        `${tableName(options)}: expected --count-column ${COUNT}, or no column "${COUNT}": without the option each row is one person`,
      )
    }
    return columns
  }
}

function countReader(column: string): (text: string) => number {
  return text => {
    const count = decimal(text)
    if (!Number.isSafeInteger(count) || count < 0) throw new BadCell(column, 'a whole number of people', text)
    return count
  }
}

/** A function that finds the counter of a response to a request; both are parsed when they first occur. */
function counterFinder<Answered>(
  { response, request, word }: ReadAnswersOptions,
  reader: AnswerReader<Answered>,
): (text: string, requestText: string, group: string) => { count: number } {
  type ReadRequest = { readonly answered: Answered; readonly counters: Map<string, { count: number }> }
  const requests = new Map<string, ReadRequest>()
  const addRequest = (text: string): ReadRequest => {
    const json = request === undefined ? undefined : withoutNulls(parse(request, text))
    const added = { answered: reader.request(json), counters: new Map() }
    requests.set(text, added)
    return added
  }
  return (text, requestText, group) => {
    const { answered, counters } = requests.get(requestText) ?? addRequest(requestText)
    const key = group === '' ? text : JSON.stringify([group, text])
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = reader.response(answered, parse(response, text, word), group)
      counters.set(key, counter)
    }
    return counter
  }
}

function parse(column: string, text: string, word?: (text: string) => unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const meant = word?.(text)
    if (meant === undefined) throw new BadCell(column, 'JSON', text)
    return meant
  }
}

/** A request without its null fields: in a Parquet file, a record has null in every field that it lacks and others have. */
function withoutNulls(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}
