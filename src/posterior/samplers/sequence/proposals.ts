import type { Rng } from '../../../random/rng.ts'
import { type SeparableLikelihood, separableValue } from '../../likelihood/separable-likelihood.ts'
import { createQuantileMove, type Moving } from '../../moves/quantile-move.ts'
import { Kept } from '../../tally/kept.ts'
import { drawCoordinates } from './coordinate-draws.ts'
import { drawLogShares } from './log-shares.ts'
import type { Expansion } from './sequence-state.ts'
import { createSmallEntries } from './small-entries.ts'

/** Sweeps of a proposal. */
const SWEEPS = 2

/** An expansion, and the moves of the concentration under it. */
export interface Proposal {
  readonly likelihood: SeparableLikelihood
  readonly moveSmall: ReturnType<typeof createSmallEntries>
  readonly moveQuantiles: ReturnType<typeof createQuantileMove>
}

/**
 * Moves of θ and a learnt concentration that are reversible under the prior times e^ℓ̃, with ℓ̃ a separable expansion of the
 * log-likelihood.
 *
 * @param theta moves in place
 * @param rho the Dirichlet parameters, which follow the concentration
 */
export function createProposals(theta: Float64Array, rho: Float64Array) {
  const K = theta.length
  const all = Int32Array.from(rho.keys())
  const moving: Moving = { phi: theta, logPhi: new Float64Array(K), concentration: 0 }
  const proposals = new Kept<Expansion, Proposal>()

  const sweep = (rng: Rng, likelihood: SeparableLikelihood, order: ArrayLike<number>) => {
    for (let i = 0; i < SWEEPS; i++) drawCoordinates(rng, likelihood, theta, rho, order, rng.uniform() < 0.5)
  }
  /** Moves the concentration, and θ along with it; returns the new concentration. */
  const moveAlong = (rng: Rng, { moveQuantiles }: Proposal, concentration: number) => {
    drawLogShares(rng, theta, concentration, moving.logPhi)
    moving.concentration = concentration
    moveQuantiles(rng, moving)
    let sum = 0
    for (let x = 0; x < K; x++) sum += theta[x]
    for (let x = 0; x < K; x++) theta[x] /= sum
    rho.fill(moving.concentration)
    return moving.concentration
  }
  /** Redraws the concentration and the small entries of θ; returns the new concentration. */
  const redrawSmall = (rng: Rng, { moveSmall }: Proposal, concentration: number) => {
    const next = moveSmall(rng, theta, concentration)
    rho.fill(next)
    return next
  }
  /**
   * Moves the concentration by one of the two moves, chosen at random. Two such moves, with sweeps between them, then form a palindrome.
   */
  const moveEither = (rng: Rng, proposal: Proposal, concentration: number | null) => {
    if (concentration === null) return concentration
    const move = rng.uniform() < 0.5 ? moveAlong : redrawSmall
    return move(rng, proposal, concentration)
  }
  return {
    /** Data of proposals under an expansion. */
    under: (expansion: Expansion) => proposals.of(expansion, createProposal),
    /** Sweeps through the categories in this order. */
    sweep,
    moveAlong,
    redrawSmall,
    /** Moves θ to a proposal, by a palindrome of reversible moves, which is reversible itself; returns the concentration. */
    propose(rng: Rng, proposal: Proposal, concentration: number | null): number | null {
      const between = moveEither(rng, proposal, concentration)
      sweep(rng, proposal.likelihood, all)
      return moveEither(rng, proposal, between)
    },
  }
}

function createProposal(expansion: Expansion): Proposal {
  const likelihood = {
    anchor: Float64Array.from(expansion.anchor),
    slope: Float64Array.from(expansion.slope),
    information: Float64Array.from(expansion.information),
  }
  const K = likelihood.anchor.length
  // Up to a constant.
  const gain = (psi: Float64Array, sumPsi: number) => separableValue(likelihood, psi, 1 / sumPsi)
  return {
    likelihood,
    moveSmall: createSmallEntries(likelihood, K),
    moveQuantiles: createQuantileMove(K, { gain }),
  }
}
