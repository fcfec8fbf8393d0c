import { refuse, requireNumber } from '../../check/check.ts'
import { type Column, denseColumn, levelColumn } from '../../mechanism/column.ts'
import { requireCategory } from '../../mechanism/mechanism.ts'

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
  const logScale = requireNumber('logScale', json.logScale)
  if ('logValues' in json) {
    const { logValues } = json
    if (!Array.isArray(logValues) || logValues.length !== categories) {
      refuse('logValues', logValues, `a list of ${categories}`)
    }
    const logs = Float64Array.from(logValues, (value: LogJSON) => logFromJSON('logValues', value))
    return requireProbabilities(denseColumn(logs, logScale))
  }
  const { set, point } = json
  const levels = {
    logBase: logFromJSON('logBase', json.logBase),
    ...(set !== undefined && {
      set: requireSet(set, categories),
      logLevel: logFromJSON('logLevel', json.logLevel),
    }),
    ...(point !== undefined && {
      point: requireCategory('point', point, categories),
      logPeak: logFromJSON('logPeak', json.logPeak),
    }),
  }
  const { logBase, logLevel = -Infinity, logPeak = -Infinity } = levels
  if (Math.max(logBase, logLevel, logPeak) === -Infinity) refuse('column', json, 'above zero somewhere')
  return requireProbabilities(levelColumn({ categories, logScale, ...levels }))
}

/** How far the logarithm of a probability may be above 0: by rounding alone. */
const ROUNDING = 1e-9

function requireProbabilities(column: Column): Column {
  if (column.logScale > ROUNDING) refuse('column', columnToJSON(column), 'made of probabilities, 1 at most')
  return column
}

function logToJSON(log: number): LogJSON {
  return log === -Infinity ? null : log
}

function logFromJSON(argument: string, log: unknown): number {
  return log === null ? -Infinity : requireNumber(argument, log)
}

function requireSet(set: unknown, categories: number): Int32Array {
  if (!Array.isArray(set)) refuse('set', set, 'a list of categories')
  const sorted = Int32Array.from(set, x => requireCategory('set', x, categories)).sort()
  if (sorted.some((x, i) => x === sorted[i - 1])) refuse('set', set, 'a list without repeats')
  return sorted
}
