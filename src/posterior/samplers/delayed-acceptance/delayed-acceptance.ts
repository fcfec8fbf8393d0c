import { drawExponential } from '../../../random/exponential.ts'
import type { Rng } from '../../../random/rng.ts'
import { type Prior, readPrior } from '../../kind/prior.ts'
import type { Sampler } from '../../kind/sampler.ts'
import type { SamplerKind } from '../../kind/sampler-kind.ts'
import { DenseLikelihood } from '../../likelihood/dense-likelihood.ts'
import { errorOfExpansion, medianEpsilon } from '../../likelihood/expansion-error.ts'
import { maximize } from '../../mode/maximum-likelihood.ts'
import { createCoordinateSweep, placeAround } from '../../moves/coordinate-sweep.ts'
import { createPairMoves } from '../../moves/pair-moves.ts'
import { softmax } from '../../moves/softmax-target.ts'
import { startTuning, tuneWidths } from '../../moves/sweep-tuning.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'
import {
  type DelayedAcceptanceState,
  RENEWALS,
  requireState,
  type Tuning,
} from './delayed-acceptance-state.ts'
import { createSurrogate } from './expansion-surrogate.ts'

/** What a step did. */
export interface DelayedAcceptanceInfo {
  /** Whether its moves were accepted. */
  readonly accepted: boolean
}

/** Sweeps between two evaluations of the exact likelihood. */
const SWEEPS = 3
/** An expansion is rough if what it leaves out has more than this variance. With any other, nearly all steps are accepted. */
const ROUGH = 0.01
/** The share of the categories that are also moved by the exact likelihood, one by one, where the expansion is rough. */
const EXACTLY = 1 / 12
/** Categories are moved by the exact likelihood only if K times the number of distinct answers is at most this. */
const MOST_VALUES = 100_000
/** Tolerance of the maximum around which chains start, in nats. */
const TOLERANCE = 0.1
/** When the tally has grown by this factor, its mode is computed anew. */
const GROWTH = 1.5

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
 * The expansion is good where there are many people for each category or ε is small; otherwise most steps are rejected. A chain could
 * then be stuck for long because of a single category. Where the expansion is rough, a few categories, chosen at random, are therefore
 * moved by the exact likelihood after each step.
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
}): Sampler<DelayedAcceptanceState, DelayedAcceptanceInfo> {
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
  /** The correction at each chain's place. */
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
      // The first anchor may be far off: its moves are accepted without a look at the exact likelihood.
      const isFirstAnchor = tuning !== null && tuning.made < RENEWALS[0]
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
      return { state, info: { accepted } }
    },
    theta({ logTheta }, out) {
      softmax(logTheta, out)
      return out
    },
  }
}

/** Counts a step of the tuning, which has arrived at θ; returns the new anchor where one is due. */
function tune(state: DelayedAcceptanceState, tuning: Tuning, theta: Float64Array): number[] | undefined {
  const { sum } = tuning
  for (let x = 0; x < theta.length; x++) sum[x] += theta[x]
  if (tuneWidths(state.widths, tuning, SWEEPS)) state.tuning = null
  if (!RENEWALS.includes(tuning.made)) return undefined
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
  /** @param before the correction at the chain's place; without it, the outcome is accepted whatever its own is */
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

export const delayedAcceptanceKind = {
  name: 'delayed-acceptance',
  priors: 'any',
  warmup: 100,
  create: delayedAcceptance,
} as const satisfies SamplerKind
