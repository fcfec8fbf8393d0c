import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import type { LangevinState } from '../../src/posterior/langevin/langevin.ts'
import { Observations } from '../../src/posterior/langevin/observations.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import { fillNormals } from '../../src/random/normal.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import type { Entry } from './tally.ts'

/** What the twins, wrong by design, change in the update. */
export interface Coefficients {
  readonly drift: (gamma: number) => number
  readonly ratio: (n: number, m: number) => number
  readonly noise: (gamma: number) => number
  readonly reflect: (value: number) => number
}

export const PAPER: Coefficients = {
  drift: gamma => gamma / 2,
  ratio: (n, m) => n / m,
  noise: Math.sqrt,
  reflect: Math.abs,
}

export const TWINS: Record<string, Coefficients> = {
  'without the ½': { ...PAPER, drift: gamma => gamma },
  'without n/m': { ...PAPER, ratio: () => 1 },
  'with noise γ': { ...PAPER, noise: gamma => gamma },
  'without reflection': { ...PAPER, reflect: value => value },
}

/** What an update draws, and the sum of the minibatch's gradients in φ, observation by observation. */
export function denseParts(
  { phi, observations }: LangevinState,
  rng: SeededRng,
  tally: Tally,
  dense: readonly ArrayLike<number>[],
  minibatch: number,
): { n: number; m: number; batch: Uint32Array; sum: Float64Array; normals: Float64Array } {
  const source = new Observations(tally, observations)
  const n = source.update()
  const m = Math.min(n, minibatch)
  const batch = new Uint32Array(m)
  if (m > 0) source.draw(rng, batch, m)
  const normals = new Float64Array(phi.length)
  fillNormals(rng, normals)
  const s = phi.reduce((total, value) => total + value, 0)
  const sum = new Float64Array(phi.length)
  for (const c of batch) {
    const g = phi.reduce((total, value, x) => total + (dense[c][x] * value) / s, 0)
    for (let i = 0; i < phi.length; i++) sum[i] += (dense[c][i] / g - 1) / s
  }
  return { n, m, batch, sum, normals }
}

/** One update as the paper writes it, with the dense column of every observation in the minibatch. */
export function denseStep(
  state: LangevinState,
  rng: SeededRng,
  tally: Tally,
  dense: readonly ArrayLike<number>[],
  { rho, gamma, minibatch }: { rho: readonly number[]; gamma: number; minibatch: number },
  { drift, ratio, noise, reflect }: Coefficients = PAPER,
): number[] {
  const { n, m, sum, normals } = denseParts(state, rng, tally, dense, minibatch)
  return state.phi.map((value, i) => {
    const slope = (rho[i] - 1) / value - 1 + (m > 0 ? ratio(n, m) * sum[i] : 0)
    return reflect(value + drift(gamma) * slope + noise(gamma) * normals[i])
  })
}

/** The dense columns of the entries, in the order in which the tally numbers them. */
export function denseColumns(entries: readonly Entry[]): Float64Array[] {
  const seen = createTally(entries[0][0].categories)
  const dense: Float64Array[] = []
  for (const [mechanism, response, count] of entries) {
    seen.add(mechanism, response, count)
    if (seen.distinct > dense.length) dense.push(likelihood(mechanism, response))
  }
  return dense
}
