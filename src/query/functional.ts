import { type Scalar, scalarOf } from './scalar.ts'

/** A number computed from a distribution θ: the probability of a cell, a quantile, a mean. Goals and posteriors are about functionals. */
export interface Functional {
  /** Its name, in words. */
  readonly name: string
  /** The value at the distribution that begins at `start` in `theta`. */
  value(theta: Float64Array, start: number): number
  /**
   * Writes its influence function: how the value changes when mass is added at each cell, `f(x) = ∂ value/∂θ_x`. Goals choose their
   * channels by it.
   */
  influence?(theta: Float64Array, out: Float64Array): void
}

/** The posterior of a functional, from draws of the distribution, row by row. */
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

/** The mean of a value of each cell, weighted by the share w of each cell that satisfies a condition: `Σ v w θ / Σ w θ`. */
export function meanOf(name: string, values: Float64Array, among?: Float64Array): Functional {
  const parts = (theta: Float64Array, start: number) => {
    let [total, mass] = [0, 0]
    for (let x = 0; x < values.length; x++) {
      const weight = (among === undefined ? 1 : among[x]) * theta[start + x]
      total += values[x] * weight
      mass += weight
    }
    return { total, mass }
  }
  const value = (theta: Float64Array, start: number) => {
    const { total, mass } = parts(theta, start)
    // The denominator is 1 up to rounding.
    return among === undefined ? total : total / Math.max(mass, Number.MIN_VALUE)
  }
  return {
    name,
    value,
    influence(theta, out) {
      if (among === undefined) {
        out.set(values)
        return
      }
      const { total, mass } = parts(theta, 0)
      for (let x = 0; x < out.length; x++) out[x] = (among[x] * (values[x] - total / mass)) / mass
    },
  }
}

/**
 * A functional of the conditional distribution of one question, as a functional of a table's distribution.
 *
 * @param cellOf the cell of the one question for each cell of the table
 * @param among the share of each cell that satisfies the condition; default all
 */
export function conditional(
  inner: Functional,
  cellOf: Int32Array,
  cells: number,
  among?: Float64Array,
): Functional {
  if (among === undefined && cellOf.length === cells) return inner
  const law = new Float64Array(cells)
  const read = (theta: Float64Array, start: number) => {
    law.fill(0)
    let mass = 0
    for (let x = 0; x < cellOf.length; x++) {
      const weight = (among === undefined ? 1 : among[x]) * theta[start + x]
      law[cellOf[x]] += weight
      mass += weight
    }
    for (let i = 0; i < cells; i++) law[i] /= Math.max(mass, Number.MIN_VALUE)
    return mass
  }
  return {
    name: inner.name,
    value(theta, start) {
      read(theta, start)
      return inner.value(law, 0)
    },
    influence(theta, out) {
      const mass = read(theta, 0)
      const own = new Float64Array(cells)
      writeInfluence(inner, law, own)
      const mean = own.reduce((sum, value, i) => sum + value * law[i], 0)
      for (let x = 0; x < out.length; x++)
        out[x] = ((among === undefined ? 1 : among[x]) * (own[cellOf[x]] - mean)) / mass
    },
  }
}

/** The step of numerical derivatives. */
const STEP = 1e-6

/** Writes the influence function of any functional. Central differences are used if it has no formula of its own. */
export function writeInfluence(functional: Functional, theta: Float64Array, out: Float64Array): void {
  if (functional.influence) {
    functional.influence(theta, out)
    return
  }
  const moved = theta.slice()
  for (let x = 0; x < out.length; x++) {
    const low = Math.max(0, theta[x] - STEP)
    const high = theta[x] + STEP
    moved[x] = high
    const above = functional.value(moved, 0)
    moved[x] = low
    out[x] = (above - functional.value(moved, 0)) / (high - low)
    moved[x] = theta[x]
  }
}
