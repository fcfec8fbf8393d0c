import { exp } from '../../../elementary/exp.ts'
import { log } from '../../../elementary/log.ts'
import type { Rng } from '../../../random/rng.ts'
import { type Prior, readPrior } from '../../kind/prior.ts'
import type { Sampler, StepInfo } from '../../kind/sampler.ts'
import type { SamplerKind } from '../../kind/sampler-kind.ts'
import { expandSeparably } from '../../likelihood/separable-likelihood.ts'
import { createGibbsSweep } from '../../moves/gibbs-sweep.ts'
import type { Tally } from '../../tally/tally.ts'
import { decodeStart } from './decode-start.ts'
import { createLocalExpansion } from './local-expansion.ts'
import { createProposals } from './proposals.ts'
import { type Expansion, LEAST_FRACTION, requireState, type SequenceState } from './sequence-state.ts'
import { createSettle } from './settle.ts'

/** Largest number of parts that a step moves, if the categories are not all moved together. */
const MOST_PARTS = 4
/** For the start: the number of rounds, each expanded around the mean of the one before, and the proposals of a round. */
const ROUNDS = 4
const ROUND_STEPS = 4
/** Step after which the expansion is first renewed. Each later renewal is after `RENEWAL_FACTOR` times as many steps. */
const FIRST_RENEWAL = 8
const RENEWAL_FACTOR = 4
/** Growth of the tally after which the expansion is also renewed. */
const TALLY_GROWTH = 1.2
/** The mean acceptance probability that the size of the parts is tuned to. */
const AIM = 0.6
/**
 * A step is followed by a sweep of data augmentation if its parts are less than this share of the categories, and K times the number of
 * distinct answers is at most `MOST_VALUES`.
 */
const NEARLY_ALL = 0.9
const MOST_VALUES = 100_000

/**
 * Draws from the posterior of very many categories. `drawCoordinates` draws one category after the other under the separable expansion
 * of the likelihood. Several such sweeps and moves of the concentration make a proposal, which a Metropolis step accepts with probability
 *
 *     min(1, e^(ℓ(θ′) − ℓ̃(θ′) − ℓ(θ) + ℓ̃(θ))),    ℓ̃ the expansion.
 *
 * The proposal itself is reversible under the prior times e^ℓ̃, so that the posterior is exact, with one exact likelihood a step.
 *
 * If the expansion is too rough for all categories at once, random parts of them are moved one after the other. A part has an expansion of
 * its own, whose slopes are taken at the current values of the other categories (`createLocalExpansion`). The moves of the concentration
 * then have Metropolis steps of their own. With a small tally, a sweep of data augmentation follows (`createGibbsSweep`), which also moves
 * categories that a part's expansion would hold in place.
 *
 * Not for a fixed prior far below 1: then only a few categories are likely, and this sampler hardly exchanges them. The other samplers do,
 * by `createPairMoves`.
 *
 * @param options.prior default `'learned'`
 * @param options.warmup steps in which the expansion and the size of the parts are tuned, default 100
 * @see Liu (2001), Monte Carlo strategies in scientific computing, section 9.4.3 (surrogate transitions)
 */
export function sequence(options: {
  tally: Tally
  prior?: Prior
  warmup?: number
}): Sampler<SequenceState, Pick<StepInfo, 'transitions' | 'acceptance'>> {
  const { tally, warmup = 100 } = options
  const K = tally.categories
  const { rho: initialRho, learned } = readPrior(options.prior ?? 'learned', K)
  const rho = initialRho.slice()
  const theta = new Float64Array(K)
  const before = new Float64Array(K)
  const proposals = createProposals(theta, rho)
  const { settle, forget } = createSettle(tally, theta, before, rho)
  const expandLocally = createLocalExpansion(tally)
  const augment = createAugmentation(tally, rho, learned)
  const expandAt = (anchor: Float64Array) => expand(tally, anchor)
  /**
   * Moves the concentration. Each of the two moves has a Metropolis step of its own, so that a seldom accepted move does not delay the
   * other. `moveAlong` takes the longest, and is made with probability ½ only.
   */
  const stepConcentration = (rng: Rng, state: SequenceState) => {
    const { redrawSmall, moveAlong } = proposals
    const proposal = proposals.under(state.expansion)
    for (const move of rng.uniform() < 0.5 ? [redrawSmall] : [redrawSmall, moveAlong]) {
      if (state.concentration === null) return
      settle(rng, state, proposal.likelihood, move(rng, proposal, state.concentration))
    }
  }
  /** Moves random parts of the categories; returns the mean probability with which a part was accepted. */
  const stepParts = (rng: Rng, state: SequenceState) => {
    const parts = deal(rng, K, state.fraction)
    let acceptance = 0
    for (const part of parts) {
      const likelihood = expandLocally(state.expansion, theta, part)
      proposals.sweep(rng, likelihood, part)
      acceptance += settle(rng, state, likelihood, state.concentration) / parts.length
    }
    return acceptance
  }
  return {
    init(rng) {
      rho.set(initialRho)
      const { concentration, expansion } = start(rng, { tally, learned, theta, rho, proposals })
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
      if (tally.size > TALLY_GROWTH * state.expansion.size) state.expansion = expandAt(before)
      let acceptance: number
      if (state.fraction >= 1) {
        const proposal = proposals.under(state.expansion)
        const concentration = proposals.propose(rng, proposal, state.concentration)
        acceptance = settle(rng, state, proposal.likelihood, concentration)
      } else {
        stepConcentration(rng, state)
        acceptance = stepParts(rng, state)
      }
      if (augment(rng, state)) forget(state)
      if (state.tuning !== null) tune(state, acceptance, expandAt)
      return { state, info: { transitions: 1, acceptance } }
    },
    theta(state, out) {
      out.set(state.theta)
      return out
    },
  }
}

