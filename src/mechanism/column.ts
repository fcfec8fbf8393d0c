import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'

/**
 * The information of a response about the category: the vector `x ↦ Pr(response | x)`, up to the common factor `e^logScale`. The largest
 * value is 1 and the logarithms are kept beside the values, because at ε = 800 the values underflow where their logarithms do not.
 */
export type Column = LevelColumn | DenseColumn

/** A column of at most three levels: a base everywhere, another level on a set, another at one point. */
export interface LevelColumn {
  /** Tells it from a dense column. */
  readonly kind: 'levels'
  /** Number of categories K. */
  readonly categories: number
  /** Natural logarithm of the probability that the value 1 stands for. */
  readonly logScale: number
  /** The value of all other categories, relative to the largest, which is 1. */
  readonly base: number
  /** The value on the set. */
  readonly level: number
  /** The value at the point. */
  readonly peak: number
  /** Natural logarithm of `base`; −Infinity for 0. */
  readonly logBase: number
  /** Natural logarithm of `level`. */
  readonly logLevel: number
  /** Natural logarithm of `peak`. */
  readonly logPeak: number
  /** The categories with `level`, sorted, without the point; empty if there is no set. */
  readonly set: Int32Array
  /** The category with `peak`; −1 if there is no point. */
  readonly point: number
  /** Present if the column is one of many with the same pattern, which a tally multiplies all at once. */
  readonly shift?: Shift
}

/**
 * A set D of residues modulo v. Shifted by y, it holds the categories x whose points have `π(x) − y mod v` in D. So it defines
 * v sets of categories, one for each y, without listing them.
 */
export interface Pattern {
  readonly categories: number
  /** v. */
  readonly points: number
  /** Plain data from which it can be made again: the request of its mechanism. */
  readonly request: Readonly<Record<string, unknown>>
  /** Whether D shifted by y contains category x. Computed without a table until `indicator` exists. */
  holds(y: number, x: number): boolean
  /** For each residue, 1 if it is in D, else 0. Built at the first access. */
  readonly indicator: Uint8Array
  /** π as a table. Built at the first access. */
  readonly places: Int32Array
}

/** One shift of a pattern. */
export interface Shift {
  readonly pattern: Pattern
  /** y, from 0 to v − 1. */
  readonly by: number
}

/** A column without structure, with one value per category. */
export interface DenseColumn {
  /** Tells it from a column of levels. */
  readonly kind: 'dense'
  /** Number of categories K. */
  readonly categories: number
  /** Natural logarithm of the probability that the value 1 stands for. */
  readonly logScale: number
  /** The values relative to the largest, which is 1; length K. */
  readonly values: Float64Array
  /** Their natural logarithms. */
  readonly logValues: Float64Array
}

interface Levels {
  readonly categories: number
  /** Logarithm of the probability that a relative logarithm of 0 stands for. */
  readonly logScale: number
  /** The levels' logarithms relative to `logScale`: differences stay exact at any ε. */
  readonly logBase: number
  readonly set?: Int32Array
  readonly logLevel?: number
  readonly point?: number
  readonly logPeak?: number
}

const NO_SET = new Int32Array(0)

/** Makes a column of levels; a level that no category attains may be −Infinity. */
export function levelColumn(levels: Levels): LevelColumn {
  const { categories, set = NO_SET, point = -1 } = levels
  const top = Math.max(
    levels.logBase,
    set.length > 0 ? levels.logLevel! : -Infinity,
    point >= 0 ? levels.logPeak! : -Infinity,
  )
  const logBase = levels.logBase - top
  const logLevel = set.length > 0 ? levels.logLevel! - top : logBase
  const logPeak = point >= 0 ? levels.logPeak! - top : logBase
  return {
    kind: 'levels',
    categories,
    logScale: levels.logScale + top,
    base: exp(logBase),
    level: exp(logLevel),
    peak: exp(logPeak),
    logBase,
    logLevel,
    logPeak,
    set,
    point,
  }
}

/** Makes a dense column from the logarithms of its probabilities relative to `logScale` (−Infinity for zero). */
export function denseColumn(logProbabilities: Float64Array, logScale = 0): DenseColumn {
  let top = -Infinity
  for (const value of logProbabilities) if (value > top) top = value
  if (top === -Infinity) refuse('response', 'impossible', 'one that some category can give')
  const logValues = logProbabilities.map(value => value - top)
  return {
    kind: 'dense',
    categories: logProbabilities.length,
    logScale: logScale + top,
    values: logValues.map(exp),
    logValues,
  }
}

/** The relative values, category by category. */
export function columnValues(column: Column): Float64Array {
  if (column.kind === 'dense') return column.values.slice()
  return expand(column, column.base, column.level, column.peak)
}

/** The logarithms of the relative values, category by category. */
export function columnLogValues(column: Column): Float64Array {
  if (column.kind === 'dense') return column.logValues.slice()
  return expand(column, column.logBase, column.logLevel, column.logPeak)
}

function expand(column: LevelColumn, base: number, level: number, peak: number): Float64Array {
  const values = new Float64Array(column.categories).fill(base)
  for (const x of column.set) values[x] = level
  if (column.point >= 0) values[column.point] = peak
  return values
}

/** The extremes of a column: the logarithm of the largest over the smallest value, and the categories that have them. */
export interface Spread {
  readonly logRatio: number
  readonly largest: number
  readonly smallest: number
}

/** Computes the extremes of a column. Takes O(|set|) for a column of levels, and O(K) for a dense one. */
export function columnSpread(column: Column): Spread {
  if (column.kind === 'dense') {
    const logs = column.logValues
    let [largest, smallest] = [0, 0]
    for (let x = 1; x < logs.length; x++) {
      if (logs[x] > logs[largest]) largest = x
      if (logs[x] < logs[smallest]) smallest = x
    }
    return { logRatio: logs[largest] - logs[smallest], largest, smallest }
  }
  const attained = attainedLevels(column)
  let [largest, top] = attained[0]
  let [smallest, bottom] = attained[0]
  for (const [x, log] of attained) {
    if (log > top) [largest, top] = [x, log]
    if (log < bottom) [smallest, bottom] = [x, log]
  }
  return { logRatio: top - bottom, largest, smallest }
}

/** A category for each level that some category has, with the level's logarithm. */
function attainedLevels(column: LevelColumn) {
  const { categories, point, logBase, logLevel, logPeak, shift } = column
  if (shift) return attainedByShift(shift, logBase, logLevel)
  const { set } = column
  const attained: [category: number, log: number][] = []
  if (point >= 0) attained.push([point, logPeak])
  const member = set.find(x => x !== point)
  if (member !== undefined) attained.push([member, logLevel])
  const outsider = firstOutside(categories, set, point)
  if (outsider >= 0) attained.push([outsider, logBase])
  return attained
}

/** Multiplies a shift's column, without listing its set. */
function attainedByShift({ pattern, by }: Shift, logBase: number, logLevel: number) {
  const attained: [category: number, log: number][] = []
  for (const [isInside, log] of [
    [true, logLevel],
    [false, logBase],
  ] as const) {
    let x = 0
    while (x < pattern.categories && pattern.holds(by, x) !== isInside) x++
    if (x < pattern.categories) attained.push([x, log])
  }
  return attained
}

function firstOutside(categories: number, set: Int32Array, point: number): number {
  let place = 0
  for (let x = 0; x < categories; x++) {
    if (set[place] === x) place++
    else if (x !== point) return x
  }
  return -1
}
