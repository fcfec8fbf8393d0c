import { expect, test } from 'vitest'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../../src/mechanism/mechanism.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { roughPosterior } from '../../../src/posterior/mode/rough-posterior.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { drawMultinomial } from '../../../src/random/multinomial.ts'
import { stream } from '../../../src/random/stream.ts'
import { respondMany } from '../../../src/simulation/respond-many.ts'

const K = 20
const uniform = new Float64Array(K).fill(1 / K)

function collect(mechanism: Mechanism, truth: Float64Array, users: number, seed: number) {
  const rng = stream(seed, 'rough')
  const tally = createTally(truth.length)
  const people = drawMultinomial(rng, users, truth, new Float64Array(truth.length))
  for (const [response, count] of respondMany(mechanism, people, rng)) tally.add(mechanism, response, count)
  return { tally, rng }
}

function squaredDistance(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, x) => sum + (value - other[x]) ** 2, 0)
}

// 60 truths for each ρ, so that the ratio has a standard error of .05 to .1.
test.each([0.02, 0.2, 1])('draws are about as far from their mean as the truth is, at ρ = %d', rho => {
  let [error, spread] = [0, 0]
  for (let seed = 1; seed <= 60; seed++) {
    const truth = drawDirichlet(stream(seed, 'truth'), new Float64Array(K).fill(rho), new Float64Array(K))
    const { tally, rng } = collect(blockDesign({ categories: K, epsilon: 1 }), truth, 3000, seed)
    const { mean, draws } = roughPosterior(tally, uniform, 20, rng)
    error += squaredDistance(truth, mean)
    spread += draws.reduce((sum, draw) => sum + squaredDistance(draw, mean), 0) / draws.length
  }
  expect(error / spread).toBeGreaterThan(0.5)
  expect(error / spread).toBeLessThan(2)
  // The twin's draws are half as far from their mean, as if there had been four times as many people.
  expect(error / (spread / 4)).toBeGreaterThan(2)
})

test('the mean comes near the truth through whatever channels the answers came, and the concentration is learnt', () => {
  const truth = Float64Array.from({ length: K }, (_, x) => (x < 3 ? [0.6, 0.3, 0.1][x] : 0))
  const dealing = stream(1, 'partitions')
  const partitions = Array.from({ length: 8 }, () => truth.map((_, x) => (x < 3 ? x : dealing.integer(4))))
  const channels = [
    srr({ categories: K, epsilon: 4 }),
    blockDesign({ categories: K, epsilon: 1 }),
    localHashing({ categories: K, epsilon: 2, buckets: 4, partitions }),
  ]
  for (const channel of channels) {
    const { tally, rng } = collect(channel, truth, 20_000, 1)
    const { mean, draws, precision } = roughPosterior(tally, uniform, 8, rng)
    expect(squaredDistance(mean, truth)).toBeLessThan(0.004)
    for (const draw of draws) {
      expect(draw.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12)
      // 17 empty categories, whose shares would be about .2 together if their prior were not sparse.
      expect(draw.subarray(3).reduce((sum, value) => sum + value)).toBeLessThan(0.12)
    }
    expect(precision.every(value => value >= 1 && Number.isFinite(value))).toBe(true)
  }
})

test('one answer, a category that nobody named and very many answers all give probability vectors', () => {
  for (const [categories, users, epsilon] of [
    [2, 1, 1],
    [2, 1e9, 1],
    [500, 10, 3],
    [20, 100, 30],
  ]) {
    const truth = new Float64Array(categories)
    truth[1] = 1
    const { tally, rng } = collect(srr({ categories, epsilon }), truth, users, 1)
    const { mean, draws } = roughPosterior(tally, new Float64Array(categories).fill(1 / categories), 8, rng)
    for (const law of [mean, ...draws]) {
      expect(law.every(value => value >= 0)).toBe(true)
      expect(law.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12)
    }
  }
})
