import { requireNumber } from '../../check/check.ts'
import type { NumericRange } from '../../numeric/range.ts'
import type { Functional } from './functional.ts'

/** Functionals of a law over the cells of a range: below, bins, above. Inside a bin, values are spread evenly. */

/**
 * The p-quantile of the value, clamped to the range: where p falls into the cell *below* or *above*, it is that end of the range.
 *
 * @param p above 0, below 1
 */
export function quantileOf(range: NumericRange, p: number): Functional {
  requireNumber('p', p, { above: 0, below: 1 })
  const { bins, edges } = range
  const value = (theta: Float64Array, start: number) => {
    let left = p - theta[start]
    if (left <= 0) return edges[0]
    for (let i = 0; i < bins; i++) {
      const mass = theta[start + 1 + i]
      if (left <= mass) return edges[i] + (edges[i + 1] - edges[i]) * (left / mass)
      left -= mass
    }
    return edges[bins]
  }
  return {
    name: `the ${p}-quantile`,
    value,
    influence: (theta, out) => writeQuantileInfluence(range, theta, value(theta, 0), out),
  }
}

/** Writes how a quantile at q moves when mass is added at each cell: `−1(x ≤ q) / f(q)`, as more mass below moves it down. */
export function writeQuantileInfluence(
  range: NumericRange,
  theta: Float64Array,
  q: number,
  out: Float64Array,
): void {
  const density = densityAt(range, theta, q)
  writeBelow(range, q, out)
  for (let x = 0; x < out.length; x++) out[x] = -out[x] / density
}

/** The expectation of the value, clamped to the range. */
export function expectationOf(range: NumericRange): Functional {
  const { bins, edges } = range
  const middle = new Float64Array(range.cells)
  middle[0] = edges[0]
  for (let i = 0; i < bins; i++) middle[i + 1] = edges[i] + (edges[i + 1] - edges[i]) / 2
  middle[bins + 1] = edges[bins]
  return {
    name: 'the mean',
    value(theta, start) {
      let total = 0
      for (let x = 0; x < middle.length; x++) total += middle[x] * theta[start + x]
      return total
    },
    influence: (_, out) => out.set(middle),
  }
}

/** The distribution function at x, `P(X ≤ x)`, from one end of the range to the other. */
export function distributionOf(range: NumericRange, x: number): Functional {
  requireNumber('x', x, { min: range.from, max: range.to })
  const weights = new Float64Array(range.cells)
  writeBelow(range, x, weights)
  return linear(`the share up to ${x}`, weights)
}

/** The share of values from an edge of the bins on, `P(X ≥ value)`: the cells from `first` on. */
export function tailOf(range: NumericRange, first: number, name: string): Functional {
  const weights = Float64Array.from({ length: range.cells }, (_, x) => Number(x >= first))
  return linear(name, weights)
}

function linear(name: string, weights: Float64Array): Functional {
  return {
    name,
    value(theta, start) {
      let total = 0
      for (let x = 0; x < weights.length; x++) total += weights[x] * theta[start + x]
      return total
    },
    influence: (_, out) => out.set(weights),
  }
}

/** The probability density at q, per unit of the range; positive. */
function densityAt({ edges, bins }: NumericRange, theta: Float64Array, q: number): number {
  let i = 0
  while (i < bins - 1 && edges[i + 1] <= q) i++
  return Math.max(theta[i + 1], Number.MIN_VALUE) / (edges[i + 1] - edges[i])
}

/** Writes the share of each cell that lies up to x. */
function writeBelow({ edges, bins }: NumericRange, x: number, out: Float64Array): void {
  out[0] = 1
  for (let i = 0; i < bins; i++) {
    out[i + 1] = Math.max(0, Math.min(1, (x - edges[i]) / (edges[i + 1] - edges[i])))
  }
  out[bins + 1] = 0
}
