import { drawKind } from '../catalogue/draw-kind.ts'
import { type Posterior, withDiagnostics } from '../posterior/chains/posterior.ts'
import { countStep, noSteps } from '../posterior/chains/step-counts.ts'
import type { Work } from '../posterior/chains/work.ts'
import type { Effort } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { advance, type Sampler } from '../posterior/kind/sampler.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'

/** The work for an estimate, and the number of its chains, four by default. */
export interface ChainEffort extends Effort {
  readonly chains?: number
}

/** The posterior as the loop needs it: a draw that is updated with the tally, and an estimate at any time. */
export interface Chain {
  /** Θ, the current draw. */
  readonly theta: Float64Array
  /** Whether the estimate is only right if the draw was updated after every answer. */
  readonly mustFollow: boolean
  /** Whether the draw has to move, given the number of answers since its last move. */
  isDue(pending: number): boolean
  /** Moves the draw, after new batches of answers. */
  advance(rng: SeededRng, batches: number, answers: number): void
  /** The estimate from a tally, the chain's own or a copy of it, step by step. The chain does not move. */
  estimate(seed: string, effort: ChainEffort, tally: Tally): Work<Posterior>
  /** State as plain data, valid until the chain moves. */
  state(): unknown
}

export interface ChainOptions {
  readonly tally: Tally
  readonly kind: SamplerKind
  /** The sampler of estimates. Its chains start from the tally as it is, and need not have followed its growth. */
  readonly estimator: (tally: Tally) => SamplerKind
  readonly prior: Prior | undefined
  readonly horizon: number | undefined
}

/** Creates a chain of this kind of sampler, new or from an earlier state. */
export function createChain(options: ChainOptions, rng: SeededRng, resumed?: unknown): Chain {
  const { tally, kind, prior, horizon } = options
  const sampler = createSampler(kind, {
    tally,
    prior,
    // The sampler keeps tuning itself while the tally grows.
    warmup: Number.MAX_SAFE_INTEGER,
    horizon,
  })
  const state = resumed === undefined ? sampler.init(rng) : resumeState(sampler, resumed, tally.categories)
  const { pace } = kind
  return pace ? followingChain(options, sampler, state, pace) : exactChain(options, sampler, state)
}

/** Each of the first `MOVES_EACH` answers moves the draw. Later, it moves when the answers have grown by one part in `MOVES_EACH`. */
export const MOVES_EACH = 100

/** Number of warm-up steps of samplers that do not give one: enough to tune step size and mass matrix. */
const LEAST_WARMUP = 200

/**
 * A chain of an exact sampler. Each move is one transition that starts from the last draw.
 *
 * Moves become rarer as answers accumulate: Θ is always a draw given at least 99 % of the answers so far, so the number of moves
 * grows only with the logarithm of the number of answers.
 */
function exactChain(
  { tally, estimator, prior }: ChainOptions,
  sampler: Sampler<unknown>,
  state: unknown,
): Chain {
  const theta = sampler.theta(state, new Float64Array(tally.categories))
  return {
    theta,
    mustFollow: false,
    isDue: pending => pending * MOVES_EACH >= tally.size,
    advance(rng) {
      sampler.step(rng, state)
      sampler.theta(state, theta)
    },
    estimate: (seed, effort, answers) =>
      drawingOfEstimate({ tally: answers, kind: estimator(answers), prior }, seed, effort),
    state: () => state,
  }
}

/** An estimate by separate chains, step by step. */
export function drawingOfEstimate(
  { tally, kind, prior }: Pick<ChainOptions, 'tally' | 'kind' | 'prior'>,
  seed: string,
  effort: ChainEffort,
): Work<Posterior> {
  const { draws } = effort
  const least = kind.warmup ?? LEAST_WARMUP
  return drawKind(tally, kind, {
    prior,
    ...effort,
    warmup: draws === undefined ? undefined : Math.max(Math.ceil(draws / 2), least),
    seed,
  })
}

/** The sampler's state from plain data. The sampler checks it, and its θ must be a probability vector. */
export function resumeState(sampler: Sampler<unknown>, data: unknown, categories: number): unknown {
  const state = sampler.resume ? sampler.resume(data) : data
  probabilities("the θ of the snapshot's chain", sampler.theta(state, new Float64Array(categories)))
  return state
}

/**
 * The chain of a sampler that has to follow the tally, as the paper's does. It takes some steps after each answer, from its last state. For
 * an estimate it takes some more, and the first half of these is dropped.
 */
function followingChain(
  { tally, kind }: ChainOptions,
  sampler: Sampler<unknown>,
  state: unknown,
  pace: NonNullable<SamplerKind['pace']>,
): Chain {
  const theta = sampler.theta(state, new Float64Array(tally.categories))
  return {
    theta,
    mustFollow: true,
    isDue: () => true,
    advance(rng, batches) {
      advance(sampler, state, rng, batches * pace.steps)
      sampler.theta(state, theta)
    },
    // The steps are not interleaved with other work, because the chain must not follow answers that come in meanwhile.
    // biome-ignore lint/correctness/useYield: an estimate of few steps has no progress to report
    *estimate(seed) {
      const K = tally.categories
      const rng = stream(seed)
      const count = Math.ceil(pace.lastSteps / 2)
      const draws = new Float64Array(count * K)
      const copy = structuredClone(state)
      const steps = noSteps()
      for (let step = count - pace.lastSteps; step < count; step++) {
        const { info } = sampler.step(rng, copy)
        if (step < 0) continue
        countStep(steps, info)
        sampler.theta(copy, draws.subarray(step * K, (step + 1) * K))
      }
      return withDiagnostics({ draws, categories: K, chains: 1, sampler: kind.name, steps })
    },
    state: () => state,
  }
}
