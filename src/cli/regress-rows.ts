import { mechanismFromRequest } from '../catalogue/requests.ts'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { numberIn } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { parseCell } from '../data/json-cell.ts'
import { type TableFile, tableName } from '../data/plain-file.ts'
import { type ReadPeopleOptions, readPeople } from '../data/read-people.ts'
import { withoutMissing } from '../data/without-missing.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import { srr } from '../mechanism/srr.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { stream } from '../random/stream.ts'
import type { RegressionAnswer } from '../regression/regression-records.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { asResponse, type Labels } from './labels.ts'

/** The rows of a table that a regression is about. */
export interface RegressionRows {
  readonly table: TableFile
  /** The covariates of each row: numbers where the whole column has numbers, else texts. */
  readonly covariates: readonly { readonly [name: string]: number | string }[]
  /** The texts of the other columns of each row. */
  readonly others: readonly (readonly string[])[]
  /** The number of each row in the file, from 1. */
  readonly numbers: Uint32Array
  /** How many rows were left out, as they miss a value. */
  readonly dropped: number
}

/**
 * Reads covariates and other columns of a table.
 *
 * @param factors covariates that are texts although they look like numbers
 * @param onWarning is told what looks as if the table were laid out in another way
 * @throws InputError, one line, where a value is missing, unless such rows are dropped; also if there are no rows
 */
export async function readRegressionRows(
  table: TableFile,
  names: readonly string[],
  others: readonly string[],
  { missing, factors }: { readonly missing: 'refuse' | 'drop'; readonly factors: readonly string[] },
  onWarning: (warning: string) => void,
): Promise<RegressionRows> {
  const unknown = factors.find(name => !names.includes(name))
  if (unknown !== undefined) {
    throw new InputError(`--factors: expected covariates of the formula, found ${quote(unknown)}`)
  }
  const read: ReadPeopleOptions = { ...table, columns: [...names, ...others], missing, fewest: 1 }
  const people = await readPeople(read).catch(error => {
    if (!(error instanceof InputError && error.message.endsWith(': expected a value, found nothing')))
      throw error
    throw new InputError(`${error.message}; --missing drop leaves such rows out`)
  })
  const { users, columns, rows, dropped, warnings } = withoutMissing(people, read)
  for (const warning of warnings) onWarning(warning)
  const values = columns.map(({ name, categories }, j) => {
    const numbers = categories.map(text => numberIn(text, table))
    const isNumeric = j < names.length && !factors.includes(name) && !numbers.some(Number.isNaN)
    return isNumeric ? numbers : categories
  })
  const rowOf = (t: number) => columns.map(({ data }, j) => values[j][data[t]])
  const all = Array.from({ length: users }, (_, t) => rowOf(t))
  return {
    table,
    covariates: all.map(row => Object.fromEntries(names.map((name, j) => [name, row[j]]))),
    others: all.map(row => row.slice(names.length).map(String)),
    numbers: rows,
    dropped,
  }
}

/** Lets everybody answer by a mechanism of this level: SRR for two categories, subset selection for more. */
export function playRows(
  { table, covariates, others }: RegressionRows,
  epsilon: number,
  seed: string | number,
) {
  const labels = [...new Set(others.map(([text]) => text))].sort((a, b) => (a < b ? -1 : 1))
  if (labels.length < 2) {
    throw new InputError(`${tableName(table)}: expected two categories or more, found ${labels.length}`)
  }
  const categories = labels.length
  const mechanism: Mechanism =
    categories === 2 ? srr({ categories, epsilon }) : subsetSelection({ categories, epsilon })
  const numberOf = new Map(labels.map((label, x) => [label, x]))
  const rng = stream(seed, 'responses')
  const answers = covariates.map(
    (row, i): RegressionAnswer => ({
      ...row,
      response: mechanism.respond(numberOf.get(others[i][0])!, rng),
    }),
  )
  return { answers, mechanism, labels }
}

/** The other columns of collected answers: the response, then the request and the count where there are such columns. */
interface CollectedColumns {
  /** The mechanism of all answers; without it each row has its request. */
  readonly mechanism: Mechanism | undefined
  readonly hasCount: boolean
  readonly labels: Labels | undefined
}

/** The answers that the rows hold, each with its covariates. */
export function collectRows(
  { table, covariates, others, numbers }: RegressionRows,
  { mechanism, hasCount, labels }: CollectedColumns,
  { catalogue }: OwnMethods,
): RegressionAnswer[] {
  const asked = new Map<string, { request: Request; mechanism: Mechanism }>()
  const readRequest = (text: string) => {
    let known = asked.get(text)
    if (known === undefined) {
      const request = parse('the request', text) as Request
      known = { request, mechanism: mechanismFromRequest(request, { catalogue }) }
      asked.set(text, known)
    }
    return known
  }
  const answerOf = (texts: readonly string[]) => {
    const given = mechanism === undefined ? readRequest(texts[1]) : { mechanism }
    const response: Response = asResponse(
      parse('the response', texts[0], labels?.names ?? []),
      given.mechanism,
      labels,
    )
    return {
      response,
      ...('request' in given && { request: given.request }),
      ...(hasCount && { count: numberIn(texts.at(-1)!, table) }),
    }
  }
  return covariates.map((row, i) => inRow(table, numbers[i], () => ({ ...row, ...answerOf(others[i]) })))
}

function parse(what: string, text: string, labels?: readonly string[]): unknown {
  return parseCell(text, labels, expected => new Refusal(what, expected))
}

/** Runs `body`; its refusal names the row. */
function inRow<T>(table: TableFile, row: number, body: () => T): T {
  try {
    return body()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new InputError(`${tableName(table)}, data row ${row}: ${error.message}`)
  }
}

/** A refusal of the regression that names an answer by its place, as an error that names the row. */
export function namingRow({ table, numbers }: RegressionRows, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const [, place, rest] = /^answers\[(\d+)\][:.]? ?(.*)$/s.exec(error.message) ?? []
  if (error.argument === 'reference') return new InputError(`--reference: ${error.message}`)
  if (place === undefined) return new InputError(`${tableName(table)}: ${error.message}`)
  return new InputError(`${tableName(table)}, data row ${numbers[Number(place)]}: ${rest}`)
}
