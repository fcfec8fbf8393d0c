import { expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { maximumLikelihood } from '../../../src/posterior/mode/maximum-likelihood.ts'
import { createTally, type Tally, tallyFromJSON } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { FALSE_ALARM, normalTail } from '../../support/statistics.ts'
import { deviation, randomEntries, randomTheta, tallyOf } from '../../support/tally.ts'

test('a person whose category x is public adds ln θ_x to the log-likelihood, whatever else was counted', () => {
  const rng = stream(1, 'public')
  for (let trial = 0; trial < 500; trial++) {
    const K = 2 + rng.integer(9)
    const entries = randomEntries(rng, K, 1 + rng.integer(20))
    const theta = randomTheta(rng, K, 1)
    const tally = tallyOf(entries)
    let expected = tally.logLikelihood(theta)
    const before = tally.size
    const people = Array.from({ length: K }, () => rng.integer(3))
    people.forEach((count, x) => {
      tally.addPublic(x, count)
      expected += count * Math.log(theta[x])
    })
    expect(tally.size).toBe(before + people.reduce((a, b) => a + b))
    expect(deviation([tally.logLikelihood(theta)], [expected])).toBeLessThan(1e-9)
  }
})

test('a category that somebody is known to hold cannot be impossible', () => {
  const tally = createTally(3)
  tally.addPublic(1)
  expect(tally.logLikelihood([0.5, 0, 0.5])).toBe(-Infinity)
  expect(tally.logLikelihood([0, 1, 0])).toBe(0)
})

test('public counts survive JSON, and add up when tallies are merged', () => {
  const entries = randomEntries(stream(1, 'public', 'merge'), 4, 20)
  const tally = tallyOf(entries)
  tally.addPublic(2, 7)
  const rebuilt = tallyFromJSON(JSON.parse(JSON.stringify(tally)))
  expect(rebuilt.toJSON()).toEqual(tally.toJSON())
  const merged = tallyOf(entries)
  const open = createTally(4)
  open.addPublic(2, 3)
  open.addPublic(2, 4)
  merged.merge(open)
  expect(merged.toJSON()).toEqual(tally.toJSON())
})

test('of public data alone the maximum likelihood is the observed frequencies, zeros included', () => {
  const tally = createTally(4)
  ;[30, 0, 60, 10].forEach((count, x) => {
    tally.addPublic(x, count)
  })
  const { theta } = maximumLikelihood(tally)
  for (const [x, expected] of [0.3, 0, 0.6, 0.1].entries()) expect(theta[x]).toBeCloseTo(expected, 9)
})

/** Mean of θ_0 over K = 2 under a flat prior, by Simpson's rule. */
function quadratureMean(tally: Tally): number {
  const steps = 4000
  let [total, first] = [0, 0]
  const top = maximumLikelihood(tally).theta
  const shift = tally.logLikelihood(top)
  for (let i = 1; i < steps; i++) {
    const theta = i / steps
    const density = Math.exp(tally.logLikelihood([theta, 1 - theta]) - shift) * (i % 2 === 0 ? 2 : 4)
    total += density
    first += theta * density
  }
  return first / total
}

test.each(['gibbs', 'hmc', 'slice', 'delayed-acceptance'] as const)(
  'posterior means from private and public people together are those of quadrature: %s (false alarm 1e-6)',
  sampler => {
    const shy = srr({ categories: 2, epsilon: 0.8 })
    const tally = createTally(2)
    tally.add(shy, 0, 300)
    tally.add(shy, 1, 200)
    const twin = tallyFromJSON(tally.toJSON())
    tally.addPublic(0, 4)
    tally.addPublic(1, 26)
    // The twin takes the public answers for randomized ones.
    twin.add(shy, 0, 4)
    twin.add(shy, 1, 26)
    const { mean, diagnostics } = samplePosterior(tally, { sampler, prior: 1, draws: 4000, seed: 1 })
    const p = (expected: number) => normalTail((mean[0] - expected) / diagnostics.mcse[0])
    expect(p(quadratureMean(tally))).toBeGreaterThan(FALSE_ALARM)
    expect(p(quadratureMean(twin))).toBeLessThan(FALSE_ALARM)
  },
)

test('what cannot be counted is refused, and the tally stays as it was', () => {
  const tally = createTally(3)
  for (const category of [-1, 3, 0.5, Number.NaN, '1', undefined]) {
    expect(() => tally.addPublic(category as number)).toThrow(/^category must be a category, .*; got /)
  }
  for (const count of [-1, 0.5, Number.NaN, Infinity]) {
    expect(() => tally.addPublic(1, count)).toThrow(
      /^count must be a whole number (at least 0|from 0 to 9007199254740991); got /,
    )
  }
  tally.addPublic(1, 0)
  expect(tally.toJSON()).toEqual({ categories: 3, columns: [], counts: [] })
})
