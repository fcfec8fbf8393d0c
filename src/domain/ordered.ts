import { refuse, requireNumber, requireOneOf } from '../check/check.ts'
import type { OrderedKind } from './kind.ts'
import type { OrderedQuestion, Outside } from './question.ts'

/** The parts of a question with an order that differ between its kinds. */
interface Parts {
  readonly kind: OrderedKind['kind']
  readonly edges: Float64Array
  /** The values of the bins. */
  readonly inside: Float64Array
  readonly names: readonly string[]
  readonly outside: Outside
  /** The value of cells outside: the ends of the range. */
  readonly ends: readonly [from: number, to: number]
  /** The index of a value's bin, with −1 below and `bins` above. The time is the same for every value. */
  place(held: unknown, argument: string): number
  readonly json: OrderedQuestion
}

export function ordered({ kind, edges, inside, names, outside, ends, place, json }: Parts): OrderedKind {
  const bins = inside.length
  const first = outside === 'cells' ? 1 : 0
  const [from, to] = ends
  const values = new Float64Array(bins + 2 * first)
  values.set(inside, first)
  if (first === 1) {
    values[0] = from
    values[bins + 1] = to
  }
  // Values outside of the range get the cell outside, or the cell of the nearest end.
  const last = values.length - 1
  return {
    kind,
    cells: values.length,
    names,
    bins,
    first,
    from,
    to,
    edges,
    values,
    cell: (held, argument = 'value') => Math.max(0, Math.min(last, place(held, argument) + first)) + 0,
    toJSON: () => structuredClone(json),
  }
}

/** Checks the option `outside`; by default, values outside have cells of their own. */
export function requireOutside(argument: string, outside: unknown): Outside {
  return requireOneOf(`${argument}.outside`, outside ?? 'cells', ['cells', 'clamp'])
}

/** The names of cells, with names for the cells outside, if any. */
export function withOutside(
  inside: readonly string[],
  [from, to]: readonly [number, number],
  outside: Outside,
): readonly string[] {
  return outside === 'cells' ? [`< ${from}`, ...inside, `> ${to}`] : inside
}

/** Refuses edges or scores that do not increase. */
export function requireIncreasing(
  argument: string,
  value: unknown,
  list: Float64Array,
  allowed: string,
): void {
  for (let i = 1; i < list.length; i++) if (!(list[i] > list[i - 1])) refuse(argument, value, allowed)
}

/**
 * The index of the first bin with values of at least this, from 0 to `bins`. Whole numbers and scores are compared exactly; a number's bin
 * cannot be divided.
 *
 * @throws RangeError for a number's value that is no edge of its bins; it names the two nearest
 */
export function binFrom(
  { kind, values, first, edges, bins }: OrderedKind,
  argument: string,
  value: number,
): number {
  requireNumber(argument, value)
  if (kind !== 'number') {
    let bin = 0
    while (bin < bins && values[first + bin] < value) bin++
    return bin
  }
  let i = 0
  while (i < bins && edges[i + 1] <= value) i++
  if (edges[i] === value) return i
  const nearest =
    value < edges[0] ? edges.slice(0, 2) : edges.slice(Math.min(i, bins - 1), Math.min(i, bins - 1) + 2)
  return refuse(argument, value, `an edge of the bins; the two nearest are ${nearest[0]} and ${nearest[1]}`)
}

/** The cell inside of the range whose edges enclose a value. */
export function cellAt({ edges, bins, first }: OrderedKind, x: number): number {
  let i = 0
  while (i < bins - 1 && edges[i + 1] <= x) i++
  return first + i
}

/** Describes the question in words. */
export function aboutText({ kind, from, to, bins, names }: OrderedKind): string {
  if (kind === 'scale') return `a scale of ${bins} steps, from ${names[0]} to ${names[bins - 1]}`
  if (kind === 'whole') return `whole numbers from ${from} to ${to}`
  return `numbers from ${from} to ${to} in ${bins} bins`
}
