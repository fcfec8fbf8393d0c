import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgrld } from '../../../src/posterior/langevin/sgrld.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { denseColumns } from '../../support/sgld.ts'
import { type Coefficients, denseStep, PATTERSON_TEH, TWINS } from '../../support/sgrld.ts'
import { mechanismOf, randomEntries, tallyOf } from '../../support/tally.ts'

const copyOf = (state: LangevinState): LangevinState => JSON.parse(JSON.stringify(state))

/** The largest relative difference, over many random collections, of the sampler's update and the dense one. */
function worstDifference(coefficients: Coefficients): { worst: number; reflected: number } {
  const rng = stream(1, 'dense')
  let worst = 0
  let reflected = 0
  for (let trial = 0; trial < 150; trial++) {
    const K = 2 + rng.integer(9)
    const entries = randomEntries(rng, K, 1 + rng.integer(20))
    const tally = createTally(K)
    const dense = denseColumns(entries)
    const rho = Array.from({ length: K }, () => 10 ** (2 * rng.uniform() - 1.5))
    const [horizon, minibatch] = [10 ** (1 + rng.integer(3)), [1, 7, 50][rng.integer(3)]]
    const sampler = sgrld({ tally, prior: rho, horizon, minibatch })
    const state = sampler.init(rng)
    // From the empty tally on, so that the chain is seen to follow it.
    for (const entry of [undefined, ...entries]) {
      if (entry) tally.add(...entry)
      const settings = { rho, gamma: 0.5 / horizon, minibatch }
      const before = rng.state()
      const next = (twin: Coefficients) =>
        denseStep(copyOf(state), resumeStream(before), tally, dense, settings, twin)
      const expected = next(coefficients)
      reflected += next({ ...coefficients, reflect: value => value }).filter(value => value < 0).length
      sampler.step(rng, state)
      expected.forEach((value, i) => {
        worst = Math.max(worst, Math.abs(state.phi[i] - value) / (Math.abs(value) + 0.5 / horizon))
      })
    }
  }
  return { worst, reflected }
}

test('an update is Patterson and Teh’s formula on dense columns with the same draws and noise', () => {
  const { worst, reflected } = worstDifference(PATTERSON_TEH)
  expect(worst).toBeLessThan(1e-11)
  expect(reflected).toBeGreaterThan(10)
})

test.each(Object.keys(TWINS))('an update %s is another one', twin => {
  expect(worstDifference(TWINS[twin]).worst).toBeGreaterThan(1e-2)
})

test('with parameters far below one the chain stays finite, and θ sums to one', () => {
  const rng = stream(1, 'sparse')
  for (let trial = 0; trial < 60; trial++) {
    const K = 2 + rng.integer(19)
    const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(30)))
    const sampler = sgrld({ tally, prior: 10 ** (-3 * rng.uniform()), horizon: tally.size })
    const state = sampler.init(rng)
    const theta = new Float64Array(K)
    for (let update = 0; update < 500; update++) {
      sampler.step(rng, state)
      const total = sampler.theta(state, theta).reduce((sum, value) => sum + value, 0)
      expect(Math.abs(total - 1)).toBeLessThan(1e-12)
    }
  }
})

test('the chain starts at φ = 1/K', () => {
  const sampler = sgrld({ tally: createTally(4), prior: 0.1 })
  expect(sampler.init(stream(1, 'start')).phi).toEqual([0.25, 0.25, 0.25, 0.25])
})

test.each([
  ['learned', /^prior must be fixed, for the sampler 'sgrld'; got "learned"/],
  [0, /^prior must be a number from 1e-100 to 1e\+100/],
  [[1, 1], /^prior must be .* 3 of them/],
] as const)('a prior of %j is refused', (prior, message) => {
  expect(() => sgrld({ tally: createTally(3), prior })).toThrow(RangeError)
  expect(() => sgrld({ tally: createTally(3), prior })).toThrow(message)
})

test('a chain that leaves the finite numbers says so, naming step, prior and n, and keeps its state', () => {
  const mechanism = mechanismOf([srr({ categories: 3, epsilon: 1 }).column(0)])
  const tally = tallyOf([[mechanism, 0, 7]])
  const sampler = sgrld({ tally, prior: [1e100, 1e100, 1], step: 1e210, horizon: 1 })
  const rng = stream(1, 'infinity')
  const state = sampler.init(rng)
  expect(() => sampler.step(rng, state)).toThrow(
    /^sgrld left the finite numbers: step size 1e\+210, prior 1e\+100, 1e\+100, 1, n = 7$/,
  )
  expect(state.phi).toEqual([1 / 3, 1 / 3, 1 / 3])
})
