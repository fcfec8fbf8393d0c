import { refuse, requireInteger, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import type { Prior } from '../posterior/contract/prior.ts'
import type { Posterior } from '../posterior/draw-posterior.ts'
import { stream } from '../random/stream.ts'
import { temper } from '../simplex/temper.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { builtIn } from './catalogue/built-in.ts'
import { type AnyName, type Catalogue, requireCatalogue } from './catalogue/catalogue.ts'
import type { SamplerName } from './catalogue/samplers.ts'
import { readStrategy, type StrategyName } from './catalogue/strategy-names.ts'
import { Engine, type EngineOptions, seedFor } from './engine.ts'
import { createPopulation, type PopulationOptions } from './population.ts'
import { respondMany } from './respond-many.ts'
import { type Checkpoint, createRecorder } from './trajectory.ts'

export interface SimulateOptions extends PopulationOptions {
  /** Each strategy meets the same truth and the same people. */
  readonly strategies: readonly AnyName<StrategyName>[]
  readonly epsilon: number
  /** People who answer the same request before the posterior moves; default 1. */
  readonly groupSize?: number
  /** Default `'learned'`; 1 with a sampler that cannot learn it, as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /**
   * The public prior q, for the strategy `public-prior`: weights, or the truth to a power (see `temper`). The latter is an
   * oracle, for experiments on how much a prior of some quality is worth: nobody who collects answers has it.
   */
  readonly publicPrior?: Vector | { readonly tempered: number }
  /** Default `'auto'`, an exact sampler; `'sgld'` has the paper's settings with the horizon `users`. */
  readonly sampler?: AnyName<SamplerName>
  /** Draws of each of the four chains of an exact sampler's estimate; default 250, at least 4. */
  readonly draws?: number
  /** At how many numbers of answers, in geometric progression, a run records how far it is; default 0. */
  readonly checkpoints?: number
  /** Where the names of strategies and samplers are looked up; default `builtIn`. */
  readonly catalogue?: Catalogue
  /** Called from time to time with the number of answers so far and the number in all, over all strategies. */
  readonly onProgress?: (done: number, total: number) => void
}

const OPTIONS = {
  categories: true,
  truth: true,
  data: true,
  users: true,
  strategies: true,
  epsilon: true,
  groupSize: true,
  prior: true,
  publicPrior: true,
  sampler: true,
  draws: true,
  checkpoints: true,
  catalogue: true,
  seed: true,
  onProgress: true,
} as const

export interface SimulatedRun {
  readonly strategy: string
  /** The posterior mean. */
  readonly estimate: Float64Array
  /** The whole posterior, with its diagnostics. */
  readonly posterior: Posterior
  /** Distance of the estimate to the truth. */
  readonly totalVariation: number
  /** Mean of |S_t|; plain SRR counts 0. */
  readonly meanSubsetSize: number
  /** The largest exact level of all the channels that were used. */
  readonly auditedEpsilon: number
  /** The run at its checkpoints, the last of them at its end; fewer than asked for where there are fewer requests. */
  readonly trajectory: readonly Checkpoint[]
  /** Wall-clock time that the recording of the trajectory took. */
  readonly recordingSeconds: number
}

export interface Simulation {
  readonly truth: Float64Array
  readonly users: number
  readonly runs: SimulatedRun[]
}

/** Answers between two calls of `onProgress`. */
const PROGRESS_EVERY = 1000
/** By default the Monte Carlo error is a twentieth of the posterior's spread or so. */
const ESTIMATE_DRAWS = 250

/**
 * Plays whole collections: people answer one by one or in groups, each strategy adapts, all of them meet the same truth
 * and the same people.
 *
 * @throws RangeError on a bad option, before anything is run
 * @example
 * const { runs } = simulate({ categories: 20, truth: { dirichlet: 0.1 }, users: 10_000,
 *   strategies: ['fisher', 'srr'], epsilon: 1, seed: 1 })
 * runs[0].totalVariation
 */
export function simulate(options: SimulateOptions): Simulation {
  requireOptions(options, OPTIONS)
  const { seed, onProgress } = options
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const draws = requireInteger('draws', options.draws ?? ESTIMATE_DRAWS, 4)
  const catalogue = requireCatalogue(options.catalogue ?? builtIn)
  const strategies = requireStrategies(options.strategies, catalogue)
  const population = createPopulation(options)
  const { truth, users } = population
  const groupSize = Math.min(users, requireInteger('groupSize', options.groupSize ?? 1, 1))
  const checkpoints = requireInteger('checkpoints', options.checkpoints ?? 0, 0)
  const total = users * strategies.length
  const publicPrior = requirePublicPrior(options, truth)
  const engines = strategies.map(strategy => {
    const { prior, sampler } = options
    const rng = stream(seed, 'chain', strategy)
    const made: EngineOptions = {
      categories: truth.length,
      epsilon,
      strategy,
      horizon: users,
      catalogue,
      ...(prior !== undefined && { prior }),
      ...(publicPrior !== undefined && { publicPrior }),
      ...(sampler !== undefined && { sampler }),
    }
    const engine = new Engine(made, rng)
    const recorder = createRecorder(checkpoints, Math.ceil(users / groupSize), engine, made, seed)
    return { engine, rng, recorder }
  })
  const runs = engines.map(({ engine, rng, recorder }, run) => {
    const strategy = strategies[run]
    const arrivals = population.arrivals()
    const responses = stream(seed, 'responses', strategy)
    let sizes = 0
    let audited = 0
    let reported = 0
    for (let t = 0; t < users; t += groupSize) {
      const mechanism = engine.choose(rng)
      const count = Math.min(groupSize, users - t)
      if (count === 1) {
        engine.take(mechanism.column(mechanism.respond(arrivals.next(), responses)), 1)
      } else {
        const people = arrivals.group(count)
        engine.takeGroup(tally => respondMany(mechanism, people, responses, tally))
      }
      const size = mechanism.subset?.length ?? 0
      sizes += count * size
      recorder.note(count, size)
      if (mechanism.epsilon > audited) audited = mechanism.epsilon
      if (onProgress && t >= reported) {
        onProgress(run * users + t, total)
        reported = t + PROGRESS_EVERY
      }
    }
    const posterior = engine.estimate(seedFor(seed, 'estimate', strategy), draws)
    return {
      strategy,
      estimate: posterior.mean,
      posterior,
      totalVariation: totalVariation(posterior.mean, truth),
      meanSubsetSize: sizes / users,
      auditedEpsilon: audited,
      trajectory: recorder.end(posterior),
      recordingSeconds: recorder.seconds,
    }
  })
  onProgress?.(total, total)
  return { truth, users, runs }
}

function requirePublicPrior({ publicPrior }: SimulateOptions, truth: Float64Array): Vector | undefined {
  if (typeof publicPrior !== 'object' || publicPrior === null || !('tempered' in publicPrior))
    return publicPrior
  requireOptions(publicPrior, { tempered: true }, 'publicPrior')
  return temper(truth, requireNumber('publicPrior.tempered', publicPrior.tempered, { min: 0 }))
}

function requireStrategies(strategies: readonly string[], catalogue: Catalogue): readonly string[] {
  if (!Array.isArray(strategies) || strategies.length === 0)
    refuse('strategies', strategies, 'a list of names')
  for (const name of strategies) readStrategy(name, catalogue)
  if (new Set(strategies).size < strategies.length) refuse('strategies', strategies, 'a list without repeats')
  return strategies
}
