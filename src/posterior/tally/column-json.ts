import { refuse, requireNumber } from '../../check/check.ts'
import type { Column } from '../../mechanism/column.ts'
import { denseColumn, levelColumn } from '../../mechanism/own-column.ts'

/** A logarithm as JSON can say it: `null` for −Infinity. */
type LogJSON = number | null

/** A column as plain data. */
export type ColumnJSON =
  | { readonly logScale: number; readonly logValues: readonly LogJSON[] }
  | {
      readonly logScale: number
      readonly logBase: LogJSON
      readonly set?: readonly number[]
      readonly logLevel?: LogJSON
      readonly point?: number
      readonly logPeak?: LogJSON
    }

export function columnToJSON(column: Column): ColumnJSON {
  if (column.kind === 'dense') {
    return { logScale: column.logScale, logValues: Array.from(column.logValues, logToJSON) }
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
 * The column that `columnToJSON` gave.
 *
 * @throws RangeError if the data are not those of a column over so many categories
 */
export function columnFromJSON(json: ColumnJSON, categories: number): Column {
  if (typeof json !== 'object' || json === null) refuse('column', json, 'an object')
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
