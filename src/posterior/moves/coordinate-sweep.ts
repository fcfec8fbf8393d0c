import { largest } from '../../arrays/sums.ts'
import { requireNumbers } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import type { Rng } from '../../random/rng.ts'
import { requireConcentration } from '../kind/prior.ts'
import type { MovingLikelihood } from '../likelihood/moving-likelihood.ts'
import { createConcentrationMoves } from './concentration-moves.ts'
import type { Moving } from './quantile-move.ts'
import { sliceUpdate } from './slice-update.ts'
import { firstWidths, requireWidths, type SweepTuning } from './sweep-tuning.ts'

/** Largest number of times that a bracket is widened. */
const MOST_WIDENED = 40
/** Relative size of the noise in the starts of chains, so that these differ. */
const NOISE = 0.3
/** The largest absolute value of a logarithm in a state, so that differences are finite. */
export const MOST_LOG = 1e305

/** The part of a chain's state that the sweeps move. */
export interface Place {
  /** `ln θ_x` up to a common constant: a sparse θ has entries far below the smallest double. */
  readonly logTheta: number[]
  /** The learnt concentration ρ; null with a fixed prior. */
  concentration: number | null
  /** Width of each coordinate's first bracket. */
  readonly widths: number[]
}

/** The start of a chain, near θ. */
export function placeAround(rng: Rng, theta: ArrayLike<number>, concentration: number | null): Place {
  return {
    logTheta: Array.from(theta, value => log(value) + NOISE * (2 * rng.uniform() - 1)),
    concentration,
    widths: firstWidths(theta.length),
  }
}

/**
 * Sweeps of slice sampling through the categories, and two moves of a learnt concentration:
 *
 *     θ_x | proportions of the others:  slice sampling of w = θ_x^a, a = min(ρ, 1), whose density
 *                                       ∝ θ_x^(ρ−a) (1 − θ_x)^(Σρ_others − 1) Pr(answers | θ)
 *     ρ, small θ_x | the others:        a slice with the small θ_x integrated out, and a Metropolis step
 *     ρ, θ | quantiles of θ under ρ:    slice sampling along a curve
 *
 * In w an empty category is a bounded interval, not a long tail as in ln θ_x.
 *
 * Each move is reversible. A sequence of moves that is made forwards or backwards with equal chance is reversible as a whole.
 */
export function createCoordinateSweep(likelihood: MovingLikelihood, rho: Float64Array) {
  const K = rho.length
  const moves = createConcentrationMoves(K, likelihood)
  const at: Moving = { phi: new Float64Array(K), logPhi: new Float64Array(K), concentration: 0 }
  const { phi, logPhi } = at

  let moving = 0
  let [power, own, others] = [0, 0, 0]
  /** The sums of all ρ and of all φ while the categories move. */
  let [allRho, allPhi] = [0, 0]
  /** Log density of w = θ_x^power. */
  const density = (w: number): number => {
    if (!(w > 0 && w < 1)) return -Infinity
    const logShare = log(w) / power
    const share = exp(logShare)
    const rest = share < 0.5 ? 1 - share : -expm1(logShare)
    return (own - power) * logShare + (others - 1) * log(rest) + likelihood.withShare(moving, share, rest)
  }
  /** Moves θ_x, while the others keep their proportions; returns the distance moved, in w. */
  const moveCategory = (rng: Rng, x: number, width: number): number => {
    const rest = phi[x] < allPhi / 2 ? allPhi - phi[x] : sumWithout(phi, x)
    moving = x
    own = rho[x]
    others = allRho - own
    power = Math.min(own, 1)
    const start = exp(power * (logPhi[x] - log(rest + phi[x])))
    // In double precision, w is 1 or 0 here. It cannot move until the other categories have moved.
    if (!(start > 0 && start < 1)) return 0
    likelihood.setAside(x, phi[x], rest)
    const next = sliceUpdate(rng, start, width, density, MOST_WIDENED)
    if (next !== start) {
      const logShare = log(next) / power
      logPhi[x] = log(rest) + logShare - log(-expm1(logShare))
      phi[x] = exp(logPhi[x])
    }
    allPhi = rest + phi[x]
    likelihood.putBack(x, phi[x], rest)
    return Math.abs(next - start)
  }
  /** Scales φ so that its largest entry is 1. */
  const scale = () => {
    const top = largest(logPhi)
    for (let x = 0; x < K; x++) {
      logPhi[x] -= top
      phi[x] = exp(logPhi[x])
    }
    likelihood.goTo(phi)
  }
  const moveConcentration = (rng: Rng, place: Place) => {
    if (place.concentration === null) return
    at.concentration = place.concentration
    scale()
    moves.moveCollapsed(rng, at)
    likelihood.goTo(phi)
    moves.moveQuantiles(rng, at)
    place.concentration = at.concentration
    rho.fill(at.concentration)
  }
  return {
    /** The present state of the moves: `ln θ` up to a common constant. */
    logPhi,
    /** Starts from the chain's state. */
    start({ logTheta, concentration }: { logTheta: ArrayLike<number>; concentration: number | null }) {
      logPhi.set(logTheta)
      if (concentration !== null) rho.fill(concentration)
    },
    /** Moves ρ, also in the chain's state. Does nothing with a fixed prior. */
    moveConcentration,
    /** Moves the categories in this order; while the widths are tuned, adds the distances moved to `tuning`. */
    moveCategories(
      rng: Rng,
      widths: readonly number[],
      tuning: SweepTuning | null,
      order: ArrayLike<number>,
    ) {
      scale()
      allPhi = sumWithout(phi, -1)
      allRho = sumWithout(rho, -1)
      for (let i = 0; i < order.length; i++) {
        const x = order[i]
        const moved = moveCategory(rng, x, widths[x])
        if (tuning !== null) tuning.moved[x] += moved
      }
    },
  }
}

/** The sum of all values except one, or of all if `excluded` is −1. */
function sumWithout(values: Float64Array, excluded: number): number {
  let total = 0
  for (let x = 0; x < values.length; x++) if (x !== excluded) total += values[x]
  return total
}

/** Checks the part of a stored state that the sweeps move. */
export function requirePlace({ logTheta, concentration, widths }: Place, K: number, learned: boolean): void {
  requireNumbers('state.logTheta', logTheta, K, { min: -MOST_LOG, max: MOST_LOG })
  requireConcentration('state.concentration', concentration, learned)
  requireWidths(widths, K)
}
