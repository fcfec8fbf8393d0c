import { requireFields, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { drawExponential } from '../../random/exponential.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { type Prior, readPrior } from '../kind/prior.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { SamplerKind } from '../kind/sampler-kind.ts'
import { DenseLikelihood } from '../likelihood/dense-likelihood.ts'
import { errorOfExpansion, medianEpsilon } from '../likelihood/expansion-error.ts'
import { ExactLogLikelihood, Expansion } from '../likelihood/log-likelihood.ts'
import { QuadraticLikelihood } from '../likelihood/quadratic-likelihood.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { createCoordinateSweep, type Place, requirePlace } from '../moves/coordinate-sweep.ts'
import { createPairMoves } from '../moves/pair-moves.ts'
import { softmax } from '../moves/softmax-target.ts'
import {
  firstWidths,
  requireTuning,
  type SweepTuning,
  startTuning,
  TUNING,
  tuneWidths,
} from '../moves/sweep-tuning.ts'
import type { Tally } from '../tally/tally.ts'

export interface DelayedAcceptanceState extends Place {
  /** Where the log-likelihood is expanded, a probability vector. */
  anchor: readonly number[]
  /** The tally's size when the anchor was last set to the tally's mode. */
  size: number
  /** Null once the tuning is over. */
  tuning: Tuning | null
}

interface Tuning extends SweepTuning {
  /** The sum of θ since the anchor was last renewed. */
  readonly sum: number[]
}

/** What a step did. */
export interface DelayedAcceptanceInfo {
  /** Whether its moves were accepted. */
  readonly accepted: boolean
}

/** Relative size of the noise that chains start with, so that they start apart. */
const NOISE = 0.3
/** Sweeps between two evaluations of the exact likelihood. */
const SWEEPS = 3
/** An expansion is rough if what it leaves out has more than this variance. With any other, nearly all steps are accepted. */
const ROUGH = 0.01
/** The share of the categories that are also moved by the exact likelihood, one by one, where the expansion is rough. */
const EXACTLY = 1 / 12
/** Categories are moved by the exact likelihood only if K times the number of distinct answers is at most this. */
const MOST_VALUES = 100_000
/** After these numbers of steps the anchor moves to the mean of θ since its last renewal. Before the first renewal all moves are accepted. */
const RENEWALS = [20, 60]
/** Tolerance of the maximum around which chains start, in nats. */
const TOLERANCE = 0.1
/** When the tally has grown by this factor, its mode is computed anew. */
const GROWTH = 1.5
/** The entries of an anchor are raised by this fraction of their mean, so that quotients by them stay finite. */
const FLOOR = 1e-12
/** Relative tolerance of a sum of many θ, each with its rounding error. */
const ROUNDING = 1e-9

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
  const forwards = Int32Array.from(rho.keys())
  const backwards = forwards.slice().reverse()
  const exact = new ExactLogLikelihood(tally)
  const surrogate = new QuadraticLikelihood(K)
  const sweep = createCoordinateSweep(surrogate, rho)
  const { logPhi } = sweep
  const dense = new DenseLikelihood(tally)
  const chosen = new Int32Array(Math.ceil(EXACTLY * K))
  const exactSweep = createCoordinateSweep(dense, rho)
  const movePairs = learned ? undefined : createPairMoves(dense, rho)
  const theta = new Float64Array(K)

  let latestMode: { mode: number[]; size: number } | undefined
  const findMode = () => {
    const { size } = tally
    if (latestMode?.size !== size) {
      latestMode = { mode: Array.from(maximize(tally, initialRho, TOLERANCE).theta), size }
    }
    return latestMode.mode
  }
  let latestNeed: { needsExactMoves: boolean; size: number } | undefined
  /** Whether the expansion is rough, and the tally small enough to move categories by the exact likelihood. */
  const needsExactMoves = () => {
    const { size } = tally
    if (latestNeed?.size !== size) {
      const isSmall = K * tally.distinct <= MOST_VALUES
      const isRough = isSmall && errorOfExpansion(tally, medianEpsilon(tally)) > ROUGH
      latestNeed = { needsExactMoves: isRough, size }
    }
    return latestNeed.needsExactMoves
  }
  /** Expansions by their anchors: each of several chains has its own anchor. */
  const expansions = new WeakMap<readonly number[], { expansion: Expansion; size: number }>()
  const expandAt = (anchor: readonly number[]) => {
    const { size } = tally
    let cached = expansions.get(anchor)
    if (cached?.size !== size) {
      const raised = anchor.map(value => value + FLOOR / K)
      const total = 1 + FLOOR
      cached = {
        expansion: new Expansion(
          tally,
          Float64Array.from(raised, value => value / total),
        ),
        size,
      }
      expansions.set(anchor, cached)
    }
    surrogate.expand(cached.expansion)
    return cached.expansion
  }
  /** The exact log-likelihood of θ less the surrogate's. */
  const correction = (logTheta: ArrayLike<number>) => {
    softmax(logTheta, theta)
    return exact.value(theta) - surrogate.value(theta)
  }
  /** The correction at each chain's current place, and the expansion that it belongs to. */
  const corrections = new WeakMap<DelayedAcceptanceState, { value: number; expansion: Expansion }>()
  return {
    init(rng) {
      const mode = findMode()
      return {
        logTheta: mode.map(value => log(value) + NOISE * (2 * rng.uniform() - 1)),
        concentration: learned ? initialRho[0] : null,
        widths: firstWidths(K),
        // All chains share this array, so that its expansion is computed once.
        anchor: mode,
        size: tally.size,
        tuning: warmup > 0 ? { ...startTuning(K, warmup), sum: new Array<number>(K).fill(0) } : null,
      }
    },
    resume: data => requireState(data, K, learned),
    step(rng, state) {
      const { tuning, concentration, logTheta, widths } = state
      if (tally.size > GROWTH * state.size) {
        state.anchor = findMode()
        state.size = tally.size
      }
      const expansion = expandAt(state.anchor)
      // The first anchor may be far off: its moves are accepted without a look at the exact likelihood.
      const isFirstAnchor = tuning !== null && tuning.made < RENEWALS[0]
      const cached = corrections.get(state)
      const before = isFirstAnchor ? 0 : cached?.expansion === expansion ? cached.value : correction(logTheta)
      sweep.start(state)
      const isBackwards = rng.uniform() < 0.5
      if (!isBackwards) sweep.moveConcentration(rng, state)
      for (let i = 0; i < SWEEPS; i++) {
        sweep.moveCategories(rng, widths, tuning, isBackwards ? backwards : forwards)
      }
      if (isBackwards) sweep.moveConcentration(rng, state)
      const after = isFirstAnchor ? 0 : correction(logPhi)
      const accepted = isFirstAnchor || -drawExponential(rng) < after - before
      if (accepted) for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      else state.concentration = concentration
      const movesExactly = !isFirstAnchor && needsExactMoves()
      if (movesExactly) {
        exactSweep.start(state)
        for (let i = 0; i < chosen.length; i++) chosen[i] = rng.integer(K)
        exactSweep.moveCategories(rng, widths, null, chosen)
        for (let x = 0; x < K; x++) logTheta[x] = exactSweep.logPhi[x]
      }
      if (movePairs) {
        logPhi.set(logTheta)
        movePairs(rng, logPhi)
        for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      }
      // The correction still holds for the next step if none of these moves has followed it.
      if (isFirstAnchor || movesExactly || movePairs) corrections.delete(state)
      else corrections.set(state, { value: accepted ? after : before, expansion })
      if (tuning !== null) {
        softmax(logTheta, theta)
        for (let x = 0; x < K; x++) tuning.sum[x] += theta[x]
        const isLast = tuneWidths(widths, tuning, SWEEPS)
        if (RENEWALS.includes(tuning.made)) {
          const total = tuning.sum.reduce((sum, value) => sum + value, 0)
          state.anchor = tuning.sum.map(value => value / total)
          tuning.sum.fill(0)
        }
        if (isLast) state.tuning = null
      }
      return { state, info: { accepted } }
    },
    theta({ logTheta }, out) {
      softmax(logTheta, out)
      return out
    },
  }
}

