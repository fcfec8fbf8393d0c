import { expect, test } from 'vitest'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { JointPosterior } from '../../../src/posterior/joint/joint-posterior.ts'
import { jointSampler } from '../../../src/posterior/joint/joint-sampler.ts'
import { helmert } from '../../../src/posterior/joint/logit-basis.ts'
import { Expansion } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

const SIZES = [2, 3]
const CELLS = 6
const PEOPLE = 1000
const STEPS = 6
const RUNS = 1000
const bases = SIZES.map(helmert)

/** How the chain moves: by the answers, or by an expansion whose outcome is judged, or is not. */
type Way = 'exact' | 'judged' | 'unjudged'

/**
 * Parameters that are drawn from the prior keep their law if people answer by them and the chain then makes steps given these answers.
 * Returns the largest distance, in standard errors, between the means of numbers before and after, of pairs.
 */
function distance(way: Way): number {
  const rng = stream('steps of the joint law')
  const sums = new Float64Array(8)
  const squares = new Float64Array(8)
  for (let run = 0; run < RUNS; run++) {
    const mechanism = subsetSelection({ categories: CELLS, epsilon: 0.7 })
    const empty = new JointPosterior(bases, [{ a: 0, b: 1, tallies: [createTally(CELLS)] }])
    const truth = empty.law.drawPrior(rng)
    const table = new Float64Array(CELLS)
    empty.writeTables(truth, table)
    const people = createAlias(table)
    const tally = createTally(CELLS)
    for (let i = 0; i < PEOPLE; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
    const posterior = new JointPosterior(bases, [{ a: 0, b: 1, tallies: [tally] }])
    const { law } = posterior
    const numbersOf = (z: ArrayLike<number>) => {
      posterior.writeTables(Float64Array.from(z), table)
      const [first, second] = [table[0], table[4]]
      const logs = [z[law.spread], z[law.scale + 1], z[law.tau], z[law.tables[0].tau]]
      return [first ** 2, second ** 2, first * second, ...logs, logs[0] * first]
    }
    const sampler = jointSampler(posterior, 0)
    const state = Object.assign(sampler.init(rng), { z: Array.from(truth), stepSize: 0.2 })
    if (way !== 'exact') {
      // Around a corner, so that the expansion is poor elsewhere.
      const expansions = [new Expansion(tally, Float64Array.of(0.95, 0.01, 0.01, 0.01, 0.01, 0.01))]
      const excess = (z: Float64Array) => (way === 'judged' ? posterior.excess(z, expansions) : 0)
      expect(posterior.expandable.length).toBe(1)
      state.route = { ...state.route, target: posterior.target(expansions), excess }
    }
    const before = numbersOf(truth)
    for (let i = 0; i < STEPS; i++) sampler.step(rng, state)
    numbersOf(state.z).forEach((value, i) => {
      sums[i] += value - before[i]
      squares[i] += (value - before[i]) ** 2
    })
  }
  return Math.max(...sums.map((sum, i) => Math.abs(sum) / Math.sqrt(squares[i])))
}

// Eight numbers, 5.4 standard errors: false alarm below 1e-6.
test.each(['exact', 'judged'] as const)(
  'steps leave the posterior as it is: %s',
  way => {
    expect(distance(way)).toBeLessThan(5.4)
  },
  240_000,
)

test('steps that follow an expansion without being judged are noticed', () => {
  expect(distance('unjudged')).toBeGreaterThan(5.4)
}, 240_000)
