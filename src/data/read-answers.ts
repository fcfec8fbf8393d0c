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

/** What becomes of the answers: each distinct text is handed over once. */
export interface AnswerReader<Answered> {
  /** What a request is; without a column of requests it is asked once, with nothing. */
  request(json: unknown): Answered
  /** Takes note of a response to it, and returns what counts how often it comes. */
  response(answered: Answered, json: unknown): { count: number }
}

/**
 * Goes through a table of responses, with or without the requests that they answer, which are JSON as text, or in JSON and
 * Parquet files structured values. A text is parsed when it first comes, and only counted from then on.
 *
 * @returns the number of rows
 * @throws InputError, one line, as `readRows` does, and for the first row (from 1, the header apart) with a text that is no JSON,
 *   with none at all, or that the reader refuses
 */
export async function readAnswers<Answered>(
  options: ReadAnswersOptions,
  reader: AnswerReader<Answered>,
): Promise<number> {
  const { request, response } = options
  type Known = { readonly answered: Answered; readonly responses: Map<string, { count: number }> }
  const requests = new Map<string, Known>()
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
  const know = (text: string): Known => {
    const json = request === undefined ? undefined : withoutNulls(parse(request, text))
    const known = { answered: reader.request(json), responses: new Map() }
    requests.set(text, known)
    return known
  }
  const columns = request === undefined ? [response] : [response, request]
  await readRows(options, columns, ([text, of = '']) => {
    row++
    const counted = requests.get(of)?.responses.get(text)
    if (counted) {
      counted.count++
      return
    }
    try {
      const { answered, responses } = requests.get(of) ?? know(of)
      responses.set(text, reader.response(answered, parse(response, text)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new InputError(`${placeOf(row)}: ${error.message}`)
    }
  })
  if (row === 0) throw new InputError(`${tableName(options)}: expected one row or more, found none`)
  return row
}

/** A record of a Parquet file has all fields that any record has. */
function withoutNulls(request: unknown): unknown {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return request
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null))
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
