import { requireFields, requireNumber } from '../check/check.ts'
import { drain } from '../posterior/draw-posterior.ts'
import type { Prior } from '../posterior/kind/prior.ts'
import { createSampler, type SamplerKind } from '../posterior/kind/sampler-kind.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import type { SeededRng } from '../random/rng.ts'
import { type Chain, drawingOfEstimate, MOVES_EACH, resumeState } from './chain.ts'
import type { MemoryFollower } from './memory/memory-follower.ts'
import { mixPosteriors } from './mix-posteriors.ts'

/** Share of the remembered answers after whose replacement the chain restarts, because it was tuned for another posterior. */
const RENEWAL = 0.5
/** Number of transitions after a restart, which is near the mode. */
const FIRST_STEPS = 5
/** Least number of draws of each chain for one part of the estimate. */
const LEAST_DRAWS = 50
/** Number of draws of each chain for all parts together, if there are several. */
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
  /** Answers since the chain's last start. */
  readonly since: number
}

/**
 * A chain on the posterior of answers that are forgotten in time. Exact samplers keep sums over the tally, and can update these only while
 * the tally grows. So the sampler is made again for each move, and continues from its state. After half of the answers have been replaced,
 * the chain restarts near the mode, so that its draw does not stay where the truth used to be.
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
    // The steps are not interleaved with other work, because the memory changes with the next answer.
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
