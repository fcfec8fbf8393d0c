import { Refusal } from '../check/check.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'

export interface ReadAnswersOptions extends TableFile {
  /** The column with the responses. */
  readonly response: string
  /** The column with the requests; left out where all responses answer one request. */
  readonly request?: string
}

/** What is done with the answers. Each distinct text is handed over once. */
export interface AnswerReader<Answered> {
  /** Reads a request. Without a column of requests it is called once, with undefined. */
  request(json: unknown): Answered
  /** Takes note of a response to such a request, and returns its counter. */
  response(answered: Answered, json: unknown): { count: number }
}

/**
 * Goes through a table of responses, with or without a column of the requests that they answer. Both are JSON as text; in JSON and
 * Parquet files they may also be structured values. A text is parsed when it first occurs, and only counted from then on.
 *
 * @returns the number of rows
 * @throws InputError, one line, as `readRows` does, and for the first row (counted from 1, without the header) whose text is not
 *   JSON, is missing, or is refused by the reader
 */
export async function readAnswers<Answered>(
  options: ReadAnswersOptions,
  reader: AnswerReader<Answered>,
): Promise<number> {
  const { request, response } = options
  type ReadRequest = { readonly answered: Answered; readonly counters: Map<string, { count: number }> }
  const requests = new Map<string, ReadRequest>()
  let row = 0
  const parse = (column: string, text: string): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      const found = text === '' ? 'nothing' : shorten(JSON.stringify(text))
      throw new InputError(`${placeOf(row)}, column ${JSON.stringify(column)}: expected JSON, found ${found}`)
    }
  }
  const placeOf = (row: number) => `${tableName(options)}, data row ${row}`
  const addRequest = (text: string): ReadRequest => {
    const json = request === undefined ? undefined : withoutNulls(parse(request, text))
    const added = { answered: reader.request(json), counters: new Map() }
    requests.set(text, added)
    return added
  }
  const columns = request === undefined ? [response] : [response, request]
  await readRows(options, columns, ([text, requestText = '']) => {
    row++
    const counter = requests.get(requestText)?.counters.get(text)
    if (counter) {
      counter.count++
      return
    }
    try {
      const { answered, counters } = requests.get(requestText) ?? addRequest(requestText)
      counters.set(text, reader.response(answered, parse(response, text)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new InputError(`${placeOf(row)}: ${error.message}`)
    }
  })
  if (row === 0) throw new InputError(`${tableName(options)}: expected one row or more, found none`)
  return row
}

/** A request without its null fields: in a Parquet file, a record has null in every field that it lacks and others have. */
function withoutNulls(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
