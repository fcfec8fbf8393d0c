import { log } from '../elementary/log.ts'
import type { LossAtom } from './channel-figures.ts'

/** Largest number of grid steps for each ε, if the losses are on no grid of their own, and largest number of products. */
const MOST_STEPS = 256
const MOST_PRODUCTS = 5e8
/** Tolerance of rounding for a loss that is a multiple of ε, relative to ε. */
const ROUNDING = 1e-9

/** The share of all cases that the figure covers, and the share required of losses on a grid. */
const COVERED = 0.95
const COVERED_ON_GRID = 0.951

/**
 * The privacy loss of T answers with fresh noise, `Σ_t ln Pr(y_t|x) / Pr(y_t|x′)` for answers of x: its mean, and a value that it
 * stays at or below in at least 95 of 100 cases.
 *
 * The law of one loss is convolved T times on a grid. If the losses are the least one and whole multiples of one step above it, as two
 * losses always are, the grid consists of these and the value is the quantile. Otherwise each loss is split between its two neighbours
 * on a grid of steps w, as fine as ε/256. That adds T independent errors with the mean 0, each within a range of w, so that by Hoeffding's
 * inequality they hide more than `w √(T/2 · ln 1000)` in at most one of 1,000 cases: the value is the quantile at 95.1 %, plus that.
 *
 * @param epsilon the largest loss
 */
export function realisedLoss(
  atoms: readonly LossAtom[],
  askings: number,
  epsilon: number,
): { mean: number; upper95: number } {
  const mean = askings * atoms.reduce((sum, { loss, probability }) => sum + probability * loss, 0)
  const steps = finestSteps(askings)
  const lattice = latticeOf(atoms, epsilon, steps)
  const grid = lattice ?? { least: -epsilon, step: epsilon / steps }
  const total = convolve(onGrid(atoms, grid), askings)
  const hidden = lattice ? 0 : grid.step * Math.sqrt((askings / 2) * log(1 / (COVERED_ON_GRID - COVERED)))
  const share = lattice ? COVERED : COVERED_ON_GRID
  let cumulative = 0
  let cell = 0
  // Summed upwards, rounding makes the sum reach its share late rather than early.
  while (cell < total.length - 1 && (cumulative += total[cell]) < share) cell++
  const value = askings * grid.least + cell * grid.step + hidden
  return { mean: Math.max(0, mean), upper95: Math.min(askings * epsilon, value) }
}

/** Places of losses: `least + i · step`. */
interface Grid {
  readonly least: number
  readonly step: number
}

/** The grid that contains all losses, with no more places than a grid of this many steps for ε; undefined without one. */
function latticeOf(atoms: readonly LossAtom[], epsilon: number, steps: number): Grid | undefined {
  const sorted = atoms.map(({ loss }) => loss).sort((a, b) => a - b)
  const gaps = sorted.slice(1).map((loss, i) => loss - sorted[i])
  const step = Math.min(2 * epsilon, ...gaps.filter(gap => gap > ROUNDING * epsilon))
  const [least] = sorted
  const places = sorted.map(loss => (loss - least) / step)
  const isLattice = places.every(place => Math.abs(place - Math.round(place)) <= ROUNDING)
  return isLattice && places.at(-1)! <= 2 * steps ? { least, step } : undefined
}

function finestSteps(askings: number): number {
  let steps = MOST_STEPS
  // The T-th convolution has 2T·steps cells, and each of them 2·steps products.
  while (steps > 1 && 2 * askings * steps * askings * steps > MOST_PRODUCTS) steps /= 2
  return steps
}

/** The law on the places of the grid, up to the largest loss. */
function onGrid(atoms: readonly LossAtom[], { least, step }: Grid): Float64Array {
  const places = atoms.map(({ loss }) => Math.max(0, (loss - least) / step))
  const rounded = places.map(place =>
    Math.abs(place - Math.round(place)) <= ROUNDING ? Math.round(place) : place,
  )
  const law = new Float64Array(2 + Math.floor(rounded.reduce((most, place) => Math.max(most, place))))
  for (const [i, place] of rounded.entries()) {
    const low = Math.floor(place)
    law[low] += atoms[i].probability * (1 - (place - low))
    law[low + 1] += atoms[i].probability * (place - low)
  }
  return law
}

function convolve(one: Float64Array, times: number): Float64Array {
  const cells = Array.from(one.keys()).filter(cell => one[cell] > 0)
  let law = Float64Array.of(1)
  for (let t = 0; t < times; t++) {
    const next = new Float64Array(law.length + one.length - 1)
    for (const cell of cells) {
      const weight = one[cell]
      for (let i = 0; i < law.length; i++) next[i + cell] += weight * law[i]
    }
    law = next
  }
  return law
}