/** Moves θ to a start, round by round; returns the concentration there, and the expansion around the mean of the last round. */
function start(
  rng: Rng,
  at: {
    readonly tally: Tally
    readonly learned: boolean
    readonly theta: Float64Array
    readonly rho: Float64Array
    readonly proposals: ReturnType<typeof createProposals>
  },
) {
  const { tally, learned, theta, rho, proposals } = at
  const K = theta.length
  const prominent = decodeStart(tally, theta)
  // Start sparse: the chain finds missing large entries but rarely removes surplus ones.
  let concentration = learned ? Math.max(1, prominent) / (10 * K) : null
  if (concentration !== null) rho.fill(concentration)
  const mean = theta.slice()
  let expansion = expand(tally, mean)
  for (let round = 0; round < ROUNDS; round++) {
    const proposal = proposals.under(expansion)
    mean.fill(0)
    for (let i = 0; i < ROUND_STEPS; i++) {
      concentration = proposals.propose(rng, proposal, concentration)
      if (2 * i < ROUND_STEPS) continue
      for (let x = 0; x < K; x++) mean[x] += theta[x] / (ROUND_STEPS / 2)
    }
    expansion = expand(tally, mean)
  }
  return { concentration, expansion }
}

function expand(tally: Tally, anchor: Float64Array): Expansion {
  const { slope, information } = expandSeparably(tally, anchor)
  return {
    anchor: Array.from(anchor),
    slope: Array.from(slope),
    information: Array.from(information),
    size: tally.size,
  }
}

/** Deals K categories to parts at random, at most about this share to each. Other categories do not move. */
function deal(rng: Rng, K: number, fraction: number): number[][] {
  const count = Math.min(MOST_PARTS, Math.ceil(1 / fraction))
  const share = Math.min(fraction, 1 / count)
  const parts: number[][] = Array.from({ length: count }, () => [])
  for (let x = 0; x < K; x++) parts[Math.floor(rng.uniform() / share)]?.push(x)
  return parts
}

/**
 * A sweep of data augmentation; returns false, and moves nothing, if it is unnecessary or impossible, or costs more than the rest of a
 * step.
 */
function createAugmentation(tally: Tally, rho: Float64Array, learned: boolean) {
  const K = tally.categories
  const logTheta = new Float64Array(K)
  const sweep = createGibbsSweep(tally, rho, learned)
  return (rng: Rng, state: SequenceState): boolean => {
    const isNeeded = state.fraction < NEARLY_ALL && tally.isWhole && K * tally.distinct <= MOST_VALUES
    if (!isNeeded) return false
    for (let x = 0; x < K; x++) logTheta[x] = log(state.theta[x])
    state.concentration = sweep(rng, logTheta, state.concentration)
    for (let x = 0; x < K; x++) state.theta[x] = exp(logTheta[x])
    return true
  }
}

/** Tunes the size of the parts, and renews the expansion if that is due. */
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
  while (due < made) due *= RENEWAL_FACTOR
  return due === made
}

export const sequenceKind = {
  name: 'sequence',
  says: 'categories one after the other by an expansion, corrected to be exact; for fifty or more categories',
  priors: 'any',
  warmup: 100,
  create: sequence,
} as const satisfies SamplerKind
