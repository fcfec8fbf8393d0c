import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'

/** So many people answer with a mechanism. */
export type Plan = readonly (readonly [mechanism: Mechanism, people: number])[]

/** The answers of people whose categories are drawn from `truth`, one by one. */
export function collect(rng: SeededRng, truth: Float64Array, plan: Plan): Tally {
  const category = createAlias(truth)
  const tally = createTally(truth.length)
  for (const [mechanism, people] of plan) {
    for (let i = 0; i < people; i++) tally.add(mechanism, mechanism.respond(category.draw(rng), rng))
  }
  return tally
}

/** θ ~ Dirichlet(ρ). */
export function drawTruth(rng: SeededRng, rho: ArrayLike<number>): Float64Array {
  return drawDirichlet(rng, rho, new Float64Array(rho.length))
}
