import { Collection, type CollectionOptions } from '../catalogue/tally-responses.ts'
import { isList, refuse, requireInteger } from '../check/check.ts'
import { type Column, columnValues } from '../mechanism/column.ts'
import { type Mechanism, type Request, type Response, requireMechanism } from '../mechanism/mechanism.ts'

/** An answer with the public covariates of whoever gave it. */
export interface RegressionAnswer {
  /** What was answered. */
  readonly response: Response
  /** What was asked; left out where the regression has a `mechanism` of all answers. */
  readonly request?: Request
  /** How many people with these covariates gave it; default 1. */
  readonly count?: number
  /** The covariates: numbers, or strings that name a level. Those that the formula does not name are not read. */
  readonly [covariate: string]: unknown
}

/** Answers counted by covariate pattern and likelihood column. */
export interface Records {
  /** The distinct covariate patterns, each with a value for every covariate. */
  readonly patterns: readonly (readonly (number | string)[])[]
  /** Number of people. */
  readonly people: number
  /** K. */
  readonly categories: number
  /** The cells of pattern p are those from `starts[p]` to before `starts[p + 1]`. */
  readonly starts: Int32Array
  /** The likelihood column of each cell. */
  readonly column: Int32Array
  /** How many people are in each cell. */
  readonly count: Float64Array
  /** The values of the distinct columns relative to each column's largest, `[columns × K]`. */
  readonly columns: Float64Array
  /** The largest audited level of the requests. */
  readonly epsilon: number
  /** The names of the mechanisms that were asked by. */
  readonly mechanisms: readonly string[]
}

/** Where answers come from. */
export interface RecordOptions extends CollectionOptions {
  /** One row a person, or one for several people with the same covariates and the same answer (`count`). */
  readonly answers: Iterable<RegressionAnswer>
  /** The mechanism of all answers; left out where each answer has its request. */
  readonly mechanism?: Mechanism
}

/**
 * Counts answers by covariate pattern and column, so that the cost of all that follows grows with the patterns and not with the
 * people.
 *
 * @param covariates the names of those that the formula has
 * @throws RangeError, which names the answer by its place, if a covariate is missing or is neither a finite number nor a text, a
 *   covariate is a number in one answer and a text in another, or the request or response is bad; also if there are no answers
 */
export function countRecords(
  { answers, mechanism, ...options }: RecordOptions,
  covariates: readonly string[],
): Records {
  if (mechanism !== undefined) requireMechanism(mechanism)
  if (typeof answers?.[Symbol.iterator] !== 'function') refuse('answers', answers, 'a list of answers')
  const collection = new Collection(options)
  if (mechanism !== undefined) collection.admit(mechanism.toRequest())
  const patternOf = new Map<string, number>()
  const patterns: (readonly (number | string)[])[] = []
  const cells: Map<number, number>[] = []
  const names = new Set<string>()
  const columnOf = columnFinder()
  let answer: RegressionAnswer
  let place = -1
  let people = 0
  /** The answers for a collection, which sees nothing of the covariates. */
  function* responses() {
    for (const next of answers) {
      place++
      answer = next
      if (typeof answer !== 'object' || answer === null) refuse(`answers[${place}]`, answer, 'an answer')
      yield {
        response: answer.response,
        request: requestOf(answer, mechanism, place),
        ...(answer.count !== undefined && { count: answer.count }),
      }
    }
  }
  collection.take(responses(), (asked, response, count) => {
    if (requireInteger('count', count, 0) === 0) return
    const values = covariates.map(name => covariateOf(answer, name))
    const key = JSON.stringify(values)
    let pattern = patternOf.get(key)
    if (pattern === undefined) {
      pattern = patterns.push(values) - 1
      patternOf.set(key, pattern)
      cells.push(new Map())
      requireSameKinds(patterns[0], values, covariates)
    }
    names.add(asked.name)
    const column = collection.tally.table.intern(columnOf(asked, response))
    cells[pattern].set(column, (cells[pattern].get(column) ?? 0) + count)
    people += count
  })
  if (people === 0) refuse('answers', answers, 'of at least one person')
  return {
    patterns,
    people: requireInteger('the number of people', people, 1),
    categories: collection.tally.categories,
    ...flatten(cells),
    columns: Float64Array.from(
      collection.tally.table.mapColumns(columnValues).flatMap(values => Array.from(values)),
    ),
    epsilon: mechanism?.epsilon ?? collection.epsilon,
    mechanisms: [...names],
  }
}

function requestOf({ request }: RegressionAnswer, mechanism: Mechanism | undefined, place: number): Request {
  if (mechanism === undefined) return request as Request
  if (request !== undefined) {
    refuse(`answers[${place}].request`, request, 'left out where there is a mechanism of all answers')
  }
  return mechanism.toRequest()
}

function covariateOf(answer: RegressionAnswer, name: string): number | string {
  const value = Object.hasOwn(answer, name) ? answer[name] : undefined
  if ((typeof value === 'string' && value !== '') || Number.isFinite(value)) {
    return value === 0 ? 0 : (value as number | string)
  }
  refuse(`the covariate ${name}`, value, 'a finite number, or a text that names a level')
}

function requireSameKinds(
  first: readonly unknown[],
  values: readonly unknown[],
  names: readonly string[],
): void {
  const at = values.findIndex((value, i) => typeof value !== typeof first[i])
  if (at < 0) return
  const kind = typeof first[at] === 'number' ? 'a number' : 'a text'
  refuse(`the covariate ${names[at]}`, values[at], `${kind}, as in the answers before it`)
}

/** Looks up the column of a response, which most mechanisms make anew each time. */
function columnFinder(): (mechanism: Mechanism, response: Response) => Column {
  const known = new Map<Mechanism, Map<string, Column>>()
  return (mechanism, response) => {
    let byText = known.get(mechanism)
    if (byText === undefined) known.set(mechanism, (byText = new Map()))
    if (typeof response !== 'number' && !isList(response)) return mechanism.column(response)
    const text = JSON.stringify(response)
    let column = byText.get(text)
    if (column === undefined) byText.set(text, (column = mechanism.column(response)))
    return column
  }
}

/** The counts of all patterns one after the other. */
function flatten(cells: readonly Map<number, number>[]) {
  const starts = new Int32Array(cells.length + 1)
  const column: number[] = []
  const count: number[] = []
  cells.forEach((byColumn, p) => {
    for (const [c, people] of byColumn) {
      column.push(c)
      count.push(people)
    }
    starts[p + 1] = column.length
  })
  return { starts, column: Int32Array.from(column), count: Float64Array.from(count) }
}
