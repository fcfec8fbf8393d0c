import { expect, test } from 'vitest'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { liarWeight } from '../../src/risk/liar-weight.ts'
import { scoresOf } from '../../src/sequence/scores.ts'

/** The largest and the smallest score over all responses. */
function extremes(mechanism: Mechanism): [down: number, up: number] {
  const [lower, upper] = [new Float64Array(mechanism.categories), new Float64Array(mechanism.categories)]
  let [down, up] = [Infinity, -Infinity]
  for (const response of mechanism.responses()) {
    scoresOf(mechanism).write(response, lower, upper)
    down = Math.min(down, ...lower)
    up = Math.max(up, ...upper)
  }
  return [down, up]
}

test('a liar may move an estimate down as well as up: the weight is the largest score of either sign', () => {
  let isDown = 0
  for (let seed = 0; seed < 60; seed++) {
    const rng = stream(seed, 'partitions')
    const partitions = Array.from({ length: 10 }, () => Array.from({ length: 6 }, () => rng.integer(2)))
    const mechanism = localHashing({ categories: 6, epsilon: 1, buckets: 2, partitions })
    if (!scoresOf(mechanism).isIdentified.every(identified => identified === 1)) continue
    const [down, up] = extremes(mechanism)
    expect(liarWeight(mechanism)).toBeCloseTo(Math.max(up, -down), 10)
    if (-down > up * (1 + 1e-6)) isDown++
  }
  // A twin that looks upwards alone would be wrong for these.
  expect(isDown).toBeGreaterThan(3)
})

test('under channels that tell all categories apart alike, the upward move is the larger one', () => {
  for (const mechanism of [
    srr({ categories: 5, epsilon: 1 }),
    unaryEncoding({ categories: 5, epsilon: 1 }),
  ]) {
    expect(liarWeight(mechanism)).toBeCloseTo(extremes(mechanism)[1], 12)
  }
})

test('no weight is finite where some categories are merged and others are not', () => {
  const mechanism = localHashing({ categories: 3, epsilon: 1, buckets: 2, partitions: [[0, 0, 1]] })
  expect(Array.from(scoresOf(mechanism).isIdentified)).toEqual([0, 0, 1])
  expect(liarWeight(mechanism)).toBe(Infinity)
})
