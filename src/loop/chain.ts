import { refuse } from '../check/check.ts'
import { gibbs } from '../posterior/gibbs.ts'
import { hmc } from '../posterior/hmc.ts'
import type { Prior } from '../posterior/prior.ts'
import { type Posterior, samplePosterior, withDiagnostics } from '../posterior/sample-posterior.ts'
import type { Sampler } from '../posterior/sampler.ts'
import { sgld } from '../posterior/sgld.ts'
import { sgrld } from '../posterior/sgrld.ts'
import type { Tally } from '../posterior/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'

/** The posterior as the loop needs it: a draw that follows the tally, and an estimate at any time. */
export interface Chain {
  /** Θ, the current draw. */
  readonly theta: Float64Array
  /** Whether the estimate depends on the draw having followed the tally all along. */
  readonly mustFollow: boolean
  /** Whether the draw has to move, when this many answers have come since it last did. */
  isDue(pending: number): boolean
  /** Moves the draw, after this many new answers. */
  advance(rng: SeededRng, pending: number): void
  /** The estimate from the tally as it stands; moves nothing. */
  estimate(seed: string, draws: number): Posterior
  /** Plain data to continue from. */
  state(): unknown
}

export interface ChainOptions {
  readonly tally: Tally
  readonly sampler: Posterior['sampler']
  readonly prior: Prior
  readonly horizon: number | undefined
}

/** A chain of this sampler, from its start or from where it was. */
export function createChain(options: ChainOptions, rng: SeededRng, resumed?: unknown): Chain {
  const { tally, prior } = options
  switch (options.sampler) {
    case 'sgld':
      return langevinChain(options, sgld, rng, resumed)
    case 'sgrld':
      return langevinChain(options, sgrld, rng, resumed)
    case 'gibbs':
      return exactChain(options, gibbs({ tally, prior }), rng, resumed)
    case 'hmc':
      return exactChain(options, hmc({ tally, prior, warmup: Number.MAX_SAFE_INTEGER }), rng, resumed)
  }
}

/** Each answer moves the draw until there are so many; from then on, answers by as large a share as its reciprocal. */
const MOVES_EACH = 100

/** Step size and mass matrix are tuned badly by fewer transitions. */
const LEAST_WARMUP = 200

/**
 * An exact sampler: one transition a move, warm-started from the last draw, so that Θ is a draw from the posterior given
 * at least 99 % of the answers so far (all of them, while there are few). Moves, and with them the cost, grow with the
 * logarithm of the number of answers: some 1,000 moves for a million.
 */
function exactChain<State>(
  { tally, sampler: name, prior }: ChainOptions,
  sampler: Sampler<State>,
  rng: SeededRng,
  resumed: unknown,
): Chain {
  const state = resumeState(sampler, resumed) ?? sampler.init(rng)
  const theta = sampler.theta(state, new Float64Array(tally.categories))
  return {
    theta,
    mustFollow: false,
    isDue: pending => pending * MOVES_EACH >= tally.size,
    advance(rng) {
      sampler.step(rng, state)
      sampler.theta(state, theta)
    },
    estimate: (seed, draws) =>
      samplePosterior(tally, {
        sampler: name,
        prior,
        draws,
        warmup: Math.max(Math.ceil(draws / 2), LEAST_WARMUP),
        seed,
      }),
    state: () => structuredClone(state),
  }
}

/** A state to resume from, if it has the parts that this sampler's states have. */
function resumeState<State>(sampler: Sampler<State>, resumed: unknown): State | undefined {
  if (resumed === undefined) return undefined
  const parts = Object.keys(sampler.init(stream(0)) as object)
  const good = typeof resumed === 'object' && resumed !== null && parts.every(part => part in resumed)
  if (!good) refuse("the snapshot's chain", resumed, `a state with ${parts.join(', ')}`)
  return resumed as State
}

/** Updates a user, and at the end: the paper's settings. */
const UPDATES = 20
const FINAL_UPDATES = 100 * UPDATES

/**
 * The paper's chain, of SGLD, and its like of SGRLD: warm-started from the last state, 20 updates an answer, 2,000 for
 * the estimate.
 */
function langevinChain(
  { tally, sampler: name, prior, horizon }: ChainOptions,
  create: typeof sgld,
  rng: SeededRng,
  resumed: unknown,
): Chain {
  const sampler = create({ tally, prior, ...(horizon !== undefined && { horizon }) })
  const state = resumeState(sampler, resumed) ?? sampler.init(rng)
  const theta = sampler.theta(state, new Float64Array(tally.categories))
  return {
    theta,
    mustFollow: true,
    isDue: () => true,
    advance(rng, pending) {
      sampler.advance(rng, state, pending * UPDATES)
      sampler.theta(state, theta)
    },
    estimate(seed) {
      const K = tally.categories
      const rng = stream(seed)
      const kept = FINAL_UPDATES / 2
      const draws = new Float64Array(kept * K)
      const copy = structuredClone(state)
      for (let update = -kept; update < kept; update++) {
        sampler.step(rng, copy)
        if (update >= 0) sampler.theta(copy, draws.subarray(update * K, (update + 1) * K))
      }
      return withDiagnostics(draws, K, 1, name)
    },
    state: () => structuredClone(state),
  }
}
