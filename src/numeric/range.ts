import {
  copyList,
  refuse,
  refuseSecret,
  requireInteger,
  requireNumber,
  requireOptions,
  type Vector,
} from '../check/check.ts'

/**
 * The numbers that people may hold, public and fixed before anybody is asked: equal bins from `from` to `to`, or bins between `edges`.
 * Values below the first edge and above the last one have a cell each of their own.
 */
export type Numeric =
  | { readonly from: number; readonly to: number; readonly bins: number }
  | { readonly edges: Vector }

/** The most bins of a range. */
export const MOST_BINS = 2 ** 14

/** A range that has been read and checked; its cells, in order, are *below*, the bins, and *above*. */
export interface NumericRange {
  /** The lowest value inside. */
  readonly from: number
  /** The highest value inside. */
  readonly to: number
  /** The number of bins. */
  readonly bins: number
  /** The number of cells, `bins + 2`: the categories of every channel. */
  readonly cells: number
  /** The edges of the bins, length `bins + 1`, increasing. */
  readonly edges: Float64Array
  /**
   * The cell of a value: 0 below `from`, `1 + ⌊(x − from)/w⌋` inside, where the last bin includes `to`, and `bins + 1` above. It
   * takes the same work for every value.
   *
   * @throws RangeError on everything that is not a finite number; the error does not say what it was
   */
  cell(value: unknown): number
  /** The option that describes the range. */
  toJSON(): Numeric
}

/**
 * Reads the option `numeric`.
 *
 * @throws RangeError unless it is `{ from, to, bins }` or `{ edges }` with increasing finite numbers
 * @example
 * numericRange({ from: 0, to: 120, bins: 120 }).cell(39.5) // 40: below is cell 0
 */
export function numericRange(numeric: Numeric): NumericRange {
  if (typeof numeric !== 'object' || numeric === null) {
    refuse('numeric', numeric, 'an object with from, to and bins, or with edges')
  }
  return 'edges' in numeric ? unequalBins(numeric) : equalBins(numeric)
}

function equalBins(numeric: { from: number; to: number; bins: number }): NumericRange {
  requireOptions(numeric, { from: true, to: true, bins: true }, 'numeric')
  const from = requireNumber('numeric.from', numeric.from)
  const to = requireNumber('numeric.to', numeric.to, { above: from })
  const bins = requireInteger('numeric.bins', numeric.bins, 2, MOST_BINS)
  const width = (to - from) / bins
  if (!(width < Infinity)) refuse('numeric.to', to, 'such that the range is finite')
  const edges = Float64Array.from({ length: bins + 1 }, (_, i) => (i === bins ? to : from + i * width))
  requireIncreasing('numeric.bins', bins, edges, 'few enough for the bins to be told apart')
  const cell = (x: number) => {
    const inside = Math.max(0, Math.min(bins - 1, Math.floor((x - from) / width)))
    return Number(x >= from) * (1 + inside) + Number(x > to) * (bins - inside)
  }
  return rangeOf(edges, { from, to, bins }, cell)
}

function unequalBins(numeric: { edges: Vector }): NumericRange {
  requireOptions(numeric, { edges: true }, 'numeric')
  const list = copyList(
    'numeric.edges',
    numeric.edges,
    3,
    MOST_BINS + 1,
    `a list of 3 to ${MOST_BINS + 1} numbers`,
  )
  const edges = Float64Array.from(list, (edge, i) => requireNumber(`numeric.edges[${i}]`, edge))
  requireIncreasing('numeric.edges', numeric.edges, edges, 'increasing numbers')
  const bins = edges.length - 1
  const cell = (x: number) => {
    let reached = 0
    for (let i = 0; i < bins; i++) reached += Number(x >= edges[i])
    return reached + Number(x > edges[bins])
  }
  return rangeOf(edges, { edges: Array.from(edges) }, cell)
}

/** @param cell that of a finite number, by the same work for every number */
function rangeOf(edges: Float64Array, json: Numeric, cell: (x: number) => number): NumericRange {
  const bins = edges.length - 1
  return {
    from: edges[0],
    to: edges[bins],
    bins,
    cells: bins + 2,
    edges,
    cell: value => cell(requireFinite(value)),
    toJSON: () => structuredClone(json),
  }
}

function requireIncreasing(argument: string, value: unknown, edges: Float64Array, allowed: string): void {
  for (let i = 1; i < edges.length; i++) if (!(edges[i] > edges[i - 1])) refuse(argument, value, allowed)
}

/** One refusal for everything that is no value, so that the error gives nothing away. */
function requireFinite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuseSecret('value', 'a finite number')
  return value
}

/**
 * The names of the cells: `< 0`, `[0, 1)`, …, `[119, 120]`, `> 120`.
 *
 * @example
 * cellNames(numericRange({ from: 0, to: 2, bins: 2 })) // ['< 0', '[0, 1)', '[1, 2]', '> 2']
 */
export function cellNames({ from, to, bins, edges }: NumericRange): string[] {
  const inside = Array.from(
    { length: bins },
    (_, i) => `[${edges[i]}, ${edges[i + 1]}${i === bins - 1 ? ']' : ')'}`,
  )
  return [`< ${from}`, ...inside, `> ${to}`]
}

/** The edge of the bins that a value is, as a number from 0 to `bins`. @throws RangeError, which names the two nearest, if it is none */
export function edgeOf(range: NumericRange, argument: string, value: number): number {
  requireNumber(argument, value)
  const { edges, bins } = range
  let i = 0
  while (i < bins && edges[i + 1] <= value) i++
  if (edges[i] === value) return i
  const nearest =
    value < edges[0] ? edges.slice(0, 2) : edges.slice(Math.min(i, bins - 1), Math.min(i, bins - 1) + 2)
  return refuse(argument, value, `an edge of the bins; the two nearest are ${nearest[0]} and ${nearest[1]}`)
}
