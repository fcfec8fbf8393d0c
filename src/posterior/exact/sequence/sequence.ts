import { exp } from '../../../elementary/exp.ts'
import { log } from '../../../elementary/log.ts'
import type { Rng } from '../../../random/rng.ts'
import type { SamplerKind } from '../../contract/kind.ts'
import { type Prior, readPrior } from '../../contract/prior.ts'
import type { Sampler } from '../../contract/sampler.ts'
import { ExactLogLikelihood } from '../../tally/log-likelihood.ts'
import type { Tally } from '../../tally/tally.ts'
import { createGibbsSweep } from '../gibbs-sweep.ts'
import { createQuantileMove, type Moving } from '../quantile-move.ts'
import { drawCoordinates } from './coordinate-draws.ts'
import { decodeStart } from './decode-start.ts'
import { createLocalExpansion } from './local-expansion.ts'
import { drawLogShares } from './log-shares.ts'
import { expandSeparably, type SeparableLikelihood, separableValue } from './separable-likelihood.ts'
import { type Expansion, LEAST_FRACTION, requireState, type SequenceState } from './sequence-state.ts'
import { createSmallEntries } from './small-entries.ts'

export interface SequenceInfo {
  readonly transitions: number
  readonly divergences: number
  /** The probability with which the last proposal was taken. */
  readonly acceptance: number
}

/** Sweeps of a proposal. */
const SWEEPS = 2
/** Parts that a step moves at the most, where the categories are not moved together. */
const MOST_PARTS = 4
/** Of the start: rounds, each about the mean of the one before, and the proposals of a round. */
const ROUNDS = 4
const ROUND_STEPS = 4
/** The first renewal; the others follow after four times as many steps. */
const FIRST_RENEWAL = 8
const GROWTH = 4
/** The expansion is renewed when the tally has grown by such a factor. */
const GROWN = 1.2
const AIM = 0.6
/** Steps in smaller parts than this share are followed by an augmentation, where the tally has no more values than so many. */
const WHOLE = 0.9
const MOST_VALUES = 100_000

/**
 * Draws from the posterior of very many categories, one after the other by `drawCoordinates` under the separable expansion of the
 * likelihood, several sweeps and moves of the concentration in a row; the whole is a proposal that a Metropolis step takes or leaves by
 *
 *     min(1, e^(ℓ(θ′) − ℓ̃(θ′) − ℓ(θ) + ℓ̃(θ))),    ℓ̃ the expansion:
 *
 * the proposal's own law is reversible under the prior times e^ℓ̃, so that the posterior is exact, with one likelihood a step. Where the
 * expansion is too rough for all categories at once, a random part of them is moved, by an expansion whose slopes are those at the others'
 * place (`createLocalExpansion`); the moves of the concentration then have Metropolis steps of their own, and where the tally is small a sweep
 * of data augmentation follows (`createGibbsSweep`), which moves those on that a part's expansion would hold. Under a fixed prior far below 1 a
 * few likely categories hardly change places: that is for the other samplers, which have `createPairMoves`.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps in which expansion and part are tuned, default 100
 * @see Liu (2001), Monte Carlo strategies in scientific computing, section 9.4.3 (surrogate transitions)
 */
