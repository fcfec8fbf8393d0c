import type { LossAtom } from './channel-figures.ts'

/**
 * Steps of the grid for each ε, if the loss takes other values than whole multiples of ε: at most this many, and no more than
 * this number of products allows.
 */
const MOST_STEPS = 256
const MOST_PRODUCTS = 5e8
/** How far rounding may move a loss that is a multiple of ε, relative to ε. */
const ROUNDING = 1e-9

/**
 * The privacy loss of T answers with fresh noise, `Σ_t ln Pr(y_t|x) / Pr(y_t|x′)` for answers of x: its mean, and the value that
 * it stays at or below in 95 of 100 cases.
 *
 * The law of one loss is convolved T times on a grid. If all losses are whole multiples of ε, the grid consists of these and the
 * result is exact. Otherwise each loss is split between its two neighbours on a grid as fine as ε/256, so that the mean is kept,
 * and the value is rounded up to the grid.
 *
 * @param epsilon the largest loss
 */
export function realisedLoss(
  atoms: readonly LossAtom[],
  askings: number,
  epsilon: number,
): { mean: number; upper95: number } {
  const mean = askings * atoms.reduce((sum, { loss, probability }) => sum + probability * loss, 0)
  const isLattice = atoms.every(
    ({ loss }) => Math.abs(loss / epsilon - Math.round(loss / epsilon)) <= ROUNDING,
  )
  const steps = isLattice ? 1 : finestSteps(askings)
  const one = onGrid(atoms, steps, epsilon)
  const total = convolve(one, askings)
  let cumulative = 0
  let cell = 0
  while (cell < total.length - 1 && (cumulative += total[cell]) < 0.95) cell++
  // Summed upwards, rounding makes the sum reach 95 % late rather than early.
  return { mean: Math.max(0, mean), upper95: ((cell - steps * askings) * epsilon) / steps }
}

function finestSteps(askings: number): number {
  let steps = MOST_STEPS
  // The T-th convolution has 2T·steps cells, and each of them 2·steps products.
  while (steps > 1 && 2 * askings * steps * askings * steps > MOST_PRODUCTS) steps /= 2
  return steps
}

/** The law on the cells of the losses −steps … steps; cell 0 is the loss −ε. */
function onGrid(atoms: readonly LossAtom[], steps: number, epsilon: number): Float64Array {
  const law = new Float64Array(2 * steps + 1)
  for (const { loss, probability } of atoms) {
    const place = Math.min(2 * steps, Math.max(0, (loss / epsilon + 1) * steps))
    const low = Math.floor(place + ROUNDING * steps)
    const share = Math.max(0, place - low)
    law[low] += probability * (1 - share)
    if (share > 0) law[low + 1] += probability * share
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
