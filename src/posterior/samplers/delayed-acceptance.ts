import { requireFields, requireNumber, requireNumbers } from '../../check/check.ts'
import { drawExponential } from '../../random/exponential.ts'
import type { Rng } from '../../random/rng.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { Sampler, StepInfo } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { errorOfExpansion, medianEpsilon } from '../likelihood/expansion-error.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import { QuadraticLikelihood } from '../likelihood/quadratic-likelihood.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { createCoordinateSweep, type Place, placeAround, requirePlace } from '../moves/coordinate-sweep.ts'
import { createPairMoves } from '../moves/pair-moves.ts'
import { softmax } from '../moves/softmax-target.ts'
import { requireTuning, type SweepTuning, startTuning, TUNING, tuneWidths } from '../moves/sweep-tuning.ts'
import { renewalsOf } from '../moves/tuned-nuts.ts'
import { Kept } from '../tally/kept.ts'
import type { Tally } from '../tally/tally.ts'

/** Sweeps between two evaluations of the exact likelihood. */
const SWEEPS = 3
/** Variance of an expansion's error above which it is rough. Below it, nearly all steps are accepted. */
const ROUGH = 0.01
/** Share of the categories that are also moved by the exact likelihood, one by one, if the expansion is rough. */
const EXACTLY = 1 / 12
/** Largest K times the number of distinct answers for which categories are moved by the exact likelihood. */
const MOST_VALUES = 100_000
/** Tolerance of the maximum around which chains start, in nats. */
const TOLERANCE = 0.1
/** Growth of the tally after which its mode is recomputed. */
const GROWTH = 1.5
/** The entries of an anchor are raised by this fraction of their mean, so that quotients by them stay finite. */
const FLOOR = 1e-12
/** Relative tolerance for a sum of many entries of θ, whose rounding errors add up. */
const ROUNDING = 1e-9

export interface DelayedAcceptanceState extends Place {
  /** The point at which the log-likelihood is expanded, a probability vector. */
  anchor: readonly number[]
  /** The tally's size when the anchor was last set to the tally's mode. */
  size: number
  /** Null once the tuning is over; with the sum of θ since the anchor was last renewed. */
  tuning: (SweepTuning & { readonly sum: number[] }) | null
}

/**
 * Delayed acceptance: a few sweeps of slice sampling by a surrogate of the likelihood, and then a Metropolis step that accepts or
 * rejects their outcome by the exact likelihood. The posterior is exact whatever the surrogate.
 *
 * The surrogate is the log-likelihood's second-order expansion at an anchor. A sweep costs O(K²), and a step goes through all
 * columns once. The first `warmup` steps are to be thrown away: in them the anchor moves to the chain's running mean, and the sweep's
 * brackets are tuned.
 *
 * With a surrogate π̃ and moves that are reversible for π̃, a step from θ to θ′ is accepted with probability
 *
 *     min(1, Pr(answers | θ′) P̃r(θ) / [Pr(answers | θ) P̃r(θ′)]).
 *
 * The expansion is accurate with many people for each category or a small ε; otherwise most steps are rejected. A chain could then be stuck
 * for long because of a single category. With a rough expansion, a few categories, chosen at random, are therefore moved by the exact
 * likelihood after each step.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps of tuning, default 200
 * @see Christen, Fox (2005), Markov chain Monte Carlo using an approximation; Liu (2001), Monte Carlo Strategies in Scientific
 * Computing, surrogate transitions
 */
