import { createEngine } from '../../src/loop/create-engine.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'

/** The smallest probability; 0 would have no logarithm. */
const TINY = 1e-12

/** A distribution with its zeros replaced by tiny probabilities. */
export function withoutZeros(truth: ArrayLike<number>): Float64Array {
  return Float64Array.from(truth, value => Math.max(value, TINY))
}

/** A truth drawn from Dirichlet(ρ), without zeros. */
export function drawTruth(categories: number, rho: number, seed: string): Float64Array {
  const concentrations = new Float64Array(categories).fill(rho)
  return withoutZeros(drawDirichlet(stream(seed, 'truth'), concentrations, new Float64Array(categories)))
}

/** The first people of a run of `auto`. */
export interface AutoRun {
  readonly truth: Float64Array
  readonly epsilon: number
  /** Number of people for whom the run plans. */
  readonly horizon: number
  /** Number of people who answer. */
  readonly users: number
  /** Number of people who answer one request. */
  readonly batch: number
  readonly seed: string
}

/** Plays these people; returns the engine after their answers, and the number of answers by each mechanism. */
export function playAuto({ truth, epsilon, horizon, users, batch, seed }: AutoRun) {
  const chain = stream(seed, 'chain')
  const responses = stream(seed, 'responses')
  const engine = createEngine({ categories: truth.length, epsilon, strategy: 'auto', horizon }, chain)
  const people = createAlias(truth)
  const used = new Map<Mechanism, number>()
  for (let t = 0; t < users; t += batch) {
    const mechanism = engine.choose(chain)
    used.set(mechanism, (used.get(mechanism) ?? 0) + batch)
    const answers = Array.from({ length: batch }, () => {
      return [mechanism.respond(people.draw(responses), responses), 1] as const
    })
    engine.takeBatch(mechanism, answers)
  }
  return { engine, used }
}
