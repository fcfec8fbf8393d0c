import { type Posterior, withDiagnostics } from '../posterior/chains/posterior.ts'
import { countStep, noSteps } from '../posterior/chains/step-counts.ts'
import { drawingOf, type Effort } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { advance, type Sampler } from '../posterior/kind/sampler.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'

/** How much work an estimate gets, with the number of its chains, four by default. */
export interface ChainEffort extends Effort {
  readonly chains?: number
}

/** The posterior as the loop needs it: a draw that follows the tally, and an estimate at any time. */
export interface Chain {
  /** Θ, the current draw. */
  readonly theta: Float64Array
  /** Whether the estimate depends on the draw having followed the tally all along. */
  readonly mustFollow: boolean
  /** Whether the draw has to move, given how many answers have come in since it last did. */
  isDue(pending: number): boolean
  /** Moves the draw, after this many new batches with this many answers in all. */
  advance(rng: SeededRng, batches: number, answers: number): void
  /** The estimate from a tally, the chain's own or a copy of it, step by step. It does not move the chain. */
  estimate(seed: string, effort: ChainEffort, tally: Tally): Generator<number, Posterior>
  /** Plain data to continue from; good until the chain moves. */
  state(): unknown
}

export interface ChainOptions {
  readonly tally: Tally
  readonly kind: SamplerKind
  /** The sampler of estimates that are drawn from the tally as it stands, by chains that need not have followed it. */
  readonly estimator: (tally: Tally) => SamplerKind
  readonly prior: Prior | undefined
  readonly horizon: number | undefined
}

/** A chain of this kind of sampler, from its start or from an earlier state. */
export function createChain(options: ChainOptions, rng: SeededRng, resumed?: unknown): Chain {
  const { tally, kind, prior, horizon } = options
  const sampler = createSampler(kind, {
    tally,
    prior,
    // The sampler keeps tuning itself while the tally grows.
    warmup: Number.MAX_SAFE_INTEGER,
    ...(horizon !== undefined && { horizon }),
  })
  const state = resumed === undefined ? sampler.init(rng) : resumeState(sampler, resumed, tally.categories)
  const { pace } = kind
  return pace ? followingChain(options, sampler, state, pace) : exactChain(options, sampler, state)
}

/** Each of the first `MOVES_EACH` answers moves the draw. Later, it moves when the answers have grown by one part in `MOVES_EACH`. */
export const MOVES_EACH = 100

/** The fewest transitions that can tune step size and mass matrix, for kinds that do not say how many they need. */
const LEAST_WARMUP = 200

/**
 * An exact sampler: each move is one transition, warm-started from the last draw, so that Θ is a draw from the posterior
 * given at least 99 % of the answers so far (all of them, while there are few). The number of moves, and with it the cost,
 * grows with the logarithm of the number of answers: about 1,000 moves for a million.
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
): Generator<number, Posterior> {
  const { draws } = effort
  const least = kind.warmup ?? LEAST_WARMUP
  return drawingOf(tally, kind, {
    ...(prior !== undefined && { prior }),
    ...effort,
    ...(draws !== undefined && { warmup: Math.max(Math.ceil(draws / 2), least) }),
    seed,
  })
}

/** The state that a chain continues from. The sampler checks it, and its θ must be a probability vector. */
export function resumeState(sampler: Sampler<unknown>, data: unknown, categories: number): unknown {
  const state = sampler.resume ? sampler.resume(data) : data
  probabilities("the θ of the snapshot's chain", sampler.theta(state, new Float64Array(categories)))
  return state
}

/**
 * A chain that has to follow the tally, as the paper's does: it takes some steps after each answer, from the last state, and
 * some more for the estimate, whose first half is dropped.
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
    // In one go, because the chain must not follow answers that come in meanwhile.
    // biome-ignore lint/correctness/useYield: an estimate of few steps has no progress to report
    *estimate(seed) {
      const K = tally.categories
      const rng = stream(seed)
      const kept = Math.ceil(pace.lastSteps / 2)
      const draws = new Float64Array(kept * K)
      const copy = structuredClone(state)
      const steps = noSteps()
      for (let step = kept - pace.lastSteps; step < kept; step++) {
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