export function sequence(options: {
  tally: Tally
  prior?: Prior
  warmup?: number
}): Sampler<SequenceState, SequenceInfo> {
  const { tally, warmup = 100 } = options
  const K = tally.categories
  const { rho: first, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = first.slice()
  const exact = new ExactLogLikelihood(tally)
  const theta = new Float64Array(K)
  const before = new Float64Array(K)
  const all = Int32Array.from(rho.keys())
  const proposals = new WeakMap<Expansion, Proposal>()
  const expandLocally = createLocalExpansion(tally)
  const logTheta = new Float64Array(K)
  const augment = createGibbsSweep(tally, rho, learned)
  /** Whether there is need of a sweep of data augmentation, and it costs no more than the rest of a step. */
  const isAugmented = ({ fraction }: SequenceState) =>
    fraction < WHOLE && tally.isWhole && K * tally.distinct <= MOST_VALUES

  const proposalOf = (expansion: Expansion): Proposal => {
    let made = proposals.get(expansion)
    if (made === undefined) {
      const likelihood = {
        anchor: Float64Array.from(expansion.anchor),
        slope: Float64Array.from(expansion.slope),
        information: Float64Array.from(expansion.information),
      }
      // Up to a constant.
      const gain = (psi: Float64Array, sumPsi: number) => separableValue(likelihood, psi, 1 / sumPsi)
      made = {
        likelihood,
        moveSmall: createSmallEntries(likelihood, K),
        moveQuantiles: createQuantileMove(K, { gain }),
      }
      proposals.set(expansion, made)
    }
    return made
  }
  const expandAt = (anchor: Float64Array): Expansion => {
    const { slope, information } = expandSeparably(tally, anchor)
    return {
      anchor: Array.from(anchor),
      slope: Array.from(slope),
      information: Array.from(information),
      size: tally.size,
    }
  }
  /** Deals the categories to parts at random, of about this share each at the most; those beyond the last part stay where they are. */
  const deal = (rng: Rng, fraction: number) => {
    const count = Math.min(MOST_PARTS, Math.ceil(1 / fraction))
    const share = Math.min(fraction, 1 / count)
    const parts: number[][] = Array.from({ length: count }, () => [])
    for (let x = 0; x < K; x++) parts[Math.floor(rng.uniform() / share)]?.push(x)
    return parts
  }
  const moving: Moving = { phi: theta, logPhi: new Float64Array(K), concentration: 0 }
  const moveAlong = (rng: Rng, { moveQuantiles }: Proposal, at: number) => {
    drawLogShares(rng, theta, at, moving.logPhi)
    moving.concentration = at
    moveQuantiles(rng, moving)
    let sum = 0
    for (let x = 0; x < K; x++) sum += theta[x]
    for (let x = 0; x < K; x++) theta[x] /= sum
    rho.fill(moving.concentration)
    return moving.concentration
  }
  const redrawSmall = (rng: Rng, { moveSmall }: Proposal, at: number) => {
    const next = moveSmall(rng, theta, at)
    rho.fill(next)
    return next
  }
  /** By one of two moves at random, so that two in a row, and what is between them, are the same from their end as from their start. */
  const moveEither = (rng: Rng, proposal: Proposal, at: number | null) => {
    if (at === null) return at
    const move = rng.uniform() < 0.5 ? moveAlong : redrawSmall
    return move(rng, proposal, at)
  }
  /** Of parts that are each reversible; returns the concentration. */
  const propose = (rng: Rng, proposal: Proposal, at: number | null) => {
    const between = moveEither(rng, proposal, at)
    sweep(rng, proposal.likelihood, all)
    return moveEither(rng, proposal, between)
  }
  const sweep = (rng: Rng, likelihood: SeparableLikelihood, order: ArrayLike<number>) => {
    for (let i = 0; i < SWEEPS; i++) drawCoordinates(rng, likelihood, theta, rho, order, rng.uniform() < 0.5)
  }
  /** The exact log-likelihoods of the states that chains are in. */
  const known = new WeakMap<SequenceState, { size: number; value: number }>()
  const exactOf = (state: SequenceState) => {
    const last = known.get(state)
    return last?.size === tally.size ? last.value : exact.value(before)
  }
  /** Takes the proposal or leaves it; returns the probability with which it was taken. */
  const settle = (
    rng: Rng,
    state: SequenceState,
    likelihood: SeparableLikelihood,
    concentration: number | null,
  ) => {
    const [oldValue, value] = [exactOf(state), exact.value(theta)]
    const old = oldValue - separableValue(likelihood, before)
    const proposed = value - separableValue(likelihood, theta)
    // From where the answers cannot be, as when new ones came, to anywhere else.
    const acceptance = proposed === -Infinity ? 0 : old === -Infinity ? 1 : Math.min(1, exp(proposed - old))
    const isTaken = rng.uniform() < acceptance
    if (isTaken) {
      before.set(theta)
      for (let x = 0; x < K; x++) state.theta[x] = theta[x]
      state.concentration = concentration
    } else {
      theta.set(before)
      if (state.concentration !== null) rho.fill(state.concentration)
    }
    known.set(state, { size: tally.size, value: isTaken ? value : oldValue })
    return acceptance
  }
  /**
   * The moves have a Metropolis step each: where one is seldom taken, the other still is. The one along takes the longest, and is made at every
   * other step, at random.
   */
  const stepConcentration = (rng: Rng, state: SequenceState, proposal: Proposal) => {
    for (const move of rng.uniform() < 0.5 ? [redrawSmall] : [redrawSmall, moveAlong]) {
      if (state.concentration === null) return
      settle(rng, state, proposal.likelihood, move(rng, proposal, state.concentration))
    }
  }
  /** Returns the mean probability with which a part was taken. */
  const stepParts = (rng: Rng, state: SequenceState) => {
    const parts = deal(rng, state.fraction)
    let acceptance = 0
    for (const part of parts) {
      const likelihood = expandLocally(state.expansion, theta, part)
      sweep(rng, likelihood, part)
      acceptance += settle(rng, state, likelihood, state.concentration) / parts.length
    }
    return acceptance
  }
  return {
    init(rng) {
      const there = decodeStart(tally, theta)
      // So many entries of any size are drawn towards more where there are more; from too many none would go.
      let concentration = learned ? Math.max(1, there) / (10 * K) : null
      if (concentration === null) rho.set(first)
      else rho.fill(concentration)
      const mean = theta.slice()
      let expansion = expandAt(mean)
      for (let round = 0; round < ROUNDS; round++) {
        const proposal = proposalOf(expansion)
        mean.fill(0)
        for (let i = 0; i < ROUND_STEPS; i++) {
          concentration = propose(rng, proposal, concentration)
          if (2 * i < ROUND_STEPS) continue
          for (let x = 0; x < K; x++) mean[x] += theta[x] / (ROUND_STEPS / 2)
        }
        expansion = expandAt(mean)
      }
      return {
        theta: Array.from(theta),
        concentration,
        expansion,
        fraction: 1,
        tuning: warmup > 0 ? { made: 0, length: warmup, mean: new Array<number>(K).fill(0), steps: 0 } : null,
      }
    },
    resume: data => requireState(data, K, learned),
    step(rng, state) {
      before.set(state.theta)
      theta.set(before)
      if (state.concentration !== null) rho.fill(state.concentration)
      if (tally.size > GROWN * state.expansion.size) state.expansion = expandAt(before)
      const proposal = proposalOf(state.expansion)
      let acceptance: number
      if (state.fraction >= 1) {
        acceptance = settle(rng, state, proposal.likelihood, propose(rng, proposal, state.concentration))
      } else {
        stepConcentration(rng, state, proposal)
        acceptance = stepParts(rng, state)
      }
      if (isAugmented(state)) {
        for (let x = 0; x < K; x++) logTheta[x] = log(state.theta[x])
        state.concentration = augment(rng, logTheta, state.concentration)
        for (let x = 0; x < K; x++) state.theta[x] = exp(logTheta[x])
        known.delete(state)
      }
      if (state.tuning !== null) tune(state, acceptance, expandAt)
      return { state, info: { transitions: 1, divergences: 0, acceptance } }
    },
    theta(state, out) {
      out.set(state.theta)
      return out
    },
  }
}

interface Proposal {
  readonly likelihood: SeparableLikelihood
  readonly moveSmall: ReturnType<typeof createSmallEntries>
  readonly moveQuantiles: ReturnType<typeof createQuantileMove>
}

/** Tunes the part that is moved; where it is due, also renews the expansion. */
function tune(state: SequenceState, acceptance: number, expandAt: (anchor: Float64Array) => Expansion): void {
  const tuning = state.tuning!
  tuning.made++
  tuning.steps++
  const { mean, steps } = tuning
  for (let x = 0; x < mean.length; x++) mean[x] += (state.theta[x] - mean[x]) / steps
  const step = (acceptance - AIM) / Math.sqrt(tuning.made)
  state.fraction = Math.min(1, Math.max(LEAST_FRACTION, state.fraction * exp(step)))
  if (tuning.made >= tuning.length) state.tuning = null
  else if (2 * tuning.made <= tuning.length && isRenewal(tuning.made)) {
    state.expansion = expandAt(Float64Array.from(mean))
    mean.fill(0)
    tuning.steps = 0
  }
}

function isRenewal(made: number): boolean {
  let due = FIRST_RENEWAL
  while (due < made) due *= GROWTH
  return due === made
}

export const sequenceKind = {
  name: 'sequence',
  priors: 'any',
  warmup: 100,
  create: sequence,
} as const satisfies SamplerKind
