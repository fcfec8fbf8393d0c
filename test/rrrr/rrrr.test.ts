import { describe, expect, test } from 'vitest'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr, rrrrOn } from '../../src/rrrr/rrrr.ts'
import { rrrrDesign } from '../../src/rrrr/rrrr-design.ts'
import { CORE } from '../support/core-vectors.ts'

function expectMatrix(actual: number[][], expected: number[][], relative: number): void {
  expect(actual.length).toBe(expected.length)
  expected.forEach((row, y) => {
    row.forEach((value, x) => {
      expect(Math.abs(actual[y][x] - value)).toBeLessThanOrEqual(relative * value)
    })
  })
}

describe.each(CORE.mechanisms)('of K = $categories, S = $subset, ε = $epsilon the channel', vector => {
  const { categories, subset, epsilon, epsilon1 } = vector
  const mechanism = rrrr({ categories, subset, epsilon, epsilon1 })

  test('has the matrix of the algorithm, budget and audit of the vectors', () => {
    expectMatrix(channelMatrix(mechanism), vector.matrix, 1e-11)
    if (vector.epsilon2 !== null) expect(Math.abs(mechanism.epsilon2 - vector.epsilon2)).toBeLessThan(1e-11)
    expect(mechanism.epsilon / vector.auditedEpsilon).toBeCloseTo(1, 11)
    expect(audit(mechanism).epsilon).toBe(mechanism.epsilon)
  })
})

test('the matrix of a vector with its last two rows exchanged is another one', () => {
  const { matrix, ...parameters } = CORE.mechanisms[4]
  const twin = [...matrix.slice(0, -2), matrix.at(-1)!, matrix.at(-2)!]
  expect(() => expectMatrix(channelMatrix(rrrr(parameters)), twin, 1e-11)).toThrow()
})

test('with an empty subset it is SRR at ε, whatever ε1', () => {
  for (const epsilon1 of [0, 0.8, 1.6]) {
    const restricted = rrrr({ categories: 6, subset: [], epsilon: 1.6, epsilon1 })
    expectMatrix(channelMatrix(restricted), channelMatrix(srr({ categories: 6, epsilon: 1.6 })), 1e-15)
    expect(restricted.epsilon).toBe(1.6)
  }
})

test('with one category outside it is SRR over all of them at ε1', () => {
  const restricted = rrrr({ categories: 6, subset: [0, 1, 2, 4, 5], epsilon: 2, epsilon1: 1.25 })
  expectMatrix(channelMatrix(restricted), channelMatrix(srr({ categories: 6, epsilon: 1.25 })), 1e-15)
  expect(restricted.epsilon).toBe(1.25)
})

test('with ε1 = ε the second budget is 0, and the complement answers as one merged category', () => {
  const restricted = rrrr({ categories: 7, subset: [1, 5], epsilon: 1.2, epsilon1: 1.2 })
  expect(restricted.epsilon2).toBe(0)
  expect(restricted.epsilon).toBeCloseTo(1.2, 14)
  const matrix = channelMatrix(restricted)
  for (const y of [0, 2, 3, 4, 6]) expect(matrix[y]).toEqual(matrix[0])
})

test('without ε1 it takes 0.8 ε, and it shows its subset sorted', () => {
  const restricted = rrrr({ categories: 4, subset: Float64Array.of(3, 0), epsilon: 1.1 })
  expect(restricted.epsilon1).toBe(0.8 * 1.1)
  expect(restricted.subset).toEqual([0, 3])
  expect(rrrr({ categories: 4, subset: [3], epsilon: 1.1 }).epsilon2).toBeCloseTo(0.35129203362578076, 14)
})

test('a design serves any subset of its size as if made for it', () => {
  const rng = stream(1, 'designs')
  const design = rrrrDesign(9, 3, 1.5, 1.2)
  for (let i = 0; i < 50; i++) {
    const subset = new Set<number>()
    while (subset.size < 3) subset.add(rng.integer(9))
    const sorted = Int32Array.from(subset).sort()
    const plain = rrrr({ categories: 9, subset: [...subset], epsilon: 1.5, epsilon1: 1.2 })
    expect(channelMatrix(rrrrOn(design, sorted))).toEqual(channelMatrix(plain))
  }
})

test('a subset with a list in it is refused, however long its text would be', () => {
  const subset = [new Array(2 ** 32 - 1) as unknown as number, 2]
  expect(() => rrrr({ categories: 4, subset, epsilon: 1 })).toThrow(
    /^subset must be up to 3 different categories/,
  )
})
