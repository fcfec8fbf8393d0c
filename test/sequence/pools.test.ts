import { expect, test } from 'vitest'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { stream } from '../../src/random/stream.ts'
import { confidenceSequence, confidenceSequenceFromJSON } from '../../src/sequence/confidence-sequence.ts'
import { copyPools, type Pool, pooledEnds, poolFor } from '../../src/sequence/pools.ts'
import { scoresOf } from '../../src/sequence/scores.ts'

const K = 4
const [coarse, fine] = [0.05, 8].map(epsilon => srr({ categories: K, epsilon }))
const LAW = [0.5, 0.3, 0.15, 0.05]

function answersOf(mechanism: Mechanism, people: number, seed: number): [number, number][] {
  const rng = stream(seed, 'pools')
  const counts = new Map<number, number>()
  for (let i = 0; i < people; i++) {
    const held = LAW.findIndex((_, x) => LAW.slice(0, x + 1).reduce((a, b) => a + b) > (i + 0.5) / people)
    const y = mechanism.respond(held, rng) as number
    counts.set(y, (counts.get(y) ?? 0) + 1)
  }
  return [...counts]
}

// With one scale for all answers it would be 6.8 times as wide as at one look.
test('one answer to a channel with much noise does not widen the band of the many that follow', () => {
  const [alone, after] = [confidenceSequence({ categories: K }), confidenceSequence({ categories: K })]
  after.observe(coarse, 0)
  for (let round = 0; round < 100; round++) {
    const answers = answersOf(fine, 200, round)
    alone.observeMany(fine, answers)
    after.observeMany(fine, answers)
  }
  LAW.forEach((share, x) => {
    const atOneLook = 2 * 1.96 * Math.sqrt((share * (1 - share)) / 20_000)
    expect((alone.upper[x] - alone.lower[x]) / atOneLook).toBeLessThan(2.2)
    expect((after.upper[x] - after.lower[x]) / atOneLook).toBeLessThan(2.25)
    expect(after.lower[x]).toBeLessThan(share)
    expect(after.upper[x]).toBeGreaterThan(share)
  })
})

/** Two pools, with some answers in each. */
function twoPools(): Pool[] {
  const pools: Pool[] = []
  const [low, high] = [new Float64Array(K), new Float64Array(K)]
  for (const [mechanism, people] of [
    [coarse, 300],
    [fine, 400],
  ] as const) {
    const scores = scoresOf(mechanism)
    for (const [y, count] of answersOf(mechanism, people, 1)) {
      const pool = poolFor(pools, scores, K)
      scores.write(y, low, high)
      pool.lower.add(low, scores.least, count)
      pool.upper.add(high, scores.most, count)
      pool.answers += count
    }
    for (const pool of pools) {
      pool.lower.settle(pool.answers)
      pool.upper.settle(pool.answers)
    }
  }
  return pools
}

test('an end is the farthest mean that some split among the pools does not rule out, and no farther', () => {
  const pools = twoPools()
  expect(pools).toHaveLength(2)
  const logOdds = Math.log(40)
  for (const end of ['lower', 'upper'] as const) {
    const sign = end === 'lower' ? 1 : -1
    const ends = pooledEnds(end, pools, 700, logOdds)
    for (let x = 0; x < K; x++) {
      // The least evidence against a mean, of all means of the first pool from 0 to 1.
      const evidence = (mean: number) => {
        let least = Infinity
        for (let i = 0; i <= 20_000; i++) {
          const first = i / 20_000
          const second = (700 * mean - 300 * first) / 400
          if (second < 0 || second > 1) continue
          const of = (pool: Pool, theta: number) => pool[end].logEvidence(x, theta, pool.answers)
          least = Math.min(least, of(pools[0], first) + of(pools[1], second))
        }
        return least
      }
      const at = ends[x]
      if (at < 0 || at > 1) continue
      expect(evidence(at + sign * 1e-3)).toBeLessThan(logOdds)
      expect(evidence(at - sign * 1e-3)).toBeGreaterThan(logOdds)
    }
  }
})

test('a pool of its own is for noise that differs by more than a factor of 64, and there are four at most', () => {
  const pools: Pool[] = []
  const at = (epsilon: number) => poolFor(pools, scoresOf(srr({ categories: K, epsilon })), K)
  expect(at(1)).toBe(at(2))
  expect(at(0.5)).toBe(at(1))
  expect(at(8)).not.toBe(at(1))
  for (const epsilon of [0.01, 1e-4, 1e-6, 1e-8]) at(epsilon)
  expect(pools).toHaveLength(4)
})

test('the band since an answer, and a state read back, have the pools of their own', () => {
  const sequence = confidenceSequence({ categories: K })
  sequence.observeMany(coarse, answersOf(coarse, 200, 2))
  const since = sequence.since()
  sequence.observeMany(fine, answersOf(fine, 500, 3))
  const only = confidenceSequence({ categories: K })
  only.observeMany(fine, answersOf(fine, 500, 3))
  expect(since.answers).toBe(500)
  expect(since.lower).toEqual(only.lower)
  const json = JSON.parse(JSON.stringify(sequence))
  const again = confidenceSequenceFromJSON(json)
  for (const one of [sequence, again]) one.observeMany(coarse, answersOf(coarse, 100, 4))
  expect([again.lower, again.upper]).toEqual([sequence.lower, sequence.upper])
  expect(again.toJSON()).toEqual(sequence.toJSON())
  for (const [others, argument] of [
    [5, 'others'],
    [[{ ...json.others[0], answers: 700 }], 'others[0].answers'],
    [[{ ...json.others[0], extra: 1 }], 'others[0]'],
  ] as const) {
    expect(() => confidenceSequenceFromJSON({ ...json, others } as never)).toThrow(argument)
  }
  const copies = copyPools(twoPools())
  copies[0].lower.sums[0] = 1
  expect(twoPools()[0].lower.sums[0]).not.toBe(1)
})
