import { mechanismFromRequest } from '../catalogue/requests.ts'
import { Refusal } from '../check/check.ts'
import { listNames, quote, quoteFound } from '../check/quote.ts'
import { numberIn } from '../data/decimal.ts'
import { InputError, naming } from '../data/input-error.ts'
import { parseCell } from '../data/json-cell.ts'
import { type TableFile, tableName } from '../data/plain-file.ts'
import { type ReadPeopleOptions, readPeople } from '../data/read-people.ts'
import { withoutMissing } from '../data/without-missing.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered, orderedQuestion } from '../domain/read-question.ts'
import { createEstimator } from '../loop/estimator.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import { srr } from '../mechanism/srr.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { stream } from '../random/stream.ts'
import type { RegressionAnswer } from '../regression/regression-records.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { asResponse, type Labels } from './labels.ts'

/** The rows of a table for a regression. */
export interface RegressionRows {
  readonly table: TableFile
  /** The covariates of each row: numbers if the whole column has numbers, else texts. */
  readonly covariates: readonly { readonly [name: string]: number | string }[]
  /** The texts of the other columns of each row. */
  readonly others: readonly (readonly string[])[]
  /** The number of each row in the file, from 1. */
  readonly numbers: Uint32Array
  /** Number of rows left out because a value is missing. */
  readonly dropped: number
}

/** Options of reading rows. */
interface RowRules {
  readonly missing: 'refuse' | 'drop'
  /** Covariates that are texts although they look like numbers. */
  readonly factors: readonly string[]
  /** Questions of other columns with scales or numbers; their texts become the names of cells. */
  readonly questions: ReadPeopleOptions['questions']
}

/**
 * Reads covariates and other columns of a table.
 *
 * @param onWarning called with warnings about values that suggest another layout of the table
 * @throws InputError, one line, if a value is missing, unless such rows are dropped; also if there are no rows
 */
export async function readRegressionRows(
  table: TableFile,
  names: readonly string[],
  others: readonly string[],
  { missing, factors, questions }: RowRules,
  onWarning: (warning: string) => void,
): Promise<RegressionRows> {
  const unknown = factors.find(name => !names.includes(name))
  if (unknown !== undefined) {
    throw new InputError(`--factors: expected covariates of the formula, found ${quote(unknown)}`)
  }
  const read: ReadPeopleOptions = {
    ...{ ...table, columns: [...names, ...others], questions, missing, fewest: 1 },
    covariates: names.filter(name => !factors.includes(name)),
  }
  const people = await readPeople(read).catch(error => {
    if (!(error instanceof InputError && error.message.endsWith(': expected a value, found nothing')))
      throw error
    throw new InputError(`${error.message}; --missing drop leaves such rows out`)
  })
  const { users, columns, rows, dropped, warnings } = withoutMissing(people, read)
  for (const warning of warnings) onWarning(warning)
  const kinds = new Map(
    Object.entries(questions ?? {}).map(([name, asked]) => [name, orderedQuestion(asked)]),
  )
  const texts = columns.map(({ name, categories }, j) => {
    const numbers = categories.map(text => numberIn(text, table))
    const isNumeric = j < names.length && !factors.includes(name) && !numbers.some(Number.isNaN)
    return isNumeric ? numbers : categories
  })
  const rowOf = (t: number) =>
    columns.map(({ name, data }, j) => texts[j][kinds.get(name)?.cell(data[t]) ?? data[t]])
  const all = Array.from({ length: users }, (_, t) => rowOf(t))
  return {
    table,
    covariates: all.map(row => Object.fromEntries(names.map((name, j) => [name, row[j]]))),
    others: all.map(row => row.slice(names.length).map(String)),
    numbers: rows,
    dropped,
  }
}

/**
 * Simulates everybody's answer at this level: for two categories by SRR, for more by subset selection, for scales and numbers by `auto`'s
 * first mechanism.
 *
 * @param kind the question, unless it is about the categories in the rows
 */
export function playRows(
  { table, covariates, others, numbers }: RegressionRows,
  epsilon: number,
  seed: string | number,
  kind?: CategoriesKind | OrderedKind,
) {
  const names = kind?.names ?? [...new Set(others.map(([text]) => text))].sort((a, b) => (a < b ? -1 : 1))
  const bad = others.findIndex(([text]) => !names.includes(text))
  if (bad >= 0) {
    const expected = `one of ${listNames(names)}, as the survey says`
    throw new InputError(
      `${tableName(table)}, data row ${numbers[bad]}: expected ${expected}, found ${quoteFound(others[bad][0])}`,
    )
  }
  if (names.length < 2) {
    throw new InputError(`${tableName(table)}: expected two categories or more, found ${names.length}`)
  }
  const mechanism = mechanismFor(kind && isOrdered(kind) ? kind : names.length, epsilon, seed)
  const numberOf = new Map(names.map((name, x) => [name, x]))
  const rng = stream(seed, 'responses')
  const answers = covariates.map(
    (row, i): RegressionAnswer => ({
      ...row,
      response: mechanism.respond(numberOf.get(others[i][0])!, rng),
    }),
  )
  return { answers, mechanism, names }
}

function mechanismFor(asked: OrderedKind | number, epsilon: number, seed: string | number): Mechanism {
  if (typeof asked !== 'number') {
    const question = asked.toJSON()
    return mechanismFromRequest(createEstimator({ question, epsilon, strategy: 'auto', seed }).request())
  }
  return asked === 2 ? srr({ categories: 2, epsilon }) : subsetSelection({ categories: asked, epsilon })
}

/** The other columns of collected answers: the response, then the request and the count, if present. */
interface CollectedColumns {
  /** The mechanism of all answers; undefined if each row has its own request. */
  readonly mechanism: Mechanism | undefined
  readonly hasCount: boolean
  readonly labels: Labels | undefined
}

/** The answers in the rows, each with its covariates. */
export function collectRows(
  { table, covariates, others, numbers }: RegressionRows,
  { mechanism, hasCount, labels }: CollectedColumns,
  { catalogue }: OwnMethods,
): RegressionAnswer[] {
  const requests = new Map<string, { request: Request; mechanism: Mechanism }>()
  const readRequest = (text: string) => {
    let earlier = requests.get(text)
    if (earlier === undefined) {
      const request = parse('the request', text) as Request
      earlier = { request, mechanism: mechanismFromRequest(request, { catalogue }) }
      requests.set(text, earlier)
    }
    return earlier
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
  return covariates.map((row, i) =>
    naming(rowName(table, numbers[i]), () => ({ ...row, ...answerOf(others[i]) })),
  )
}

function parse(what: string, text: string, labels?: readonly string[]): unknown {
  return parseCell(text, labels, expected => new Refusal(what, expected))
}

/** A row of a table, for errors. */
export const rowName = (table: TableFile, row: number) => `${tableName(table)}, data row ${row}`

/** Turns an error of the regression about an answer's index into an error that names the row. */
export function namingRow({ table, numbers }: RegressionRows, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const [, place, rest] = /^answers\[(\d+)\][:.]? ?(.*)$/s.exec(error.message) ?? []
  if (error.argument === 'reference') return new InputError(`--reference: ${error.message}`)
  if (place === undefined) return new InputError(`${tableName(table)}: ${error.message}`)
  return new InputError(`${rowName(table, numbers[Number(place)])}: ${rest}`)
}
