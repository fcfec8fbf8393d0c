import type { LangevinState } from '../../src/posterior/langevin/langevin.ts'
import type { Tally } from '../../src/posterior/tally/tally.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { denseParts } from './sgld.ts'

/** What the twins, wrong by design, change in the update. */
export interface Coefficients {
  readonly half: number
  readonly ratio: (n: number, m: number) => number
  /** ρ here; ρ − 1 is the drift without the divergence of the preconditioner. */
  readonly pull: (rho: number) => number
  readonly noise: (gamma: number, phi: number) => number
  readonly reflect: (value: number) => number
}

export const PATTERSON_TEH: Coefficients = {
  half: 1 / 2,
  ratio: (n, m) => n / m,
  pull: rho => rho,
  noise: (gamma, phi) => Math.sqrt(gamma * phi),
  reflect: Math.abs,
}

export const TWINS: Record<string, Coefficients> = {
  'without the ½': { ...PATTERSON_TEH, half: 1 },
  'without n/m': { ...PATTERSON_TEH, ratio: () => 1 },
  'with ρ − 1 for ρ': { ...PATTERSON_TEH, pull: rho => rho - 1 },
  'with noise √γ': { ...PATTERSON_TEH, noise: Math.sqrt },
  'without reflection': { ...PATTERSON_TEH, reflect: value => value },
}

/** One update as Patterson and Teh write it, with the dense column of every observation in the minibatch. */
export function denseStep(
  state: LangevinState,
  rng: SeededRng,
  tally: Tally,
  dense: readonly ArrayLike<number>[],
  { rho, gamma, minibatch }: { rho: readonly number[]; gamma: number; minibatch: number },
  { half, ratio, pull, noise, reflect }: Coefficients = PATTERSON_TEH,
): number[] {
  const { n, m, sum, normals } = denseParts(state, rng, tally, dense, minibatch)
  return state.phi.map((value, i) => {
    const slope = m > 0 ? ratio(n, m) * sum[i] : 0
    const drift = pull(rho[i]) - value + value * slope
    return reflect(value + gamma * half * drift + noise(gamma, value) * normals[i])
  })
}
