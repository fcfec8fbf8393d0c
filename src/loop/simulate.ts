import { isList, refuse, requireInteger, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { requireCategory } from '../mechanism/mechanism.ts'
import type { Prior } from '../posterior/contract/prior.ts'
import type { Posterior } from '../posterior/draw-posterior.ts'
import { createAlias } from '../random/categorical.ts'
import { drawLogDirichlet } from '../random/dirichlet.ts'
import { drawMultinomial } from '../random/multinomial.ts'
import type { SeededRng } from '../random/rng.ts'
import { stream } from '../random/stream.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { temper } from '../simplex/temper.ts'
import { totalVariation } from '../simplex/total-variation.ts'
import { builtIn } from './catalogue/built-in.ts'
import { type AnyName, type Catalogue, requireCatalogue } from './catalogue/catalogue.ts'
import type { SamplerName } from './catalogue/samplers.ts'
import { readStrategy, type StrategyName } from './catalogue/strategy-names.ts'
import { Engine, type EngineOptions, seedFor } from './engine.ts'
import { respondMany } from './respond-many.ts'
import { type Checkpoint, createRecorder } from './trajectory.ts'

export interface SimulateOptions {
  /** Number of categories K; needed with a Dirichlet truth, else the truth's length or the largest category and one. */
  readonly categories?: number
  /** The true distribution, or the Dirichlet law (one concentration for all) that it is drawn from. */
  readonly truth?: Vector | { readonly dirichlet: number }
  /** Instead of a truth: the people themselves, one category each. They arrive in an order of the seed's. */
  readonly data?: ArrayLike<number>
  /** Number of people; with `data` all of them. */
  readonly users?: number
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
  readonly seed: string | number
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

/** Most categories that are inferred from the largest in the data. */
const MOST_INFERRED = 2 ** 24
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

/** Who answers: the distribution, how many, and one after the other, the same for every strategy. */
interface Population {
  readonly truth: Float64Array
  readonly users: number
  arrivals(): Arrivals
}

/** The people, in the order in which they come. */
interface Arrivals {
  /** The category of the next person. */
  next(): number
  /** How many of the next `count` people hold each category. */
  group(count: number): Float64Array
}

function createPopulation(options: SimulateOptions): Population {
  const { truth, data, seed } = options
  if ((truth === undefined) === (data === undefined)) {
    refuse('truth and data', { truth, data: data && 'given' }, 'one given, the other not')
  }
  if (data !== undefined) return populationOfData(options, data)
  const users = requireInteger('users', options.users, 1)
  const law = drawTruth(options, stream(seed, 'truth'))
  const alias = createAlias(law)
  return {
    truth: law,
    users,
    arrivals() {
      const rng = stream(seed, 'people')
      return {
        next: () => alias.draw(rng),
        group: count => drawMultinomial(rng, count, law, new Float64Array(law.length)),
      }
    },
  }
}

function drawTruth({ truth, categories }: SimulateOptions, rng: SeededRng): Float64Array {
  if (typeof truth === 'object' && truth !== null && 'dirichlet' in truth) {
    requireOptions(truth, { dirichlet: true }, 'truth')
    const K = requireInteger('categories', categories, 2)
    const concentration = requireNumber('truth.dirichlet', truth.dirichlet, { above: 0 })
    const logs = drawLogDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
    return logs.map(exp)
  }
  const law = probabilities('truth', truth as Vector, categories)
  requireInteger('the length of truth', law.length, 2)
  return law
}

function populationOfData(options: SimulateOptions, data: ArrayLike<number>): Population {
  if (!isList(data)) refuse('data', data, 'a list of categories, one a person')
  const users = requireInteger('the length of data', data.length, 1)
  if (options.users !== undefined && options.users !== users) {
    refuse('users', options.users, `left out, or ${users}, the length of data`)
  }
  let largest = 1
  for (let t = 0; t < users; t++) {
    // Here at once: a list that is all holes has no end.
    if (!Number.isInteger(data[t]))
      requireCategory(`data[${t}]`, data[t], options.categories ?? MOST_INFERRED)
    if (data[t] > largest) largest = data[t]
  }
  // An inferred number beyond any real one is an identifier, or a code with gaps, taken for a category.
  const K =
    options.categories === undefined
      ? requireInteger('the largest category of data, and one,', largest + 1, 2, MOST_INFERRED)
      : requireInteger('categories', options.categories, 2)
  const people = new Uint32Array(users)
  const truth = new Float64Array(K)
  const rng = stream(options.seed, 'people')
  for (let t = 0; t < users; t++) {
    truth[requireCategory(`data[${t}]`, data[t], K)]++
    // The inside-out shuffle.
    const at = rng.integer(t + 1)
    people[t] = people[at]
    people[at] = data[t]
  }
  for (let x = 0; x < K; x++) truth[x] /= users
  return {
    truth,
    users,
    arrivals() {
      let t = 0
      return {
        next: () => people[t++],
        group(count) {
          const counts = new Float64Array(K)
          for (let i = 0; i < count; i++) counts[people[t++]]++
          return counts
        },
      }
    },
  }
}

function requireStrategies(strategies: readonly string[], catalogue: Catalogue): readonly string[] {
  if (!Array.isArray(strategies) || strategies.length === 0)
    refuse('strategies', strategies, 'a list of names')
  for (const name of strategies) readStrategy(name, catalogue)
  if (new Set(strategies).size < strategies.length) refuse('strategies', strategies, 'a list without repeats')
  return strategies
}
