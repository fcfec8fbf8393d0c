import { requireFields } from '../../check/check.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { lump } from '../likelihood/lump.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { createCellSweep } from '../moves/cell-sweep.ts'
import { createCoordinateSweep, type Place, placeAround, requirePlace } from '../moves/coordinate-sweep.ts'
import { createPairMoves } from '../moves/pair-moves.ts'
import { softmax } from '../moves/softmax-target.ts'
import { requireTuning, type SweepTuning, startTuning, TUNING, tuneWidths } from '../moves/sweep-tuning.ts'
import { Kept } from '../tally/kept.ts'
import type { Tally } from '../tally/tally.ts'

export interface SliceState extends Place {
  /** Null once the tuning is over. */
  tuning: SweepTuning | null
}

/** Sweeps through all categories for each move of the concentration, which costs about as much as they do. */
const SWEEPS = 2

/**
 * Coordinate-wise slice sampling: exact, without a step size, and fast for tallies of few columns, as a sweep goes through all columns for
 * each category. The moves are those of `createCoordinateSweep`, by the exact likelihood. If the answers identify only cells of categories,
 * at most half as many as categories, the moves are those of `createCellSweep`. With a tiny fixed concentration, `createPairMoves` takes
 * the chain from face to face of the simplex. The widths of the brackets are tuned during the first `warmup` steps, which are to be thrown
 * away.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps of tuning, default 500
 * @see Neal (2003), Slice sampling. Papaspiliopoulos, Roberts, Sköld (2007), A general framework for the parametrization of
 * hierarchical models
 */
export function slice(options: { tally: Tally; prior?: Prior; warmup?: number }): Sampler<SliceState> {
  const { tally, warmup = 500 } = options
  const K = tally.categories
  const { rho: initialRho, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = initialRho.slice()
  const all = Int32Array.from(rho.keys())
  const likelihood = new DenseLikelihood(tally)
  const sweep = createCoordinateSweep(likelihood, rho)
  const movePairs = learned ? undefined : createPairMoves(likelihood, rho)
  const cellSweeps = new Kept<Tally, ReturnType<typeof createCellSweep> | undefined>(tally)
  /** The sweep over cells, if many categories are not identified. */
  const cellSweep = () =>
    cellSweeps.of(tally, () => {
      const cells = lump(tally)
      return cells && createCellSweep(cells, rho)
    })
  return {
    init(rng) {
      const { theta } = maximize(tally, initialRho, 1e-3)
      return {
        ...placeAround(rng, theta, learned ? initialRho[0] : null),
        tuning: warmup > 0 ? startTuning(K, warmup) : null,
      }
    },
    resume(data) {
      const names = { logTheta: true, concentration: true, widths: true, tuning: true } as const
      const state = requireFields(data as SliceState, names, 'state')
      requirePlace(state, K, learned)
      if (state.tuning !== null) requireTuning(state.tuning, K, TUNING)
      return state
    },
    step(rng, state) {
      const moveCells = cellSweep()
      if (moveCells !== undefined) {
        moveCells(rng, state)
        return { state, info: undefined }
      }
      const { tuning, widths, logTheta } = state
      const { logPhi } = sweep
      sweep.start(state)
      for (let i = 0; i < SWEEPS; i++) sweep.moveCategories(rng, widths, tuning, all)
      sweep.moveConcentration(rng, state)
      movePairs?.(rng, logPhi)
      for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      if (tuning !== null && tuneWidths(widths, tuning, SWEEPS)) state.tuning = null
      return { state, info: undefined }
    },
    theta({ logTheta }, out) {
      softmax(logTheta, out)
      return out
    },
  }
}

export const sliceKind = {
  name: 'slice',
  says: 'coordinate-wise slice sampling, for few distinct answers',
  priors: 'any',
  warmup: 100,
  create: slice,
} as const satisfies SamplerKind
