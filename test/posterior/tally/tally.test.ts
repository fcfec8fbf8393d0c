import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { createTally, type Tally, tallyFromJSON } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { deviation, normalised, randomEntries, randomTheta, tallyOf } from '../../support/tally.ts'

interface GradientCase {
  categories: number
  epsilon: number
  epsilon1: number
  observations: { subset: number[]; response: number }[]
  phi: number[]
  logLikelihood: number
  gradientPhi: number[]
}

const url = new URL('../../vectors/core.json', import.meta.url)
const { gradients } = JSON.parse(readFileSync(url, 'utf8')) as { gradients: GradientCase[] }

test.each(gradients)(
  'log-likelihood and gradient of RRRR answers over $categories categories are those of its dense matrices, to 1e-9',
  ({ categories, epsilon, epsilon1, observations, phi, logLikelihood, gradientPhi }) => {
    const tally = createTally(categories)
    for (const { subset, response } of observations) {
      tally.add(rrrr({ categories, subset, epsilon, epsilon1 }), response)
    }
    expect(tally.size).toBe(observations.length)
    expect(deviation([tally.logLikelihood(normalised(phi))], [logLikelihood])).toBeLessThan(1e-9)
    expect(deviation(tally.gradientPhi(phi), gradientPhi)).toBeLessThan(1e-9)
  },
)

test('the gradient is that of the log-likelihood by finite differences, for levels and dense columns alike', () => {
  const rng = stream(1, 'finite differences')
  const worst = { gradient: 0, twin: 0 }
  for (let trial = 0; trial < 300; trial++) {
    const K = 2 + rng.integer(7)
    const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(30)))
    const phi = randomTheta(rng, K, 2).map(value => Math.max(0.02, 5 * value))
    const slope = phi.map((value, i) => {
      const h = 1e-4 * value
      const at = (shift: number) => tally.logLikelihood(normalised(phi.with(i, value + shift)))
      // Of fourth order: the error is some 1e-16 of the fifth derivative.
      return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h)
    })
    const scale = tally.size / phi.reduce((total, value) => total + value, 0)
    const gradient = tally.gradientPhi(phi)
    const error = (values: Float64Array) => Math.max(...values.map((v, i) => Math.abs(v - slope[i]) / scale))
    worst.gradient = Math.max(worst.gradient, error(gradient))
    // The twin forgets that φ_i is also in the sum by which θ is normalised.
    worst.twin = Math.max(worst.twin, error(gradient.map(value => value + scale)))
  }
  expect(worst.gradient).toBeLessThan(1e-8)
  expect(worst.twin).toBeGreaterThan(0.1)
})

test('merging is adding', () => {
  const rng = stream(1, 'merge')
  for (let trial = 0; trial < 200; trial++) {
    const K = 2 + rng.integer(9)
    const [here, there] = [randomEntries(rng, K, 30), randomEntries(rng, K, 30)]
    const shared = here.slice(0, 10)
    const merged = tallyOf(here)
    merged.merge(tallyOf([...shared, ...there]))
    expect(merged.toJSON()).toEqual(tallyOf([...here, ...shared, ...there]).toJSON())
  }
})

test('a tally merged with itself has every count twice, and the one that was merged is left as it was', () => {
  const rng = stream(1, 'merge with itself')
  const entries = randomEntries(rng, 6, 100)
  const tally = tallyOf(entries)
  tally.merge(tally)
  expect(tally.toJSON()).toEqual(tallyOf(entries.map(([m, y, n]) => [m, y, 2 * n])).toJSON())
  const other = tallyOf(entries)
  const before = JSON.stringify(other)
  createTally(6).merge(other)
  expect(JSON.stringify(other)).toBe(before)
})

test('a copy and a merger of fractional counts keep them, and know that they are not whole', () => {
  const whole = createTally(3)
  const mechanism = srr({ categories: 3, epsilon: 1 })
  for (const y of [0, 1, 2]) whole.add(mechanism, y)
  const fading = whole.withCounts(Float64Array.from([2.5, 1, 0]))
  const merged = createTally(3)
  merged.add(mechanism, 1, 4)
  expect(merged.isWhole).toBe(true)
  merged.merge(fading)
  for (const [tally, counts] of [
    [fading.copy(), [2.5, 1, 0]],
    [merged, [5, 2.5, 0]],
  ] as const) {
    expect(tally.isWhole).toBe(false)
    expect(Array.from(tally.counts.subarray(0, 3))).toEqual(counts)
    expect(tally.size).toBe(counts[0] + counts[1])
  }
})

