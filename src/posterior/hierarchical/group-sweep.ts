import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import { createCoordinateSweep } from '../moves/coordinate-sweep.ts'
import { softmax } from '../moves/softmax-target.ts'
import { type SweepTuning, tuneWidths } from '../moves/sweep-tuning.ts'
import type { GroupLikelihood } from './group-likelihood.ts'

/** Number of sweeps between two corrections by the exact likelihood. */
const SWEEPS = 2

/**
 * Coordinate sweeps of one group's θ under a Dirichlet law, by the surrogate of its likelihood, with delayed acceptance.
 *
 * @param rho the Dirichlet parameters, which may change between the moves
 * @see `delayedAcceptance`
 */
export function createGroupSweep(group: GroupLikelihood, rho: Float64Array) {
  const K = rho.length
  const forwards = Int32Array.from(rho.keys())
  const backwards = forwards.slice().reverse()
  const sweep = createCoordinateSweep(group.moving, rho)
  const { logPhi } = sweep
  const theta = new Float64Array(K)
  /** Moves ln θ; returns whether the tuning is over. */
  return (rng: Rng, logTheta: Float64Array, widths: number[], tuning: SweepTuning | null): boolean => {
    softmax(logTheta, theta)
    const before = group.correction(theta)
    sweep.start({ logTheta, concentration: null })
    const order = rng.uniform() < 0.5 ? backwards : forwards
    for (let i = 0; i < SWEEPS; i++) sweep.moveCategories(rng, widths, tuning, order)
    const total = softmax(logPhi, theta)
    if (-drawExponential(rng) < group.correction(theta) - before) {
      for (let x = 0; x < K; x++) logTheta[x] = logPhi[x] - total
    }
    return tuning !== null && tuneWidths(widths, tuning, SWEEPS)
  }
}
