import { Collection, type CollectionOptions } from '../catalogue/tally-responses.ts'
import { isList, refuse, requireInteger } from '../check/check.ts'
import { type Column, columnValues } from '../mechanism/column.ts'
import { type Mechanism, type Request, type Response, requireMechanism } from '../mechanism/mechanism.ts'
import { DesignWeights, requireWeight } from '../posterior/tally/design-weights.ts'

/** An answer, with the public covariates of the person who gave it. */
export interface RegressionAnswer {
  /** The response. */
  readonly response: Response
  /** The request; absent if the regression has one `mechanism` for all answers. */
  readonly request?: Request
  /** Number of people with these covariates and this answer; default 1. */
  readonly count?: number
  /** The covariates: numbers, or names of levels. Covariates that are not in the formula are ignored. */
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
  /** Index of the first cell of each pattern, with one more entry at the end. */
  readonly starts: Int32Array
  /** The likelihood column of each cell. */
  readonly column: Int32Array
  /** Number of people in each cell. People of unequal weights are counted as people of equal weight. */
  readonly count: Float64Array
  /** The weight of each pattern: its number of people, or the sum of their weights. */
  readonly weights: Float64Array
  /** The values of the distinct columns relative to each column's largest, `[columns × K]`. */
  readonly columns: Float64Array
  /** The largest audited level of the requests. */
  readonly epsilon: number
  /** The names of the mechanisms in the requests. */
  readonly mechanisms: readonly string[]
}

/** Options for the answers of a regression. */
export interface RecordOptions extends CollectionOptions {
  /** The answers: a row for each person, or a row for several people with the same covariates and the same answer (`count`). */
  readonly answers: Iterable<RegressionAnswer>
  /** The mechanism of all answers; absent if each answer has its request. */
  readonly mechanism?: Mechanism
  /**
   * The field of each answer that has its design weight, at least 0, in any unit. Among people of one covariate pattern, an answer counts
   * as `w n_eff / Σ w`, with `n_eff = (Σ w)² / Σ w²` (Kish). In averages over the people who answered, the weight of a pattern is the sum
   * of its weights. Variables that the weights depend on should therefore be among the covariates.
   */
  readonly weight?: string
}

/**
 * Counts answers by covariate pattern and column, so that later costs grow with the number of patterns and not of people.
 *
 * @param covariates names of the covariates in the formula
 * @throws RangeError, which gives the position of the answer, if a covariate is missing or is neither a finite number nor a text, if a
 *   covariate is a number in one answer and a text in another, or if a request or response is bad; also if there are no answers
 */
export function countRecords(
  { answers, mechanism, weight: field, ...options }: RecordOptions,
  covariates: readonly string[],
): Records {
  if (mechanism !== undefined) requireMechanism(mechanism)
  if (typeof answers?.[Symbol.iterator] !== 'function') refuse('answers', answers, 'a list of answers')
  const collection = new Collection(options)
  if (mechanism !== undefined) collection.admit(mechanism.toRequest())
  const patternOf = new Map<string, number>()
  const patterns: (readonly (number | string)[])[] = []
  const cells: Map<number, number>[] = []
  const weights: DesignWeights[] = []
  const names = new Set<string>()
  const columnOf = columnFinder()
  let answer: RegressionAnswer
  let place = -1
  let people = 0
  /** The answers without their covariates, for a collection. */
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
    const weight = field === undefined ? 1 : requireWeight(`the weight ${field}`, answer[field])
    if (count * weight === 0) return
    const values = covariates.map(name => covariateOf(answer, name))
    const key = JSON.stringify(values)
    let pattern = patternOf.get(key)
    if (pattern === undefined) {
      pattern = patterns.push(values) - 1
      patternOf.set(key, pattern)
      cells.push(new Map())
      weights.push(new DesignWeights())
      requireSameKinds(patterns[0], values, covariates)
    }
    names.add(asked.name)
    const column = collection.tally.table.intern(columnOf(asked, response))
    cells[pattern].set(column, (cells[pattern].get(column) ?? 0) + count * weight)
    weights[pattern].add(weight, count)
    people += count
  })
  if (people === 0)
    refuse('answers', answers, `of at least one person${field === undefined ? '' : ' of a weight above 0'}`)
  return {
    patterns,
    people: requireInteger('the number of people', people, 1),
    categories: collection.tally.categories,
    ...flatten(cells, weights),
    weights: Float64Array.from(weights, ({ total }) => total),
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

/** Finds the column of a response, and keeps it: most mechanisms make it anew each time. */
function columnFinder(): (mechanism: Mechanism, response: Response) => Column {
  const cache = new Map<Mechanism, Map<string, Column>>()
  return (mechanism, response) => {
    let byText = cache.get(mechanism)
    if (byText === undefined) cache.set(mechanism, (byText = new Map()))
    if (typeof response !== 'number' && !isList(response)) return mechanism.column(response)
    const text = JSON.stringify(response)
    let column = byText.get(text)
    if (column === undefined) byText.set(text, (column = mechanism.column(response)))
    return column
  }
}

/** The counts of all patterns in one list. */
function flatten(cells: readonly Map<number, number>[], weights: readonly DesignWeights[]) {
  const starts = new Int32Array(cells.length + 1)
  const column: number[] = []
  const count: number[] = []
  cells.forEach((byColumn, p) => {
    for (const [c, people] of byColumn) {
      column.push(c)
      count.push(people * weights[p].scale)
    }
    starts[p + 1] = column.length
  })
  return { starts, column: Int32Array.from(column), count: Float64Array.from(count) }
}