export function delayedAcceptance(options: {
  tally: Tally
  prior?: Prior
  warmup?: number
}): Sampler<DelayedAcceptanceState, Pick<StepInfo, 'taken'>> {
  const { tally, warmup = 200 } = options
  const K = tally.categories
  const { rho: initialRho, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = initialRho.slice()
  const surrogate = createSurrogate(tally)
  const dense = new DenseLikelihood(tally)
  const moveBySurrogate = createSurrogateMoves(surrogate, rho)
  const moveExactly = createExactMoves(tally, dense, rho)
  const movePairs = learned ? undefined : createPairMoves(dense, rho)
  const theta = new Float64Array(K)
  const logTheta = new Float64Array(K)
  const modes = new Kept<Tally, number[]>(tally)
  /** All chains share this array, so that its expansion is computed once. */
  const findMode = () => modes.of(tally, () => Array.from(maximize(tally, initialRho, TOLERANCE).theta))
  /** The correction at each chain's state. */
  const corrections = new Kept<DelayedAcceptanceState, number>(tally)
  const moveAnchor = (state: DelayedAcceptanceState, anchor: readonly number[]) => {
    state.anchor = anchor
    corrections.forget(state)
  }
  return {
    init(rng) {
      const mode = findMode()
      return {
        ...placeAround(rng, mode, learned ? initialRho[0] : null),
        anchor: mode,
        size: tally.size,
        tuning: warmup > 0 ? { ...startTuning(K, warmup), sum: new Array<number>(K).fill(0) } : null,
      }
    },
    resume: data => requireState(data, K, learned),
    step(rng, state) {
      const { tuning } = state
      if (tally.size > GROWTH * state.size) {
        moveAnchor(state, findMode())
        state.size = tally.size
      }
      surrogate.expandAt(state.anchor)
      // The first anchor may be far off, so its moves are accepted without the exact likelihood.
      const isFirstAnchor = tuning !== null && tuning.made < renewalsOf(tuning.length)[0]
      const before = isFirstAnchor ? 0 : corrections.of(state, () => surrogate.correction(state.logTheta))
      const { accepted, after } = moveBySurrogate(rng, state, isFirstAnchor ? undefined : before)
      const movedExactly = !isFirstAnchor && moveExactly(rng, state)
      if (movePairs) {
        logTheta.set(state.logTheta)
        movePairs(rng, logTheta)
        for (let x = 0; x < K; x++) state.logTheta[x] = logTheta[x]
      }
      // The correction still holds for the next step if none of these moves has followed it.
      if (isFirstAnchor || movedExactly || movePairs) corrections.forget(state)
      else corrections.set(state, accepted ? after : before)
      if (tuning !== null) {
        softmax(state.logTheta, theta)
        const anchor = tune(state, tuning, theta)
        if (anchor !== undefined) moveAnchor(state, anchor)
      }
      return { state, info: { taken: accepted } }
    },
    theta({ logTheta }, out) {
      softmax(logTheta, out)
      return out
    },
  }
}

/** Counts a step of the tuning, which has arrived at θ; returns the new anchor if one is due. */
function tune(
  state: DelayedAcceptanceState,
  tuning: NonNullable<DelayedAcceptanceState['tuning']>,
  theta: Float64Array,
): number[] | undefined {
  const { sum } = tuning
  for (let x = 0; x < theta.length; x++) sum[x] += theta[x]
  if (tuneWidths(state.widths, tuning, SWEEPS)) state.tuning = null
  if (!renewalsOf(tuning.length).includes(tuning.made)) return undefined
  const total = sum.reduce((total, value) => total + value, 0)
  const mean = sum.map(value => value / total)
  sum.fill(0)
  return mean
}

/** Sweeps by the surrogate, whose outcome a Metropolis step accepts or rejects. */
function createSurrogateMoves(surrogate: ReturnType<typeof createSurrogate>, rho: Float64Array) {
  const forwards = Int32Array.from(rho.keys())
  const backwards = forwards.slice().reverse()
  const sweep = createCoordinateSweep(surrogate.likelihood, rho)
  const { logPhi } = sweep
  /** @param before the correction at the chain's state; without it, every outcome is accepted */
  return (rng: Rng, state: DelayedAcceptanceState, before: number | undefined) => {
    const { concentration, logTheta, widths, tuning } = state
    sweep.start(state)
    const isBackwards = rng.uniform() < 0.5
    if (!isBackwards) sweep.moveConcentration(rng, state)
    for (let i = 0; i < SWEEPS; i++) {
      sweep.moveCategories(rng, widths, tuning, isBackwards ? backwards : forwards)
    }
    if (isBackwards) sweep.moveConcentration(rng, state)
    const after = before === undefined ? 0 : surrogate.correction(logPhi)
    const accepted = before === undefined || -drawExponential(rng) < after - before
    if (accepted) for (let x = 0; x < logPhi.length; x++) logTheta[x] = logPhi[x]
    else state.concentration = concentration
    return { accepted, after }
  }
}

/** The log-likelihood's second-order expansion at an anchor. Each chain has an anchor of its own. */
function createSurrogate(tally: Tally) {
  const K = tally.categories
  const exact = new ExactLogLikelihood(tally)
  const likelihood = new QuadraticLikelihood(K)
  const theta = new Float64Array(K)
  const expansions = new Kept<readonly number[], Expansion>(tally)
  const expand = (anchor: readonly number[]) =>
    new Expansion(
      tally,
      Float64Array.from(anchor, value => (value + FLOOR / K) / (1 + FLOOR)),
    )
  return {
    /** The likelihood that moves follow, expanded at the latest anchor. */
    likelihood,
    expandAt: (anchor: readonly number[]) => likelihood.expand(expansions.of(anchor, expand)),
    /** The exact log-likelihood of θ less the surrogate's. */
    correction(logTheta: ArrayLike<number>): number {
      softmax(logTheta, theta)
      return exact.value(theta) - likelihood.value(theta)
    },
  }
}

/** Moves a few categories by the exact likelihood; returns false, and moves none, where that is not needed or takes too long. */
function createExactMoves(tally: Tally, dense: DenseLikelihood, rho: Float64Array) {
  const K = tally.categories
  const chosen = new Int32Array(Math.ceil(EXACTLY * K))
  const sweep = createCoordinateSweep(dense, rho)
  const needs = new Kept<Tally, boolean>(tally)
  const isNeeded = () =>
    K * tally.distinct <= MOST_VALUES && errorOfExpansion(tally, medianEpsilon(tally)) > ROUGH
  return (rng: Rng, state: DelayedAcceptanceState): boolean => {
    if (!needs.of(tally, isNeeded)) return false
    sweep.start(state)
    for (let i = 0; i < chosen.length; i++) chosen[i] = rng.integer(K)
    sweep.moveCategories(rng, state.widths, null, chosen)
    for (let x = 0; x < K; x++) state.logTheta[x] = sweep.logPhi[x]
    return true
  }
}

/** Checks plain data from a stored state of a chain over K categories, and returns them as a state. */
function requireState(data: unknown, K: number, learned: boolean): DelayedAcceptanceState {
  const names = {
    logTheta: true,
    concentration: true,
    widths: true,
    anchor: true,
    size: true,
    tuning: true,
  } as const
  const state = requireFields(data as DelayedAcceptanceState, names, 'state')
  const { anchor, size, tuning } = state
  requirePlace(state, K, learned)
  probabilities('state.anchor', anchor, K)
  requireNumber('state.size', size, { min: 0 })
  if (tuning === null) return state
  requireTuning(tuning, K, { ...TUNING, sum: true })
  const { made, length, sum } = tuning
  requireNumbers('state.tuning.sum', sum, K, { min: 0, max: made * (1 + ROUNDING) })
  // The sum over no steps is zero. Any other sum becomes the next anchor, and must not vanish.
  if (made > 0 && !renewalsOf(length).includes(made)) {
    const total = sum.reduce((sum, value) => sum + value, 0)
    requireNumber('the sum of state.tuning.sum', total, { min: 0.5 })
  }
  return state
}

export const delayedAcceptanceKind = {
  name: 'delayed-acceptance',
  says: 'cheap proposals that are corrected to be exact, for more of them',
  priors: 'any',
  warmup: 100,
  create: delayedAcceptance,
} as const satisfies SamplerKind
