import { expect, test } from 'vitest'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { LatentClassLaw } from '../../../src/posterior/hierarchical/latent-class-law.ts'
import { latentClasses } from '../../../src/posterior/hierarchical/latent-classes.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { cramersVOf } from '../../../src/query/of-tables.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'

const SIZES = [2, 2, 3]
const VIEWS = [
  [0, 1],
  [0, 2],
  [1, 2],
]
const EPSILON = 2
const PEOPLE = 40
const STEPS = 2
const RUNS = 1000

/** Numbers whose laws are compared: a cell, associations, how uneven a question is and how far classes depart from it. */
function numbersOf(law: LatentClassLaw, z: ArrayLike<number>): number[] {
  law.read(z)
  const table = new Float64Array(4)
  law.table(0, 1, table)
  const v = cramersVOf(2, 2).value(table, 0)
  const other = new Float64Array(6)
  law.table(1, 2, other)
  const w = cramersVOf(2, 3).value(other, 0)
  const hyper = (law.classes + 1) * law.cells
  const [base, spread] = [z[hyper + 2], z[hyper + SIZES.length + 1]]
  return [v, v * w, table[0] ** 2, other[5] ** 2, base, base ** 2, spread, spread * v]
}

/**
 * Parameters that are drawn from the prior keep their law if people answer by them and the chain then makes steps given these answers.
 * Returns the largest distance, in standard errors, between the means of the numbers before and after, of pairs.
 *
 * @param judged whether the outcome of trajectories along expansions is accepted by the exact density
 */
function distance(judged: boolean): number {
  const rng = stream('steps of latent classes')
  const law = new LatentClassLaw(SIZES)
  const sums = new Float64Array(8)
  const squares = new Float64Array(8)
  for (let run = 0; run < RUNS; run++) {
    const truth = Float64Array.from({ length: law.dimension }, () => drawNormal(rng))
    law.read(truth)
    const pairs = VIEWS.map(([a, b]) => {
      const categories = SIZES[a] * SIZES[b]
      const table = new Float64Array(categories)
      law.table(a, b, table)
      const people = createAlias(table)
      const mechanism = subsetSelection({ categories, epsilon: EPSILON })
      const tally = createTally(categories)
      for (let i = 0; i < PEOPLE; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
      return { a, b, tally }
    })
    const sampler = latentClasses(law, pairs, 0)
    const state = Object.assign(sampler.init(rng), { z: Array.from(truth) })
    expect(state.route.excess).toBeDefined()
    if (!judged) state.route = { ...state.route, excess: () => 0 }
    const before = numbersOf(law, truth)
    for (let i = 0; i < STEPS; i++) sampler.step(rng, state)
    numbersOf(law, state.z).forEach((value, i) => {
      sums[i] += value - before[i]
      squares[i] += (value - before[i]) ** 2
    })
  }
  return Math.max(...sums.map((sum, i) => Math.abs(sum) / Math.sqrt(squares[i])))
}

// Eight numbers, 5.4 standard errors: false alarm below 1e-6.
test('steps leave the posterior as it is', () => {
  expect(distance(true)).toBeLessThan(5.4)
}, 240_000)

test('steps that follow the expansions without being corrected are noticed', () => {
  expect(distance(false)).toBeGreaterThan(5.4)
}, 240_000)
