import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import type { Rng } from '../random/rng.ts'
import { CELLS } from './cells.ts'

/**
 * The law of an answer's interval: `P(i) ∝ (cells in interval i)·exp(−costs[i])`.
 *
 * Length and cost are combined in logarithms before the largest is subtracted. Equal values leave intervals without cells, whose weight is
 * 0 however small their cost; if the smallest cost were subtracted first, every interval with cells could underflow, and the law would be
 * 0/0.
 *
 * @param borders the values' borders in ascending order, n of them; interval i has i values below it
 * @param costs n + 1 numbers, Infinity where no answer may fall; one interval with cells has a finite cost
 */
export function intervalLaw(borders: Float64Array, costs: Float64Array): Float64Array {
  const law = costs.map((cost, i) => log(cellsIn(borders, i)) - cost)
  const largest = law.reduce((a, b) => Math.max(a, b))
  let total = 0
  for (let i = 0; i < law.length; i++) total += law[i] = exp(law[i] - largest)
  for (let i = 0; i < law.length; i++) law[i] /= total
  return law
}

/**
 * A cell drawn with chance ∝ exp(−cost of its interval): the interval by its cumulative chance, then one of its cells
 * evenly.
 *
 * The effect of rounding on the level: with C the largest cost, probabilities have a relative error of about (C + 745)·2⁻⁵⁰, which adds
 * twice as much to the level (1e-9 for a million people at ε = 1). The uniform number has 53 bits, so that an interval's chance is also off
 * by up to 2⁻⁵² outright: a δ of (n + 1)·2⁻⁵². The choice among cells is exact.
 */
export function drawCell(borders: Float64Array, costs: Float64Array, rng: Rng): number {
  const law = intervalLaw(borders, costs)
  let remaining = rng.uniform()
  let chosen = -1
  for (let i = 0; i < law.length && remaining >= 0; i++) {
    if (law[i] === 0) continue
    chosen = i
    remaining -= law[i]
  }
  return start(borders, chosen) + rng.integer(cellsIn(borders, chosen))
}

/** Number of cells of interval i. */
export function cellsIn(borders: Float64Array, i: number): number {
  return (i === borders.length ? CELLS : borders[i]) - start(borders, i)
}

function start(borders: Float64Array, i: number): number {
  return i === 0 ? 0 : borders[i - 1]
}
