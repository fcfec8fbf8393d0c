import { expect, test } from 'vitest'
import { columnLogValues, denseColumn } from '../../../src/mechanism/column.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { slice } from '../../../src/posterior/samplers/slice.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

const GROUPS = [0, 1, 1, 1]
const PRIOR = [0.5, 1, 2, 1]
const COUNTS = [30, 20]
const DRAWS = 4000
/** Monte Carlo errors that are allowed, if half of the draws are effective: a false alarm once in a million times, if errors were normal. */
const ERRORS = 5

/** Answers about the groups alone. */
function answers(): Tally {
  const tally = createTally(GROUPS.length)
  const channel = srr({ categories: 2, epsilon: 1 })
  COUNTS.forEach((count, y) => {
    const logs = columnLogValues(channel.column(y))
    tally.addColumn(denseColumn(Float64Array.from(GROUPS, group => logs[group])), count)
  })
  return tally
}

test('categories that no answer tells apart have the mass that answers give them together, and share it by the prior', () => {
  const sampler = slice({ tally: answers(), prior: PRIOR })
  const rng = stream('cells')
  const state = sampler.init(rng)
  const theta = new Float64Array(GROUPS.length)
  let [mass, share] = [0, 0]
  for (let draw = 0; draw < DRAWS; draw++) {
    sampler.theta(sampler.step(rng, state).state, theta)
    mass += theta[0] / DRAWS
    share += theta[2] / (theta[1] + theta[2] + theta[3]) / DRAWS
  }
  const inside = Math.E / (1 + Math.E)
  // t = u⁴ takes the pole of the prior's density at 0 away.
  let [whole, mean, square] = [0, 0, 0]
  for (let u = 0.0005; u < 1; u += 0.001) {
    const t = u ** 4
    const yes = inside * t + (1 - inside) * (1 - t)
    const weight = u ** 3 * t ** -0.5 * (1 - t) ** 3 * yes ** COUNTS[0] * (1 - yes) ** COUNTS[1]
    whole += weight
    mean += weight * t
    square += weight * t * t
  }
  mean /= whole
  const error = Math.sqrt((square / whole - mean ** 2) / (DRAWS / 2))
  expect(Math.abs(mass - mean)).toBeLessThan(ERRORS * error)
  // A Beta(2, 2) law, whose variance is 1/20.
  expect(Math.abs(share - 0.5)).toBeLessThan(ERRORS * Math.sqrt(1 / 20 / DRAWS))
})

test('a chain goes on when an answer tells them apart', () => {
  const tally = answers()
  const sampler = slice({ tally })
  const rng = stream('cells', 'grow')
  const state = sampler.init(rng)
  for (let step = 0; step < 20; step++) sampler.step(rng, state)
  tally.add(srr({ categories: 4, epsilon: 3 }), 1, 200)
  const theta = new Float64Array(4)
  let mean = 0
  for (let step = 0; step < 120; step++) {
    sampler.theta(sampler.step(rng, state).state, theta)
    if (step >= 20) mean += theta[1] / 100
  }
  expect(mean).toBeGreaterThan(0.5)
})
