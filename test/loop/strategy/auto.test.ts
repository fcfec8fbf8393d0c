import { expect, test } from 'vitest'
import { createEngine } from '../../../src/loop/create-engine.ts'
import { createEstimator, restoreEstimator } from '../../../src/loop/estimator.ts'
import type { Mechanism } from '../../../src/mechanism/mechanism.ts'
import { drawMultinomial } from '../../../src/random/multinomial.ts'
import { stream } from '../../../src/random/stream.ts'
import { respondMany } from '../../../src/simulation/respond-many.ts'
import { collect, crowd } from '../../support/loop.ts'

/** The mechanisms that a run of `auto` uses, and its engine. */
function play(truth: Float64Array, epsilon: number, users: number, group = 10) {
  const K = truth.length
  const [rng, people, responses] = ['chain', 'people', 'responses'].map(name => stream(1, name))
  const engine = createEngine({ categories: K, epsilon, strategy: 'auto', horizon: users }, rng)
  const used = new Set<Mechanism>()
  for (let t = 0; t < users; t += group) {
    const mechanism = engine.choose(rng)
    used.add(mechanism)
    const held = drawMultinomial(people, group, truth, new Float64Array(K))
    engine.takeBatch(mechanism, respondMany(mechanism, held, responses))
  }
  return { engine, used: [...used] }
}

const uniform = (K: number) => new Float64Array(K).fill(1 / K)
/** All people hold one of two categories. */
const TWO = Float64Array.from({ length: 20 }, (_, x) => (x < 2 ? 0.5 : 0))

test.each([
  { K: 20, epsilon: 5, name: 'srr', permutations: 1 },
  { K: 20, epsilon: 1, name: 'block-design', permutations: 8 },
  { K: 20, epsilon: 0.5, name: 'block-design', permutations: 8 },
  { K: 300, epsilon: 1, name: 'block-design', permutations: 1 },
  { K: 300, epsilon: 8, name: 'srr', permutations: 1 },
])(
  'for spread-out people $K categories at ε = $epsilon are asked by $name, from beginning to end',
  ({ K, epsilon, name, permutations }) => {
    const { engine, used } = play(uniform(K), epsilon, 6000, 100)
    expect([...new Set(used.map(mechanism => mechanism.name))]).toEqual([name])
    // Permutations of one design have at most 500 answers together.
    expect(engine.tally.distinct).toBeLessThanOrEqual(Math.max(500, 4 * K))
    expect(new Set(used.map(mechanism => mechanism.toRequest().seed)).size).toBe(permutations)
  },
)

test('where two categories are all, the channel comes to tell these two apart; every channel keeps the level', () => {
  const { engine, used } = play(TWO, 2, 5000)
  const last = used.at(-1)!.toRequest()
  expect(last.mechanism).toBe('local-hashing')
  expect(last.buckets).toBeLessThanOrEqual(8)
  for (const partition of last.partitions as number[][]) expect(partition[0]).not.toBe(partition[1])
  for (const { epsilon } of used) {
    expect(epsilon).toBeLessThanOrEqual(2 * (1 + 1e-12))
    expect(epsilon).toBeGreaterThan(2 * (1 - 1e-12))
  }
  expect(engine.tally.distinct).toBeLessThan(600)
})

test('ten thousand answers leave a snapshot of less than 100 kB, and it goes on by the same requests', () => {
  const weights = Array.from({ length: 20 }, (_, x) => (x < 2 ? 50 : 0.1))
  const options = { categories: 20, epsilon: 1, horizon: 10_000, seed: 1 }
  const estimator = createEstimator(options)
  collect(estimator, crowd(stream(1, 'crowd'), weights), 10_000)
  const text = JSON.stringify(estimator.snapshot())
  expect(text.length).toBeLessThan(100_000)
  const restored = restoreEstimator(JSON.parse(text))
  for (const one of [estimator, restored]) collect(one, crowd(stream(2, 'crowd'), weights), 2600)
  expect(restored.snapshot().digest).toBe(estimator.snapshot().digest)
})
