import { expect, test } from 'vitest'
import { estimateAlone, estimatesAlone, unitContrast } from '../../../src/loop/goal/answers-alone.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { staircase } from '../../../src/mechanism/staircase.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

const K = 5
/** Answers y of randomized response, the last of them rarer than chance: its estimate is negative. */
const COUNTS = [590, 420, 380, 320, 290]
const N = 2000
const mechanism = srr({ categories: K, epsilon: 1 })
const e = Math.exp(1)
const [own, other] = [e / (e + K - 1), 1 / (e + K - 1)]
/** That of the inverse channel: where it is negative too. */
const unbiased = COUNTS.map(count => (count / N - other) / (own - other))

function randomizedResponse() {
  const tally = createTally(K)
  COUNTS.forEach((count, y) => {
    tally.add(mechanism, y, count)
  })
  return tally
}

test('it is the unbiased estimate and its binomial error, of randomized response', () => {
  // Expanded at the estimate itself, with what is negative taken for nearly nothing and given to the others.
  const near = Float64Array.from(unbiased, value => Math.max(value, 1e-3))
  const total = near.reduce((sum, value) => sum + value, 0)
  for (let x = 0; x < K; x++) {
    const found = estimateAlone(
      randomizedResponse(),
      unitContrast(K, x),
      near.map(value => value / total),
    )!
    const share = COUNTS[x] / N
    const sd = Math.sqrt((share * (1 - share)) / N) / (own - other)
    expect(Math.abs(found.mean - unbiased[x])).toBeLessThan(0.25 * sd)
    expect(found.sd / sd).toBeCloseTo(1, 1)
  }
})

test('it takes nothing from a prior: where it is expanded hardly matters; the twin that stays there is far away', () => {
  const even = new Float64Array(K).fill(1 / K)
  const found = estimateAlone(randomizedResponse(), unitContrast(K, 0), even)!
  expect(Math.abs(found.mean - unbiased[0])).toBeLessThan(0.25 * found.sd)
  expect(Math.abs(even[0] - unbiased[0])).toBeGreaterThan(4 * found.sd)
})

test('it says nothing of categories that the answers take together, nor from fewer kinds of answers than categories', () => {
  const even = new Float64Array(K).fill(1 / K)
  const isFirst = staircase({ categories: K, epsilon: 1, groups: [[0]], sets: [[0], [1]], weights: [1, 1] })
  const asked = createTally(K)
  asked.add(isFirst, 0, 30)
  asked.add(isFirst, 1, 70)
  expect(estimateAlone(asked, unitContrast(K, 0), even)).toBeDefined()
  expect(estimateAlone(asked, unitContrast(K, 1), even)).toBeUndefined()
  const sets = createTally(K)
  sets.add(subsetSelection({ categories: K, epsilon: 1, size: 2 }), [0, 1], 10)
  sets.add(subsetSelection({ categories: K, epsilon: 1, size: 2 }), [0, 2], 10)
  sets.add(subsetSelection({ categories: K, epsilon: 1, size: 2 }), [1, 3], 10)
  expect(estimateAlone(sets, unitContrast(K, 0), even)).toBeUndefined()
  expect(estimateAlone(createTally(K), unitContrast(K, 0), even)).toBeUndefined()
})

test('its likelihood is that of randomized response far from the estimate too; the twin, a normal law, is not', () => {
  const [categories, people] = [100, 1000]
  const many = srr({ categories, epsilon: 1 })
  const tally = createTally(categories)
  // Of 1,000 people 8 name the category, fewer than chance alone would give, and the others all categories alike.
  tally.add(many, 0, 8)
  for (let y = 1; y < categories; y++) tally.add(many, y, y < 3 ? 11 : 10)
  const [high, low] = [e / (e + categories - 1), 1 / (e + categories - 1)]
  const exact = (theta: number) => {
    const named = low + (high - low) * theta
    return 8 * Math.log(named) + (people - 8) * Math.log(1 - named)
  }
  const { mean, sd, likelihood } = estimateAlone(
    tally,
    unitContrast(categories, 0),
    new Float64Array(categories).fill(1 / categories),
  )!
  const normal = (theta: number) => -(((theta - mean) / sd) ** 2) / 2
  expect(Math.abs(likelihood(0) - likelihood(0.5) - (exact(0) - exact(0.5)))).toBeLessThan(0.1)
  expect(Math.abs(normal(0) - normal(0.5) - (exact(0) - exact(0.5)))).toBeGreaterThan(1)
})

test('several estimates at once have the covariances of a multinomial', () => {
  const found = estimatesAlone(
    randomizedResponse(),
    [unitContrast(K, 0), unitContrast(K, 2)],
    Float64Array.from(unbiased, value => Math.max(value, 1e-3)),
  )!
  const [first, second] = [COUNTS[0] / N, COUNTS[2] / N]
  const factor = N * (own - other) ** 2
  expect(found.covariance(0, 0) * factor).toBeCloseTo(first * (1 - first), 2)
  expect(found.covariance(0, 1) * factor).toBeCloseTo(-first * second, 2)
  expect(found.covariance(1, 0)).toBeCloseTo(found.covariance(0, 1), 9)
})
