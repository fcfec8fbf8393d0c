import { refuse, requireInteger, requireNumber } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import * as trusted from './column.ts'
import { isSortedSet, requireCategory } from './mechanism.ts'

/**
 * Tolerance of rounding, for the logarithm of a probability above 0, and for a value in comparison with the exponential of its logarithm.
 */
const ROUNDING = 1e-9

/** The levels of a column, as logarithms relative to `logScale`. */
export interface Levels {
  /** Number of categories K. */
  readonly categories: number
  /** Logarithm of the probability that a relative logarithm of 0 stands for. */
  readonly logScale: number
  /** Relative logarithm of the probability of all other categories; −Infinity stands for a probability of zero. */
  readonly logBase: number
  /** The categories with `logLevel`, without the point: different categories, sorted. */
  readonly set?: ArrayLike<number>
  /** Relative logarithm of the probability on the set. */
  readonly logLevel?: number
  /** The category with `logPeak`. */
  readonly point?: number
  /** Relative logarithm of the probability at the point. */
  readonly logPeak?: number
}

/**
 * A column of at most three levels, `x ↦ Pr(response | x)`: a base everywhere, another level on a set, another at one point.
 *
 *     Pr(response | x) = e^logScale · { e^logPeak at the point; e^logLevel on the set; e^logBase elsewhere }
 *
 * @throws RangeError unless the set is sorted, all categories are among K, and all probabilities at most 1
 * @example
 * // Randomized response to two categories at ε = ln 3.
 * levelColumn({ categories: 2, logScale: Math.log(0.25), logBase: 0, point: 1, logPeak: Math.log(3) }).peak // 1
 */
export function levelColumn(levels: Levels): trusted.LevelColumn {
  const categories = requireInteger('categories', levels?.categories, 2)
  const logScale = requireNumber('logScale', levels.logScale)
  const set = requireSorted(levels.set ?? [], categories)
  const point = levels.point === undefined ? -1 : requireCategory('point', levels.point, categories)
  const checked = {
    logBase: requireLog('logBase', levels.logBase),
    ...(set.length > 0 && { set, logLevel: requireLog('logLevel', levels.logLevel) }),
    ...(point >= 0 && { point, logPeak: requireLog('logPeak', levels.logPeak) }),
  }
  const { logBase, logLevel = -Infinity, logPeak = -Infinity } = checked
  if (Math.max(logBase, logLevel, logPeak) === -Infinity) refuse('column', levels, 'above zero somewhere')
  return requireProbabilities(trusted.levelColumn({ categories, logScale, ...checked }))
}

/**
 * A column without structure, from the natural logarithm, not the probability itself, of `Pr(response | x)` relative to `logScale` for every category x.
 *
 * @throws RangeError unless there are two logarithms or more, each a number or −Infinity, and all probabilities at most 1
 * @example
 * denseColumn([Math.log(0.5), Math.log(0.25)]).values // Float64Array [1, 0.5]
 */
export function denseColumn(logProbabilities: ArrayLike<number>, logScale = 0): trusted.DenseColumn {
  requireNumber('logScale', logScale)
  requireInteger('the length of logProbabilities', logProbabilities?.length, 2)
  // The name of an entry is composed only when it is needed, because columns are long and mostly valid.
  const logs = Float64Array.from(logProbabilities, (log, x) =>
    Number.isFinite(log) ? log : requireLog(`logProbabilities[${x}]`, log),
  )
  if (logScale === 0 && logs.some(log => log > ROUNDING)) {
    const first = logs.findIndex(log => log > ROUNDING)
    refuse(
      `logProbabilities[${first}]`,
      logs[first],
      'the natural logarithm of a probability, so at most 0: denseColumn takes logarithms, as in denseColumn(probabilities.map(Math.log))',
    )
  }
  return requireProbabilities(trusted.denseColumn(logs, logScale))
}

/**
 * Checks a column from outside. It must be over this many categories, its logarithms must be numbers, its values must be the exponentials
 * of its logarithms, and all its probabilities must be at most 1.
 */
export function requireColumn(column: trusted.Column, categories: number): trusted.Column {
  const isValid =
    typeof column === 'object' &&
    column !== null &&
    column.categories === categories &&
    Number.isFinite(column.logScale) &&
    (column.kind === 'dense' ? isDense(column) : column.kind === 'levels' && isLevels(column))
  if (!isValid)
    refuse('the column of a response', column, `a levelColumn or denseColumn over ${categories} categories`)
  return requireProbabilities(column)
}

function isDense({ categories, values, logValues }: trusted.DenseColumn): boolean {
  const haveLength = [values, logValues].every(
    list => list instanceof Float64Array && list.length === categories,
  )
  return haveLength && logValues.every((log, x) => isValueOf(values[x], log))
}

function isLevels(column: trusted.LevelColumn): boolean {
  const { categories, set, point, base, level, peak, logBase, logLevel, logPeak } = column
  return (
    set instanceof Int32Array &&
    isSortedSet(Array.from(set), categories) &&
    Number.isInteger(point) &&
    point >= -1 &&
    point < categories &&
    isValueOf(base, logBase) &&
    isValueOf(level, logLevel) &&
    isValueOf(peak, logPeak)
  )
}

/** Whether a relative value is at most 1, and is the exponential of its logarithm. */
function isValueOf(value: number, log: number): boolean {
  return log <= 0 && Math.abs(value - exp(log)) <= ROUNDING * value
}

function requireLog(argument: string, log: unknown): number {
  return log === -Infinity ? log : requireNumber(argument, log)
}

function requireSorted(set: ArrayLike<number>, categories: number): Int32Array {
  const list = Array.from(set)
  if (!isSortedSet(list, categories))
    refuse('set', set, `different categories from 0 to ${categories - 1}, sorted`)
  return Int32Array.from(list)
}

function requireProbabilities<C extends trusted.Column>(column: C): C {
  if (column.logScale > ROUNDING) refuse('column', column, 'made of probabilities of at most 1')
  return column
}
