import { type Scalar, scalarOf } from './scalar.ts'

/** A number that a law θ has: the probability of a cell, a quantile, a mean. Goals ask for it, and beliefs are about it. */
export interface Functional {
  /** What it is called in words. */
  readonly name: string
  /** Its value at a law, which begins at `start` in `theta`. */
  value(theta: Float64Array, start: number): number
  /**
   * Writes its influence function: how the value changes when mass is added at each cell, `f(x) = ∂ value/∂θ_x`. Goals choose their
   * channels by it.
   */
  influence?(theta: Float64Array, out: Float64Array): void
}

/** The posterior of a functional, from draws of the law, row by row. */
export function beliefOf(functional: Functional, draws: Float64Array, cells: number): Scalar {
  const values = new Float64Array(draws.length / cells)
  for (let i = 0; i < values.length; i++) values[i] = functional.value(draws, i * cells)
  return scalarOf(values)
}

/** The probability of a cell. */
export function cellOf(cell: number, name = `the probability of ${cell}`): Functional {
  return {
    name,
    value: (theta, start) => theta[start + cell],
    influence: (_, out) => {
      out.fill(0)
      out[cell] = 1
    },
  }
}
