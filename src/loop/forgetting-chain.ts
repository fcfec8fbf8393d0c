import { requireFields, requireNumber } from '../check/check.ts'
import { drain } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { type Chain, drawingOfEstimate, MOVES_EACH, resumeState } from './chain.ts'
import type { MemoryFollower } from './memory/memory-follower.ts'
import { mixPosteriors } from './mix-posteriors.ts'

/** The chain starts anew when this share of what is remembered has been replaced, since it was tuned for another posterior. */
const RENEWAL = 0.5
/** Transitions after a new start, which is near the mode. */
const FIRST_STEPS = 5
/** The fewest draws of each chain for one part of the estimate. */
const LEAST_DRAWS = 50
/** Draws of each chain for all parts together, if there are several. */
const MIXED_DRAWS = 1000

interface ForgettingOptions {
  readonly categories: number
  readonly memory: MemoryFollower
  readonly kind: SamplerKind
  /** The sampler that draws the estimate from a tally. */
  readonly estimator: (tally: Tally) => SamplerKind
  readonly prior: Prior | undefined
}

interface ForgettingState {
  readonly sampler: unknown
  /** Answers since the chain last started. */
  readonly since: number
}

/**
 * A chain on the posterior of answers that are forgotten in time. What an exact sampler keeps of a tally is only updated as the
 * tally grows. So the sampler is made anew for each move, and continues from its state. After half of the answers have been
 * replaced the chain starts anew, near the mode, so that its draw does not linger where the truth used to be.
 */
export function forgettingChain(options: ForgettingOptions, rng: SeededRng, resumed?: unknown): Chain {
  const { categories, memory, kind, estimator, prior } = options
  const samplerOf = (tally = memory.tally()) =>
    createSampler(kind, { tally, prior, warmup: Number.MAX_SAFE_INTEGER })
  const first = samplerOf(createTally(categories))
  const earlier = resumed === undefined ? undefined : requireState(resumed)
  let since = earlier?.since ?? 0
  let state = earlier ? resumeState(first, earlier.sampler, categories) : first.init(rng)
  const theta = first.theta(state, new Float64Array(categories))
  return {
    theta,
    mustFollow: false,
    isDue: pending => pending * MOVES_EACH >= memory.size,
    advance(rng, _, answers) {
      const sampler = samplerOf()
      since += answers
      let steps = 1
      if (since >= RENEWAL * memory.size) {
        state = sampler.init(rng)
        steps = FIRST_STEPS
        since = 0
      }
      for (let step = 0; step < steps; step++) sampler.step(rng, state)
      sampler.theta(state, theta)
    },
    // In one go, because what is remembered changes with the next answer.
    *estimate(seed, effort) {
      const parts = memory.parts()
      const shares = parts.map(({ tally, weight }, part) => {
        const draws = Math.max(LEAST_DRAWS, Math.ceil(weight * (effort.draws ?? MIXED_DRAWS)))
        const partEffort =
          parts.length === 1 ? effort : { ...(effort.chains && { chains: effort.chains }), draws }
        const partSeed = part === 0 ? seed : JSON.stringify([seed, part])
        return {
          weight,
          posterior: drain(drawingOfEstimate({ tally, kind: estimator(tally), prior }, partSeed, partEffort)),
        }
      })
      return mixPosteriors(shares, categories)
    },
    state: (): ForgettingState => ({ sampler: state, since }),
  }
}

function requireState(resumed: unknown): ForgettingState {
  const argument = "the snapshot's chain"
  const state = requireFields(resumed as ForgettingState, { sampler: true, since: true }, argument)
  requireNumber(`${argument}.since`, state.since, { min: 0 })
  return state
}
