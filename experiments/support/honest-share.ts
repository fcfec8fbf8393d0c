import { createStrategy } from '../../src/loop/strategy/strategy-names.ts'
import { auditedMechanism } from '../../src/mechanism/audited-mechanism.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { createAlias } from '../../src/random/categorical.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'

/** The mechanism that a strategy chooses if θ is its draw from the posterior, and nobody has answered yet. */
export function mechanismAt(strategy: string, theta: Float64Array, epsilon: number): Mechanism {
  const categories = theta.length
  const state = { tally: createTally(categories), size: 0, answers: 0, rng: stream(strategy) }
  return auditedMechanism(createStrategy(strategy, { categories, epsilon }).choose(theta, state))
}

/** `Pr(Y = X) = Σ_x G[x,x] θ_x`, exactly, from the channel. */
export function honestShare(mechanism: Mechanism, theta: Float64Array): number {
  const channel = channelMatrix(mechanism)
  return theta.reduce((sum, share, x) => sum + share * channel[x][x], 0)
}

/** The share of simulated people whose answer is the truth. */
export function simulatedShare(
  mechanism: Mechanism,
  theta: Float64Array,
  people: number,
  rng: SeededRng,
): number {
  const category = createAlias(theta)
  let honest = 0
  for (let i = 0; i < people; i++) {
    const x = category.draw(rng)
    if (mechanism.respond(x, rng) === x) honest++
  }
  return honest / people
}
