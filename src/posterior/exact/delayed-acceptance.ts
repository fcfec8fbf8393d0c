import { requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { drawExponential } from '../../random/exponential.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import type { SamplerKind } from '../contract/kind.ts'
import { type Prior, readPrior } from '../contract/prior.ts'
import type { Sampler } from '../contract/sampler.ts'
import { maximize } from '../mode/maximum-likelihood.ts'
import { DenseLikelihood } from '../tally/dense-likelihood.ts'
import { ExactLogLikelihood, Expansion } from '../tally/log-likelihood.ts'
import { QuadraticLikelihood } from '../tally/quadratic-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { createCoordinateSweep, type Place, requirePlace } from './coordinate-sweep.ts'
import { errorOfExpansion, medianEpsilon } from './expansion-error.ts'
import { createPairMoves } from './pair-moves.ts'
import { softmax } from './softmax-target.ts'
import {
  firstWidths,
  requireTuning,
  type SweepTuning,
  startTuning,
  TUNING,
  tuneWidths,
} from './sweep-tuning.ts'

export interface DelayedAcceptanceState extends Place {
  /** Where the log-likelihood is expanded, a probability vector. */
  anchor: readonly number[]
  /** The tally's size when the anchor was last put at its mode. */
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
  /** Whether its moves were taken. */
  readonly accepted: boolean
}

/** Relative size of the noise that chains start with, so that they start apart. */
const NOISE = 0.3
/** Sweeps between two evaluations of the exact likelihood. */
const SWEEPS = 3
/** An expansion that leaves out more than such a variance is a rough one: about others nearly all steps are taken. */
const ROUGH = 0.01
/** The share of the categories that are moved by the exact likelihood too, one by one, where the expansion is a rough one. */
const EXACTLY = 1 / 12
/** A tally of more values than so many is not moved so: K times its distinct answers. */
const MOST_VALUES = 100_000
/** The anchor goes to the mean since the last time after these numbers of steps; before the first, all moves are taken. */
const RENEWALS = [20, 60]
/** Of the maximum that chains start about, in nats. */
const TOLERANCE = 0.1
/** A tally that has grown by this factor has another mode. */
const GROWTH = 1.5
/** An anchor has no entry below this fraction of the mean one: what divides by them stays finite. */
const FLOOR = 1e-12
/** A sum of so many θ of which each has its rounding error. */
const ROUNDING = 1e-9

/**
 * Delayed acceptance: some sweeps of slice sampling by a surrogate of the likelihood, and a Metropolis step that takes or leaves
 * where they lead by the exact one. Exact whatever the surrogate.
 *
 * The surrogate is the log-likelihood's second-order expansion at an anchor. A sweep costs O(K²), and all columns are gone
 * through once a step. The anchor goes to the chain's running mean during the first `warmup` steps, which are to be thrown away, and
 * in which the sweep's brackets are tuned.
 *
 * With a surrogate π̃ and moves that are reversible for π̃, a step from θ to θ′ is taken with probability
 *
 *     min(1, Pr(answers | θ′) P̃r(θ) / [Pr(answers | θ) P̃r(θ′)]).
 *
 * The expansion is a good one where there are many people for each category or ε is small: else most steps are left. So that a chain
 * is not stuck for long where a single category makes the difference, some of them, chosen at random, are then moved by the exact likelihood
 * where the expansion is a rough one.
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
  const { rho: first, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = first.slice()
  const forwards = Int32Array.from(rho.keys())
  const backwards = forwards.slice().reverse()
  const exact = new ExactLogLikelihood(tally)
  const surrogate = new QuadraticLikelihood(K)
  const sweep = createCoordinateSweep(surrogate, rho)
  const { logPhi } = sweep
  const dense = new DenseLikelihood(tally)
  const some = new Int32Array(Math.ceil(EXACTLY * K))
  const exactSweep = createCoordinateSweep(dense, rho)
  const movePairs = learned ? undefined : createPairMoves(dense, rho)
  const theta = new Float64Array(K)

  let found: { mode: number[]; size: number } | undefined
  const findMode = () => {
    const { size } = tally
    if (found?.size !== size) found = { mode: Array.from(maximize(tally, first, TOLERANCE).theta), size }
    return found.mode
  }
  let judged: { isRough: boolean; size: number } | undefined
  const isRough = () => {
    const { size } = tally
    if (judged?.size !== size) {
      const isSmall = K * tally.distinct <= MOST_VALUES
      judged = { isRough: isSmall && errorOfExpansion(tally, medianEpsilon(tally)) > ROUGH, size }
    }
    return judged.isRough
  }
  /** Expansions by their anchors, of which each of several chains has its own. */
  const expansions = new WeakMap<readonly number[], { expansion: Expansion; size: number }>()
  const expandAt = (anchor: readonly number[]) => {
    const { size } = tally
    let known = expansions.get(anchor)
    if (known?.size !== size) {
      const raised = anchor.map(value => value + FLOOR / K)
      const total = 1 + FLOOR
      known = {
        expansion: new Expansion(
          tally,
          Float64Array.from(raised, value => value / total),
        ),
        size,
      }
      expansions.set(anchor, known)
    }
    surrogate.expand(known.expansion)
    return known.expansion
  }
  /** How much better the exact log-likelihood finds θ than the surrogate does. */
  const correction = (logTheta: ArrayLike<number>) => {
    softmax(logTheta, theta)
    return exact.value(theta) - surrogate.value(theta)
  }
  /** That of each chain where it is, and of which expansion. */
  const corrections = new WeakMap<DelayedAcceptanceState, { value: number; of: Expansion }>()
  return {
    init(rng) {
      const mode = findMode()
      return {
        logTheta: mode.map(value => log(value) + NOISE * (2 * rng.uniform() - 1)),
        concentration: learned ? first[0] : null,
        widths: firstWidths(K),
        // The same one for all chains: its expansion is made once.
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
      const of = expandAt(state.anchor)
      // The first anchor may be far off: where it leads is taken unseen.
      const isFirst = tuning !== null && tuning.made < RENEWALS[0]
      const known = corrections.get(state)
      const before = isFirst ? 0 : known?.of === of ? known.value : correction(logTheta)
      sweep.start(state)
      const isBack = rng.uniform() < 0.5
      if (!isBack) sweep.moveConcentration(rng, state)
      for (let i = 0; i < SWEEPS; i++) {
        sweep.moveCategories(rng, widths, tuning, isBack ? backwards : forwards)
      }
      if (isBack) sweep.moveConcentration(rng, state)
      const after = isFirst ? 0 : correction(logPhi)
      const accepted = isFirst || -drawExponential(rng) < after - before
      if (accepted) for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      else state.concentration = concentration
      const isExact = !isFirst && isRough()
      if (isExact) {
        exactSweep.start(state)
        for (let i = 0; i < some.length; i++) some[i] = rng.integer(K)
        exactSweep.moveCategories(rng, widths, null, some)
        for (let x = 0; x < K; x++) logTheta[x] = exactSweep.logPhi[x]
      }
      if (movePairs) {
        logPhi.set(logTheta)
        movePairs(rng, logPhi)
        for (let x = 0; x < K; x++) logTheta[x] = logPhi[x]
      }
      // It stands where neither of these has moved on.
      if (isFirst || isExact || movePairs) corrections.delete(state)
      else corrections.set(state, { value: accepted ? after : before, of })
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
  const { logTheta, concentration, widths, anchor, size, tuning } = requireOptions(
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
    // A sum of no draws is zero; that of others makes the next anchor.
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
