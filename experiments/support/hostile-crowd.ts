import { Engine } from '../../src/loop/engine.ts'
import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { drain } from '../../src/posterior/draw-posterior.ts'
import { createAlias } from '../../src/random/categorical.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'

/**
 * What a liar sends, who wants the target to look larger: `random`, the mechanism's answer for a category out of nowhere;
 * `input`, its answer for the target; `response`, without any randomization, an answer that says as much as can be said for the
 * target, which is also what steers the subset of the next people.
 */
export type Attack = 'random' | 'input' | 'response'

export interface Crowd {
  readonly categories: number
  readonly epsilon: number
  readonly strategy: string
  readonly users: number
  /** The distribution when a share of the people, from 0 to 1, has answered. */
  readonly truthAt: (progress: number) => Float64Array
  readonly liars?: { readonly share: number; readonly attack: Attack; readonly target: number }
  readonly prior?: number
  readonly seed: string
}

/** People who answer one request before the next one is chosen. */
const GROUP = 20

/** Plays a collection of which some lie, or whose truth drifts; returns the estimate. */
export function playCrowd(crowd: Crowd): { mean: Float64Array; interval: [Float64Array, Float64Array] } {
  const { categories, epsilon, strategy, users, truthAt, liars, seed, prior } = crowd
  const chain = stream(seed, 'chain', strategy)
  const people = stream(seed, 'people')
  const responses = stream(seed, 'responses', strategy)
  const engine = new Engine(
    { categories, epsilon, strategy, horizon: users, ...(prior !== undefined && { prior }) },
    chain,
  )
  for (let t = 0; t < users; t += GROUP) {
    const mechanism = engine.choose(chain)
    const count = Math.min(GROUP, users - t)
    const alias = createAlias(truthAt(t / users))
    engine.takeGroup(answers => {
      for (let i = 0; i < count; i++) {
        const honest = alias.draw(people)
        const lies = people.uniform() < (liars?.share ?? 0)
        const response =
          lies && liars ? lie(mechanism, liars, responses) : mechanism.respond(honest, responses)
        answers.add(mechanism, response)
      }
    })
  }
  const { mean, interval } = drain(engine.estimate(`${seed} ${strategy}`, {}))
  return { mean, interval: interval(0.95) }
}

function lie(
  mechanism: Mechanism,
  { attack, target }: NonNullable<Crowd['liars']>,
  rng: SeededRng,
): Response {
  if (attack === 'random') return mechanism.respond(rng.integer(mechanism.categories), rng)
  if (attack === 'input') return mechanism.respond(target, rng)
  // Honest randomization until the answer speaks for the target: no more than a few tries at any ε.
  for (;;) {
    const response = mechanism.respond(target, rng)
    if (speaksFor(mechanism, response, target)) return response
  }
}

/** Whether no category has a higher likelihood of the response than the target. */
function speaksFor(mechanism: Mechanism, response: Response, target: number): boolean {
  const column = mechanism.column(response)
  if (column.kind === 'dense') return column.values[target] >= 1
  const { set, point, base, level, peak } = column
  const value = point === target ? peak : set.includes(target) ? level : base
  return value >= Math.max(base, set.length > 0 ? level : 0, point >= 0 ? peak : 0)
}
