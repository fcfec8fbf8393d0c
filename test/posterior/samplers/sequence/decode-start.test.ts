import { expect, test } from 'vitest'
import { blockDesign } from '../../../../src/mechanism/block-design/block-design.ts'
import { decodeStart } from '../../../../src/posterior/samplers/sequence/decode-start.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { stream } from '../../../../src/random/stream.ts'
import { respondMany } from '../../../../src/simulation/respond-many.ts'

const K = 13

function start(people: readonly number[], epsilon = 3) {
  const mechanism = blockDesign({ categories: K, epsilon })
  const tally = createTally(K)
  for (const [response, count] of respondMany(mechanism, Float64Array.from(people), stream('decode'))) {
    tally.add(mechanism, response, count)
  }
  const theta = new Float64Array(K)
  const prominent = decodeStart(tally, theta)
  expect(theta.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12)
  // All others have the same share, and a twentieth together at least.
  const shared = theta.find((value, x) => theta.indexOf(value) !== x)!
  expect(theta.filter(value => value === shared)).toHaveLength(K - prominent)
  expect(shared * (K - prominent)).toBeGreaterThanOrEqual(0.05 - 1e-12)
  return { theta, prominent }
}

test('categories that stand out keep their decoded shares, and all others divide the rest evenly', () => {
  const { theta, prominent } = start([600, 400, ...new Array<number>(K - 2).fill(0)])
  expect(prominent).toBeGreaterThanOrEqual(2)
  expect(prominent).toBeLessThan(6)
  const ratio = theta[0] / theta[1]
  expect(ratio).toBeGreaterThan(1.05)
  expect(ratio).toBeLessThan(1.8)
})

test('where none stands out, the start is uniform', () => {
  const { theta, prominent } = start(new Array<number>(K).fill(2))
  expect(prominent).toBe(0)
  for (const value of theta) expect(value).toBeCloseTo(1 / K, 14)
})

test('the others have something, even where nearly everybody holds one category', () => {
  const { theta } = start([1e6, ...new Array<number>(K - 1).fill(0)])
  expect(theta[0]).toBeLessThanOrEqual(0.95)
  expect(theta[0]).toBeGreaterThan(0.2)
})

test('those that stand out share what is left where noise gives them more than all', () => {
  // Decoded, the two have 1.3 together.
  const { theta, prominent } = start([40, 40, ...new Array<number>(K - 2).fill(0)], 1)
  expect(prominent).toBeGreaterThan(0)
  expect(theta.filter(value => value > 0.1).reduce((sum, value) => sum + value)).toBeCloseTo(0.95, 12)
})
