import { requireInteger, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { expm1 } from '../../elementary/expm1.ts'
import { log } from '../../elementary/log.ts'
import type { Rng } from '../../random/rng.ts'
import type { SamplerKind } from '../contract/kind.ts'
import { type Prior, readPrior, requireConcentration } from '../contract/prior.ts'
import type { Sampler } from '../contract/sampler.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { DenseLikelihood } from '../tally/dense-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { createConcentrationMoves, type Moving } from './concentration-moves.ts'
import { createPairMoves } from './pair-moves.ts'
import { sliceUpdate } from './slice-update.ts'

export interface SliceState {
  /** `ln θ_x` up to a common constant: a sparse θ has entries far below the smallest double. */
  readonly logTheta: number[]
  /** The learnt concentration ρ; null where the prior is fixed. */
  concentration: number | null
  /** Width of each coordinate's first bracket. */
  readonly widths: number[]
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

interface Tuning {
  made: number
  /** Sweeps of tuning in all. */
  readonly length: number
  /** The sweep after which the widths are next renewed, and how far coordinates have moved since they last were. */
  due: number
  since: number
  readonly moved: number[]
}

/** Relative size of the noise that chains start with, so that they start apart. */
const NOISE = 0.3
/** Times that a bracket is widened, at the most. */
const MOST_WIDENED = 40
/** A bracket is as wide as so many of its coordinate's mean moves. */
const MOVES = 3
const FIRST_RENEWAL = 8
const FIRST_WIDTH = 0.5
const LEAST_WIDTH = 1e-13
/** Of a logarithm in a state, so that differences are finite. */
const MOST_LOG = 1e305

/**
 * Coordinate-wise slice sampling: exact, without a step size, and fast for tallies of few columns, of which a sweep goes through
 * all for each category.
 *
 *     θ_x | proportions of the others:  slice sampling of w = θ_x^a, a = min(ρ, 1), whose density
 *                                       ∝ θ_x^(ρ−a) (1 − θ_x)^(Σρ_others − 1) Pr(answers | θ)
 *     ρ, small θ_x | the others:        a slice with the small θ_x integrated out, and a Metropolis step
 *     ρ, θ | standardized θ:            slice sampling along a curve
 *
 * In w an empty category is a bounded interval and not a long tail of ln θ_x. The last two lines are for a learnt ρ alone; where a fixed one is
 * tiny, `createPairMoves` takes the chain from face to face of the simplex. The widths of the brackets are tuned during the first `warmup` sweeps, which are to be thrown away.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup sweeps of tuning, default 500
 * @see Neal (2003), Slice sampling. Papaspiliopoulos, Roberts, Sköld (2007), A general framework for the parametrization of
 * hierarchical models
 */
export function slice(options: { tally: Tally; prior?: Prior; warmup?: number }): Sampler<SliceState> {
  const { tally, warmup = 500 } = options
  const K = tally.categories
  const { rho: first, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = first.slice()
  const likelihood = new DenseLikelihood(tally)
  const moves = createConcentrationMoves(K, likelihood)
  const movePairs = learned ? undefined : createPairMoves(likelihood, rho)
  const at: Moving = { phi: new Float64Array(K), logPhi: new Float64Array(K), concentration: 0 }
  const { phi, logPhi } = at

  let moving = 0
  let [power, own, others] = [0, 0, 0]
  /** Log density of w = θ_x^power. */
  const density = (w: number): number => {
    if (!(w > 0 && w < 1)) return -Infinity
    const logShare = log(w) / power
    const rest = -expm1(logShare)
    return (
      (own - power) * logShare + (others - 1) * log(rest) + likelihood.withShare(moving, exp(logShare), rest)
    )
  }
  /** Moves θ_x, the others keeping their proportions; how far, in w. */
  const moveCategory = (rng: Rng, x: number, width: number): number => {
    let rest = 0
    others = 0
    for (let z = 0; z < K; z++) {
      if (z === x) continue
      rest += phi[z]
      others += rho[z]
    }
    moving = x
    own = rho[x]
    power = Math.min(own, 1)
    const start = exp(power * (logPhi[x] - log(rest + phi[x])))
    // All but everything, or nothing even to the power ρ: the others have to move first.
    if (!(start > 0 && start < 1)) return 0
    likelihood.setAside(x, phi[x], rest)
    const next = sliceUpdate(rng, start, width, density, MOST_WIDENED)
    if (next !== start) {
      const logShare = log(next) / power
      logPhi[x] = log(rest) + logShare - log(-expm1(logShare))
      phi[x] = exp(logPhi[x])
    }
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
  return {
    init(rng) {
      const { theta } = maximize(tally, first, 1e-3)
      return {
        logTheta: Array.from(theta, value => log(value) + NOISE * (2 * rng.uniform() - 1)),
        concentration: learned ? first[0] : null,
        widths: new Array<number>(K).fill(FIRST_WIDTH),
        tuning: warmup > 0 ? startTuning(K, warmup) : null,
      }
    },
    resume: data => requireState(data, K, learned),
    step(rng, state) {
      const { tuning, widths, logTheta, concentration } = state
      logPhi.set(logTheta)
      if (concentration !== null) rho.fill(concentration)
      scale()
      for (let x = 0; x < K; x++) {
        const moved = moveCategory(rng, x, widths[x])
        if (tuning !== null) tuning.moved[x] += moved
      }
      if (concentration !== null) {
        at.concentration = concentration
        scale()
        moves.moveCollapsed(rng, at)
        likelihood.goTo(phi)
        moves.moveStandardized(rng, at)
        state.concentration = at.concentration
      }
      movePairs?.(rng, logPhi)
      for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      if (tuning !== null) tune(state, tuning)
      return { state, info: undefined }
    },
    theta({ logTheta }, out) {
      const top = largest(logTheta)
      let total = 0
      for (let x = 0; x < K; x++) total += out[x] = exp(logTheta[x] - top)
      for (let x = 0; x < K; x++) out[x] /= total
      return out
    },
  }
}

function requireState(data: unknown, K: number, learned: boolean): SliceState {
  const { logTheta, concentration, widths, tuning } = requireOptions(
    data as SliceState,
    { logTheta: true, concentration: true, widths: true, tuning: true },
    'state',
  )
  requireNumbers('state.logTheta', logTheta, K, { min: -MOST_LOG, max: MOST_LOG })
  requireConcentration('state.concentration', concentration, learned)
  requireNumbers('state.widths', widths, K, { min: LEAST_WIDTH, max: 1 })
  if (tuning !== null) {
    requireOptions(tuning, { made: true, length: true, due: true, since: true, moved: true }, 'state.tuning')
    requireInteger('state.tuning.length', tuning.length, 1)
    requireInteger('state.tuning.made', tuning.made, 0, tuning.length - 1)
    requireInteger('state.tuning.since', tuning.since, 0, tuning.made)
    requireNumber('state.tuning.due', tuning.due, { min: FIRST_RENEWAL })
    requireNumbers('state.tuning.moved', tuning.moved, K, { min: 0 })
  }
  return data as SliceState
}

function largest(values: ArrayLike<number>): number {
  let top = -Infinity
  for (let x = 0; x < values.length; x++) if (values[x] > top) top = values[x]
  return top
}

function startTuning(categories: number, length: number): Tuning {
  return { made: 0, length, due: FIRST_RENEWAL, since: 0, moved: new Array<number>(categories).fill(0) }
}

/** Renews the widths by the moves since they last were: after 8 sweeps, 16, 32, …, and at the end. */
function tune(state: SliceState, tuning: Tuning): void {
  tuning.made++
  tuning.since++
  const isLast = tuning.made >= tuning.length
  if (isLast) state.tuning = null
  if (tuning.made < tuning.due && !(isLast && tuning.since >= FIRST_RENEWAL)) return
  for (let x = 0; x < state.widths.length; x++) {
    state.widths[x] = Math.min(1, Math.max(LEAST_WIDTH, (MOVES * tuning.moved[x]) / tuning.since))
    tuning.moved[x] = 0
  }
  tuning.due *= 2
  tuning.since = 0
}

export const sliceKind = { name: 'slice', priors: 'any', create: slice } as const satisfies SamplerKind
