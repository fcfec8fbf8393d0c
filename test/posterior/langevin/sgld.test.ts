import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import type { LangevinState } from '../../../src/posterior/langevin/langevin.ts'
import { sgld } from '../../../src/posterior/langevin/sgld.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { resumeStream, stream } from '../../../src/random/stream.ts'
import { rrrr } from '../../../src/rrrr/rrrr.ts'
import { type Coefficients, denseColumns, denseStep, PAPER, TWINS } from '../../support/sgld.ts'
import { type Entry, mechanismOf, randomEntries, tallyOf } from '../../support/tally.ts'

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
    const rho = Array.from({ length: K }, () => (rng.integer(2) === 0 ? 1 : 1 + 2 * rng.uniform()))
    const [horizon, minibatch] = [10 ** (1 + rng.integer(3)), [1, 7, 50][rng.integer(3)]]
    const sampler = sgld({ tally, prior: rho, horizon, minibatch })
    const state = sampler.init(rng)
    // From the empty tally on, so that the chain is seen to follow it.
    for (const entry of [undefined, ...entries]) {
      if (entry) tally.add(...entry)
      const settings = { rho, gamma: 0.5 / horizon, minibatch }
      const same = resumeStream(rng.state())
      const expected = denseStep(copyOf(state), same, tally, dense, settings, coefficients)
      sampler.step(rng, state)
      expected.forEach((value, i) => {
        worst = Math.max(worst, Math.abs(state.phi[i] - value) / (Math.abs(value) + Math.sqrt(0.5 / horizon)))
      })
      const unreflected = { ...PAPER, reflect: (value: number) => value }
      if (coefficients === PAPER && trial < 20) {
        const before = resumeStream(rng.state())
        const next = denseStep(copyOf(state), before, tally, dense, settings, unreflected)
        reflected += next.filter(value => value < 0).length
      }
    }
  }
  return { worst, reflected }
}

test('an update is the paper’s formula on dense columns with the same draws and noise', () => {
  const { worst, reflected } = worstDifference(PAPER)
  expect(worst).toBeLessThan(1e-11)
  expect(reflected).toBeGreaterThan(10)
})

test.each(Object.keys(TWINS))('an update %s is another one', twin => {
  expect(worstDifference(TWINS[twin]).worst).toBeGreaterThan(1e-2)
})

test('without a horizon the step is 0.5/n, but no larger than 0.5/100', () => {
  const rng = stream(1, 'open-ended')
  const entries: Entry[] = [[rrrr({ categories: 3, subset: [1], epsilon: 1 }), 2, 60]]
  const tally = createTally(3)
  const sampler = sgld({ tally, prior: 1 })
  const state = sampler.init(rng)
  for (const n of [60, 120, 180, 240]) {
    tally.add(...entries[0])
    const same = resumeStream(rng.state())
    const settings = { rho: [1, 1, 1], gamma: 0.5 / Math.max(n, 100), minibatch: 50 }
    const expected = denseStep(copyOf(state), same, tally, denseColumns(entries), settings)
    sampler.step(rng, state)
    expected.forEach((value, i) => {
      expect(state.phi[i] / value).toBeCloseTo(1, 11)
    })
  }
})

test('the chain starts at φ = 1/K', () => {
  const sampler = sgld({ tally: createTally(4), prior: 1 })
  const state = sampler.init(stream(1, 'start'))
  expect(state.phi).toEqual([0.25, 0.25, 0.25, 0.25])
  expect(Array.from(sampler.theta(state, new Float64Array(4)))).toEqual([0.25, 0.25, 0.25, 0.25])
})

test.each([
  ['few', 30],
  ['more than are listed', 70_000],
])('a state is plain JSON and continues the same chain, with %s observations', (name, count) => {
  const rng = stream(1, 'continue', name)
  const tally = tallyOf([...randomEntries(rng, 5, 40), [srr({ categories: 5, epsilon: 1 }), 0, count]])
  const options = { tally, prior: [1, 2, 1.5, 1, 3], horizon: 1000 }
  const sampler = sgld(options)
  const state = sampler.init(rng)
  for (let i = 0; i < 100; i++) sampler.step(rng, state)
  const saved = JSON.parse(JSON.stringify(state))
  expect(saved).toEqual(state)
  const [other, source] = [sgld(options), resumeStream(rng.state())]
  for (let i = 0; i < 100; i++) {
    sampler.step(rng, state)
    other.step(source, saved)
    if (i === 50) tally.add(srr({ categories: 5, epsilon: 1 }), 3, 40)
  }
  expect(saved).toEqual(state)
})

test('a sampler can move two chains in turn without one touching the other', () => {
  const tally = tallyOf(randomEntries(stream(1, 'turns'), 4, 30))
  const alone = (name: string, steps: number, sampler = sgld({ tally, prior: 1 })) => {
    const rng = stream(1, 'turns', name)
    const state = sampler.init(rng)
    for (let i = 0; i < steps; i++) sampler.step(rng, state)
    return state
  }
  const sampler = sgld({ tally, prior: 1 })
  const rngs = ['one', 'two'].map(name => stream(1, 'turns', name))
  const states = rngs.map(rng => sampler.init(rng))
  for (let i = 0; i < 50; i++) {
    states.forEach((state, chain) => {
      sampler.step(rngs[chain], state)
    })
  }
  expect(states).toEqual([alone('one', 50), alone('two', 50)])
})

test.each([
  [0.5, /^prior must be at least 1 for the sampler 'sgld'; got 0\.5/],
  [[1, 0.99, 1], /^prior must be at least 1 for the sampler 'sgld'; got 0\.99/],
  [0, /^prior must be a number from 1e-100 to 1e\+100/],
  [Number.NaN, /^prior must be a number from 1e-100 to 1e\+100/],
  [Infinity, /^prior must be a number from 1e-100 to 1e\+100/],
  [[1, 1], /^prior must be .* 3 of them/],
  [[1, 1, Number.NaN], /^prior\[2\] must be a number from 1e-100/],
])('a prior of %j is refused', (prior, message) => {
  expect(() => sgld({ tally: createTally(3), prior })).toThrow(RangeError)
  expect(() => sgld({ tally: createTally(3), prior })).toThrow(message)
})

test.each([
  [{ horizon: 0 }, /^horizon must be a whole number at least 1/],
  [{ horizon: 2.5 }, /^horizon/],
  [{ minibatch: 0 }, /^minibatch must be a whole number from 1 to 65536/],
  [{ minibatch: 1e9 }, /^minibatch/],
])('%j is refused', (options, message) => {
  expect(() => sgld({ tally: createTally(3), prior: 1, ...options })).toThrow(message)
})

test('a chain that leaves the finite numbers says so, naming step, prior and n, before θ is ever NaN', () => {
  const mechanism = mechanismOf([srr({ categories: 3, epsilon: 1 }).column(0)])
  const tally = tallyOf([[mechanism, 0, 7]])
  const sampler = sgld({ tally, prior: 1e100, step: 1e210, horizon: 1 })
  const rng = stream(1, 'infinity')
  const state = sampler.init(rng)
  const theta = new Float64Array(3)
  const run = () => {
    for (let i = 0; i < 100; i++) {
      sampler.step(rng, state)
      if (!sampler.theta(state, theta).every(Number.isFinite)) throw new Error('θ is not finite')
    }
  }
  expect(run).toThrow(/step size 1e\+210, prior 1e\+100.*n = 7/)
})
