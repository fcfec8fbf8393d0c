import { refuse, requireInteger, requireNumber } from '../../check/check.ts'
import { blockDesignKind } from '../../mechanism/block-design/block-design.ts'
import type { Column, Pattern } from '../../mechanism/column.ts'
import type { Mechanism } from '../../mechanism/mechanism.ts'
import { denseColumn, levelColumn } from '../../mechanism/own-column.ts'

/** A logarithm in JSON, which has no infinities: `null` stands for −Infinity. */
type LogJSON = number | null

/** A column as plain data. */
export type ColumnJSON =
  | {
      /** The index of its pattern among the tally's patterns. */
      readonly pattern: number
      readonly shift: number
    }
  | { readonly logScale: number; readonly logValues: readonly LogJSON[] }
  | {
      readonly logScale: number
      readonly logBase: LogJSON
      readonly set?: readonly number[]
      readonly logLevel?: LogJSON
      readonly point?: number
      readonly logPeak?: LogJSON
    }

/** The request of a mechanism whose columns are shifts of its pattern. */
export type PatternJSON = Readonly<Record<string, unknown>>

/**
 * A column as plain data.
 *
 * @param patterns the tally's patterns so far; the column's pattern is added if it is not among them
 */
export function columnToJSON(column: Column, patterns: Pattern[]): ColumnJSON {
  if (column.kind === 'dense') {
    return { logScale: column.logScale, logValues: Array.from(column.logValues, logToJSON) }
  }
  if (column.shift) {
    const { pattern, by } = column.shift
    let index = patterns.indexOf(pattern)
    if (index < 0) index = patterns.push(pattern) - 1
    return { pattern: index, shift: by }
  }
  const { logScale, logBase, logLevel, logPeak, set, point } = column
  return {
    logScale,
    logBase: logToJSON(logBase),
    ...(set.length > 0 && { set: Array.from(set), logLevel: logToJSON(logLevel) }),
    ...(point >= 0 && { point, logPeak: logToJSON(logPeak) }),
  }
}

/**
 * The column from the result of `columnToJSON`.
 *
 * @param mechanisms the mechanisms of the tally's patterns
 * @throws RangeError if the data are no column over this many categories
 */
export function columnFromJSON(
  json: ColumnJSON,
  categories: number,
  mechanisms: readonly Mechanism[] = [],
): Column {
  if (typeof json !== 'object' || json === null) refuse('column', json, 'an object')
  if ('pattern' in json) {
    const index = requireInteger('pattern', json.pattern, 0, mechanisms.length - 1)
    return mechanisms[index].column(json.shift)
  }
  const { logScale } = json
  if ('logValues' in json) {
    const { logValues } = json
    if (!Array.isArray(logValues) || logValues.length !== categories) {
      refuse('logValues', logValues, `a list of ${categories}`)
    }
    return denseColumn(
      logValues.map((value: LogJSON) => logFromJSON('logValues', value)),
      logScale,
    )
  }
  const { set, point } = json
  return levelColumn({
    categories,
    logScale,
    logBase: logFromJSON('logBase', json.logBase),
    ...(set !== undefined && { set: inOrder(set), logLevel: logFromJSON('logLevel', json.logLevel) }),
    ...(point !== undefined && { point, logPeak: logFromJSON('logPeak', json.logPeak) }),
  })
}

/**
 * The mechanisms of a tally's patterns.
 *
 * @throws RangeError unless each is the request of a block design over this many categories
 */
export function mechanismsOfPatterns(patterns: unknown, categories: number): readonly Mechanism[] {
  if (!Array.isArray(patterns)) refuse('patterns', patterns, 'a list of requests of block designs')
  return patterns.map((request: PatternJSON) => {
    if (request?.mechanism !== blockDesignKind.name || request.categories !== categories) {
      refuse('patterns', request, `requests of block designs over ${categories} categories`)
    }
    return blockDesignKind.fromRequest(request as never)
  })
}

function logToJSON(log: number): LogJSON {
  return log === -Infinity ? null : log
}

function logFromJSON(argument: string, log: unknown): number {
  return log === null ? -Infinity : requireNumber(argument, log)
}

function inOrder(set: unknown): number[] {
  if (!Array.isArray(set)) refuse('set', set, 'a list of categories')
  return set.toSorted((x, y) => x - y)
}
