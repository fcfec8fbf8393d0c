import { CELLS } from '../../src/pooling/cells.ts'
import { cellsIn, intervalLaw } from '../../src/pooling/interval-law.ts'

/** Values are whole numbers from 0 to WIDTH, the range; answers are told apart by the unit they are in. */
export const WIDTH = 4

/** The borders of whole-number values, sorted. */
export function bordersOf(values: readonly number[]): Float64Array {
  return Float64Array.from(values, value => (value / WIDTH) * CELLS).sort()
}

/** The density of the answer in each of the WIDTH units, up to one constant; it is constant there. */
export function densities(values: readonly number[], costs: Float64Array): number[] {
  const borders = bordersOf(values)
  const law = intervalLaw(borders, costs)
  return Array.from({ length: WIDTH }, (_, unit) => {
    const below = values.filter(value => value <= unit).length
    return law[below] / cellsIn(borders, below)
  })
}

/** The largest |ln| of the ratio of two densities. */
export function distance(p: readonly number[], q: readonly number[]): number {
  return Math.max(...p.map((value, unit) => (value === q[unit] ? 0 : Math.abs(Math.log(value / q[unit])))))
}

/** All lists of `length` entries from `choices`. */
export function* lists<T>(choices: readonly T[], length: number): Generator<T[]> {
  if (length === 0) yield []
  else for (const rest of lists(choices, length - 1)) for (const choice of choices) yield [...rest, choice]
}
