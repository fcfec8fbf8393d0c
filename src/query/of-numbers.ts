import { requireNumber } from '../check/check.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { cellAt } from '../domain/ordered.ts'
import { type Functional, meanOf } from './functional.ts'

/** Functionals of a distribution over ordered cells. Quantiles assume that the mass of a bin is spread evenly between its edges. */

/**
 * The p-quantile of the value, clamped to the range. If p falls into the cell *below* or *above*, the quantile is that end of the range.
 *
 * @param p above 0, below 1
 */
export function quantileOf(range: OrderedKind, p: number): Functional {
  requireNumber('p', p, { above: 0, below: 1 })
  const { bins, edges, first } = range
  const value = (theta: Float64Array, start: number) => {
    let rest = first === 1 ? p - theta[start] : p
    if (rest <= 0) return edges[0]
    for (let i = 0; i < bins; i++) {
      const mass = theta[start + first + i]
      if (rest <= mass) return edges[i] + (edges[i + 1] - edges[i]) * (rest / mass)
      rest -= mass
    }
    return edges[bins]
  }
  return {
    name: `the ${p}-quantile`,
    value,
    influence: (theta, out) => writeQuantileInfluence(range, theta, value(theta, 0), out),
  }
}

/** Writes the influence function of the quantile q: `−1(x ≤ q) / f(q)`. More mass below q moves it down. */
export function writeQuantileInfluence(
  range: OrderedKind,
  theta: Float64Array,
  q: number,
  out: Float64Array,
): void {
  const density = densityAt(range, theta, q)
  writeBelow(range, q, out)
  for (let x = 0; x < out.length; x++) out[x] = -out[x] / density
}

/** The expectation of the value, clamped to the range. */
export function expectationOf(range: OrderedKind): Functional {
  return meanOf('the mean', range.values)
}

/** The distribution function at x, `P(X ≤ x)`, for x from the lowest edge to the highest. */
export function distributionOf(range: OrderedKind, x: number): Functional {
  requireNumber('x', x, { min: range.edges[0], max: range.edges[range.bins] })
  const weights = new Float64Array(range.cells)
  writeBelow(range, x, weights)
  return meanOf(`the share up to ${x}`, weights)
}

/** The share of the cells from `first` on: `P(X ≥ value)` for a value that is an edge. */
export function tailOf(range: OrderedKind, first: number, name: string): Functional {
  const weights = Float64Array.from({ length: range.cells }, (_, x) => Number(x >= first))
  return meanOf(name, weights)
}

/** The probability density at q, per unit of the range; positive. */
function densityAt(range: OrderedKind, theta: Float64Array, q: number): number {
  const x = cellAt(range, q)
  const i = x - range.first
  return Math.max(theta[x], Number.MIN_VALUE) / (range.edges[i + 1] - range.edges[i])
}

/** Writes the share of each cell that lies below x. */
function writeBelow({ edges, bins, first }: OrderedKind, x: number, out: Float64Array): void {
  if (first === 1) {
    out[0] = 1
    out[bins + 1] = 0
  }
  for (let i = 0; i < bins; i++) {
    out[i + first] = Math.max(0, Math.min(1, (x - edges[i]) / (edges[i + 1] - edges[i])))
  }
}