test('counts are refused where their sum would be no whole number that a double holds, and nothing is changed', () => {
  const most = Number.MAX_SAFE_INTEGER
  const mechanism = srr({ categories: 3, epsilon: 1 })
  const full = tallyOf([
    [mechanism, 0, most - 5],
    [mechanism, 1, 5],
  ])
  const nearly = tallyOf([
    [mechanism, 0, most - 5],
    [mechanism, 1, 4],
  ])
  const other = tallyOf([
    [mechanism, 2, 1],
    [mechanism, 0, 1],
  ])
  const column = mechanism.column(2)
  const refused: [Tally, (tally: Tally) => void, RegExp][] = [
    [full, tally => tally.add(mechanism, 2), /^count must be at most 0, as a tally counts .*; got 1/],
    [full, tally => tally.addPublic(1, 1), /^count must be at most 0/],
    [full, tally => tally.addColumn(column, 1), /^count must be at most 0/],
    [full, tally => tally.merge(full), /^the other tally's size must be at most 0.*; got 9007199254740991/],
    [full, tally => tally.merge(nearly), /^the other tally's size/],
    [nearly, tally => tally.add(mechanism, 2, 2), /^count must be at most 1/],
    [nearly, tally => tally.merge(nearly), /^the other tally's size/],
    // Its first column by itself would have been accepted.
    [nearly, tally => tally.merge(other), /^the other tally's size must be at most 1.*; got 2/],
  ]
  for (const [tally, attempt, message] of refused) {
    const before = JSON.stringify(tally)
    expect(() => attempt(tally)).toThrow(RangeError)
    expect(() => attempt(tally)).toThrow(message)
    expect(JSON.stringify(tally)).toBe(before)
    expect(tally.distinct).toBe(2)
  }
  full.merge(createTally(3))
  full.add(mechanism, 2, 0)
  expect(full.size).toBe(most)
  expect(tallyFromJSON(JSON.parse(JSON.stringify(full))).size).toBe(most)
  expect(() => tallyFromJSON({ ...full.toJSON(), counts: [most, 1] })).toThrow(RangeError)
})

test('the order in which answers come does not matter', () => {
  const rng = stream(1, 'order')
  for (let trial = 0; trial < 200; trial++) {
    const K = 2 + rng.integer(9)
    const entries = randomEntries(rng, K, 60)
    const theta = randomTheta(rng, K, 1)
    const one = tallyOf(entries)
    const other = tallyOf(entries.toReversed())
    expect([other.size, other.distinct]).toEqual([one.size, one.distinct])
    expect(deviation([other.logLikelihood(theta)], [one.logLikelihood(theta)])).toBeLessThan(1e-13)
    expect(deviation(other.gradientPhi(theta), one.gradientPhi(theta))).toBeLessThan(1e-11)
  }
})

test('one answer counted n times is n answers', () => {
  const mechanism = rrrr({ categories: 4, subset: [2], epsilon: 1 })
  const tally = createTally(4)
  for (let i = 0; i < 7; i++) tally.add(mechanism, 2)
  expect(tally.toJSON()).toEqual(tallyOf([[mechanism, 2, 7]]).toJSON())
  tally.add(mechanism, 3, 0)
  expect([tally.size, tally.distinct]).toEqual([7, 1])
})

test('a public category is one observation that says it for certain, also through JSON', () => {
  const tally = createTally(3)
  tally.addPublic(1, 4)
  tally.addPublic(1)
  tally.addPublic(2, 0)
  expect([tally.size, tally.distinct]).toEqual([5, 1])
  for (const one of [tally, tallyFromJSON(JSON.parse(JSON.stringify(tally)))]) {
    expect(one.logLikelihood([0.5, 0.25, 0.25])).toBeCloseTo(5 * Math.log(0.25), 14)
    expect(one.logLikelihood([0.5, 0, 0.5])).toBe(-Infinity)
    // 5 (1/θ_1 − 1)/Σφ for the category itself, −5/Σφ for the others.
    expect(Array.from(one.gradientPhi([2, 1, 1]))).toEqual([-1.25, 3.75, -1.25])
  }
  expect(() => tally.addPublic(3)).toThrow(/^category must be a category/)
  expect(() => tally.addPublic(1, 0.5)).toThrow(/^count/)
  expect(tally.size).toBe(5)
})

test('an empty tally has log-likelihood 0 everywhere', () => {
  expect(createTally(3).logLikelihood([0.2, 0.3, 0.5])).toBe(0)
  expect(Array.from(createTally(3).gradientPhi([1, 2, 3]), Math.abs)).toEqual([0, 0, 0])
  expect(createTally(3).toJSON()).toEqual({ categories: 3, columns: [], counts: [] })
})

test('what cannot be counted is refused, and the tally stays as it was', () => {
  const mechanism = srr({ categories: 3, epsilon: 1 })
  const tally = tallyOf([[mechanism, 1, 2]])
  const before = JSON.stringify(tally)
  const refused: [() => void, RegExp][] = [
    [
      () => tally.add(srr({ categories: 4, epsilon: 1 }), 1),
      /number of categories must be the tally's 3; got 4/,
    ],
    [() => tally.add(mechanism, 3), /response must be a category, a whole number from 0 to 2; got 3/],
    [() => tally.add(mechanism, -1), /response/],
    [() => tally.add(mechanism, [1]), /response/],
    [() => tally.add(mechanism, Number.NaN), /response/],
    [() => tally.add(mechanism, 1, -1), /count must be a whole number at least 0; got -1/],
    [() => tally.add(mechanism, 1, 0.5), /count/],
    [() => tally.add(mechanism, 1, Number.NaN), /count/],
    [() => tally.add(mechanism, 1, Infinity), /count/],
    [() => tally.add(mechanism, 3, 0), /response/],
    [() => tally.addColumn(srr({ categories: 4, epsilon: 1 }).column(1), 1), /^the column's number/],
    [() => tally.addColumn(mechanism.column(1), -1), /^count/],
    [() => tally.merge(createTally(4)), /number of categories must be 3, as here; got 4/],
    [() => tally.merge(tally.toJSON() as never), /the other tally must be a tally/],
    [() => tally.merge(undefined as never), /the other tally/],
    [() => tally.logLikelihood([0.5, 0.5]), /theta must be a vector of 3 numbers/],
    [() => tally.logLikelihood([0.5, 0.5, 0.5]), /theta must be probabilities that sum to one/],
    [() => tally.logLikelihood([-0.5, 1, 0.5]), /theta\[0\]/],
    [() => tally.gradientPhi([1, 1]), /phi must be a vector of 3 numbers/],
    [() => tally.gradientPhi(undefined as never), /phi must be a vector of 3 numbers/],
    [() => tally.gradientPhi([1, 0, 1]), /phi\[1\] must be a number above 0; got 0/],
    [() => tally.gradientPhi([1, 1, Number.NaN]), /phi\[2\]/],
  ]
  for (const [attempt, message] of refused) {
    expect(attempt).toThrow(RangeError)
    expect(attempt).toThrow(message)
  }
  expect(JSON.stringify(tally)).toBe(before)
})

test('a gradient beyond the doubles is refused, not returned as NaN', () => {
  const tally = tallyOf([[srr({ categories: 3, epsilon: 1 }), 1, 2]])
  expect(() => tally.gradientPhi([1e308, 1e308, 1e308])).toThrow(/^the sum of phi must be/)
  expect(() => tally.gradientPhi([5e-324, 5e-324, 5e-324])).toThrow(/^phi must be/)
  expect(tally.gradientPhi([1e-200, 1e-200, 1e-200]).every(Number.isFinite)).toBe(true)
})

test.each([1, 0, 2.5, Number.NaN, '3', undefined])('%s categories are refused', categories => {
  expect(() => createTally(categories as number)).toThrow(/^categories must be a whole number at least 2/)
})