function requireState(data: unknown, K: number, learned: boolean): DelayedAcceptanceState {
  const { logTheta, concentration, widths, anchor, size, tuning } = requireFields(
    data as DelayedAcceptanceState,
    { logTheta: true, concentration: true, widths: true, anchor: true, size: true, tuning: true },
    'state',
  )
  requirePlace({ logTheta, concentration, widths }, K, learned)
  probabilities('state.anchor', anchor, K)
  requireNumber('state.size', size, { min: 0 })
  if (tuning !== null) {
    requireOptions(tuning, { ...TUNING, sum: true }, 'state.tuning')
    requireTuning(tuning, K)
    requireNumbers('state.tuning.sum', tuning.sum, K, { min: 0, max: tuning.made * (1 + ROUNDING) })
    const total = tuning.sum.reduce((sum, value) => sum + value, 0)
    // The sum over no steps is zero. Any other sum becomes the next anchor, and must not vanish.
    if (tuning.made > 0 && !RENEWALS.includes(tuning.made))
      requireNumber('the sum of state.tuning.sum', total, { min: 0.5 })
  }
  return data as DelayedAcceptanceState
}

export const delayedAcceptanceKind = {
  name: 'delayed-acceptance',
  priors: 'any',
  warmup: 100,
  create: delayedAcceptance,
} as const satisfies SamplerKind
