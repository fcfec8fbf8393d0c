import { expect, test } from 'vitest'
import { rotatePoints } from '../../src/design/rotate-points.ts'
import { blockDesign } from '../../src/mechanism/block-design/block-design.ts'
import { likelihood } from '../../src/mechanism/channel-matrix.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { checkedInverse } from '../../src/sequence/checked-inverse.ts'

const seedOf = (mechanism: Mechanism) => mechanism.toRequest().seed

/** The first designs of a rotation. */
function rotation(first: Mechanism, length: number): Mechanism[] {
  const designs = [first]
  while (designs.length < length) designs.push(rotatePoints(designs.at(-1)!))
  return designs
}

test('a design of 21 points is used in 8 permutations, and then again in the first', () => {
  const designs = rotation(blockDesign({ categories: 20, epsilon: 1 }), 17)
  const seeds = [undefined, 1, 2, 3, 4, 5, 6, 7]
  expect(designs.map(seedOf)).toEqual([...seeds, ...seeds, undefined])
  for (const design of designs) {
    expect({ ...design.toRequest(), seed: undefined }).toEqual({ ...designs[0].toRequest(), seed: undefined })
    expect(design.epsilon).toBe(designs[0].epsilon)
  }
})

test('the permutations of a design have at most 500 answers together', () => {
  const first = blockDesign({ categories: 100, epsilon: 1 })
  expect(first.points).toBe(109)
  expect(rotation(first, 5).map(seedOf)).toEqual([undefined, 1, 2, 3, undefined])
})

test('a design of more than 250 points, and every other mechanism, stays as it is', () => {
  for (const mechanism of [
    blockDesign({ categories: 300, epsilon: 1 }),
    srr({ categories: 20, epsilon: 1 }),
    subsetSelection({ categories: 5, epsilon: 1 }),
  ]) {
    expect(rotatePoints(mechanism)).toBe(mechanism)
  }
})

/** The sum of the standard errors of unbiased estimates of θ, where answers are shared out evenly among the mechanisms; times √n. */
function sumOfErrors(mechanisms: readonly Mechanism[], theta: Float64Array): number {
  const K = theta.length
  const information = new Float64Array(K * K)
  for (const mechanism of mechanisms) {
    for (const response of mechanism.responses!()) {
      const column = likelihood(mechanism, response)
      const probability = column.reduce((sum, value, x) => sum + value * theta[x], 0)
      for (let i = 0; i < K; i++) {
        const weight = column[i] / (probability * mechanisms.length)
        for (let j = 0; j < K; j++) information[i * K + j] += weight * column[j]
      }
    }
  }
  const { rows, isGood } = checkedInverse(information, K)
  expect(isGood).toEqual(new Uint8Array(K).fill(1))
  return theta.reduce((sum, share, x) => sum + Math.sqrt(Math.max(0, rows[x * (K + 1)] - share ** 2)), 0)
}

test('where the truth is sparse, the rotation is within 2 % of subset selection; one design alone is not', () => {
  const rng = stream(1, 'sparse truths')
  const theta = Array.from({ length: 5 }, () =>
    drawDirichlet(rng, new Float64Array(20).fill(0.01), new Float64Array(20)),
  )
  const mean = (mechanisms: readonly Mechanism[]) =>
    theta.reduce((sum, at) => sum + sumOfErrors(mechanisms, at), 0) / theta.length
  const sets = mean([subsetSelection({ categories: 20, epsilon: 1 })])
  const designs = rotation(blockDesign({ categories: 20, epsilon: 1 }), 8)
  expect(mean(designs) / sets).toBeLessThan(1.02)
  expect(mean(designs) / sets).toBeGreaterThan(1)
  expect(mean(designs.slice(0, 1)) / sets).toBeGreaterThan(1.04)
})
