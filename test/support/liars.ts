import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** What a liar sends. */
export type Lie = (mechanism: Mechanism, rng: SeededRng) => Response

const supports = (mechanism: Mechanism, response: Response, x: number) =>
  Array.from(mechanism.support!.of(response)).includes(x)

/** An honest answer of the category, drawn until it supports as many of the targets as any of some tries. */
export function forTargets(mechanism: Mechanism, targets: readonly number[], rng: SeededRng): Response {
  let best = mechanism.respond(targets[0], rng)
  let most = -1
  for (let i = 0; i < 20; i++) {
    const response = mechanism.respond(targets[rng.integer(targets.length)], rng)
    const count = targets.filter(x => supports(mechanism, response, x)).length
    if (count > most) [best, most] = [response, count]
  }
  return best
}

/** Attacks on pure protocols, by name. */
export const LIES: Record<string, Lie> = {
  random: (mechanism, rng) => mechanism.respond(rng.integer(mechanism.categories), rng),
  input: (mechanism, rng) => mechanism.respond(10, rng),
  'single target': (mechanism, rng) => forTargets(mechanism, [10], rng),
  'maximal gain, five targets': (mechanism, rng) => forTargets(mechanism, [10, 11, 12, 13, 14], rng),
  'against the likeliest': (mechanism, rng) => {
    for (;;) {
      const response = mechanism.respond(1 + rng.integer(mechanism.categories - 1), rng)
      if (!supports(mechanism, response, 0)) return response
    }
  },
}
