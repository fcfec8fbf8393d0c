import { createEngine } from '../../src/loop/create-engine.ts'
import type { Engine } from '../../src/loop/engine.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { drain } from '../../src/posterior/draw-posterior.ts'
import { createAlias } from '../../src/random/categorical.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import type { AnswerCounts } from '../../src/risk/answer-counts.ts'
import { RobustMeans } from '../../src/risk/robust-means.ts'
import { scoreMoments } from '../../src/risk/score-moments.ts'
import { probit } from '../../src/special/probit.ts'

/**
 * The answers of a liar who wants the targets to look larger. `random`: the mechanism's answer for a category picked at random. `input`:
 * its answer for the first target. `response`: without any randomization, an answer that supports the first target as much as possible,
 * which also steers the channels of the next people. `gain`: of twenty honest answers for targets, the one that supports most targets (the
 * maximal gain attack of Cao, Jia, Gong 2021).
 */
export type Attack = 'random' | 'input' | 'response' | 'gain'

export interface Liars {
  readonly share: number
  readonly attack: Attack
  readonly targets: readonly number[]
  /** Whether all liars answer before everybody else; by default they are mixed with the others. */
  readonly first?: boolean
}

export interface Crowd {
  readonly categories: number
  readonly epsilon: number
  readonly strategy: string
  readonly users: number
  /** The truth after a share of the people, from 0 to 1, has answered. */
  readonly truthAt: (progress: number) => Float64Array
  readonly liars?: Liars
  /** The share of liars that the design allows for; default: none. */
  readonly robust?: number
  /** The share of liars that robust intervals allow for; default: none. */
  readonly reckoned?: number
  readonly prior?: number
  readonly seed: string
}

export interface CrowdEstimate {
  readonly mean: Float64Array
  readonly interval: [Float64Array, Float64Array]
  /** The unclipped unbiased estimates. */
  readonly unbiased: Float64Array
  /** Intervals around these that allow for liars. */
  readonly robust: [Float64Array, Float64Array]
}

/** Number of people who answer one request before the next one is chosen. */
const BATCH = 20
/** Number of answers among which a liar picks the best. */
const TRIES = 20

/** Plays a collection in which some people lie, or whose truth drifts; returns the estimate. */
export function playCrowd(crowd: Crowd): CrowdEstimate {
  const { categories, seed, strategy, reckoned = 0 } = crowd
  const means = new RobustMeans(categories, { share: reckoned })
  const engine = collect(crowd, means)
  const { mean, quantile } = drain(engine.estimate(`${seed} ${strategy}`, {}))
  return {
    mean,
    // The interval is that of the posterior even if the design is robust.
    interval: [quantile(0.025), quantile(0.975)],
    unbiased: scoreMoments(means.answers, categories).mean,
    robust: means.interval(probit(0.975)),
  }
}

/** Plays a collection without an estimate; returns the counted answers. */
export function answersOf(crowd: Crowd): AnswerCounts {
  const means = new RobustMeans(crowd.categories, { share: 0 })
  collect(crowd, means)
  return means.answers
}

/** Plays all answers, and returns the engine that has taken them; `means` counts them as well. */
function collect(crowd: Crowd, means: RobustMeans): Engine {
  const { categories, epsilon, strategy, users, truthAt, liars, robust, seed, prior } = crowd
  const chain = stream(seed, 'chain', strategy)
  const people = stream(seed, 'people')
  const responses = stream(seed, 'responses', strategy)
  const engine = createEngine(
    {
      categories,
      epsilon,
      strategy,
      horizon: users,
      ...(prior !== undefined && { prior }),
      ...(robust !== undefined && { robust: { share: robust } }),
    },
    chain,
  )
  for (let t = 0; t < users; t += BATCH) {
    const mechanism = engine.choose(chain)
    const count = Math.min(BATCH, users - t)
    const alias = createAlias(truthAt(t / users))
    const answers: [Response, number][] = []
    for (let i = 0; i < count; i++) {
      const honest = alias.draw(people)
      const draw = people.uniform()
      const lies = liars?.first ? t + i < liars.share * users : draw < (liars?.share ?? 0)
      const response = lies && liars ? lie(mechanism, liars, responses) : mechanism.respond(honest, responses)
      answers.push([response, 1])
      means.observe(mechanism, response, 1)
    }
    engine.takeBatch(mechanism, answers)
  }
  return engine
}

function lie(mechanism: Mechanism, { attack, targets }: Liars, rng: SeededRng): Response {
  const [target] = targets
  if (attack === 'random') return mechanism.respond(rng.integer(mechanism.categories), rng)
  if (attack === 'input') return mechanism.respond(target, rng)
  if (attack === 'gain') return forMost(mechanism, targets, rng)
  // Repeats the honest randomization until the answer supports the target, which takes only a few tries at any ε.
  for (;;) {
    const response = mechanism.respond(target, rng)
    if (speaksFor(mechanism, response, target)) return response
  }
}

/** The honest answer that favours the most targets. */
function forMost(mechanism: Mechanism, targets: readonly number[], rng: SeededRng): Response {
  let best: Response = 0
  let most = -1
  for (let i = 0; i < TRIES; i++) {
    const response = mechanism.respond(targets[rng.integer(targets.length)], rng)
    const count = targets.filter(target => speaksFor(mechanism, response, target)).length
    if (count > most) [best, most] = [response, count]
  }
  return best
}

/** Whether no category has a higher likelihood of the response than the target. */
function speaksFor(mechanism: Mechanism, response: Response, target: number): boolean {
  const column = mechanism.column(response)
  if (column.kind === 'dense') return column.values[target] >= 1
  const { set, point, base, level, peak } = column
  const value = point === target ? peak : set.includes(target) ? level : base
  return value >= Math.max(base, set.length > 0 ? level : 0, point >= 0 ? peak : 0)
}
