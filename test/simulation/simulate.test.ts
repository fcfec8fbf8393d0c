import { expect, test, vi } from 'vitest'
import { scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import type { UtilityName } from '../../src/catalogue/utilities.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { sgld } from '../../src/posterior/langevin/sgld.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { type SimulateOptions, simulate, simulateAsync } from '../../src/simulation/simulate.ts'
import type { GroupedSimulation } from '../../src/simulation/simulate-collection.ts'
import { figuresOf } from '../support/figures.ts'
import { PAPER } from '../support/loop.ts'

const OPTIONS: SimulateOptions = {
  ...PAPER,
  categories: 6,
  truth: { dirichlet: 0.5 },
  users: 300,
  strategies: ['fisher', 'srr', 'semi:0.8', 'honesty@0.9', 'subset-selection'],
  epsilon: 1,
  seed: 1,
}

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)

/** The paper's loop written out, with the subset from the public scan. */
function byHand(
  strategy: 'srr' | UtilityName,
  { categories: K = 0, users = 0, epsilon, seed }: SimulateOptions,
) {
  const truth = drawDirichlet(stream(seed, 'truth'), new Float64Array(K).fill(0.5), new Float64Array(K))
  const crowd = createAlias(truth)
  const [people, chain] = [stream(seed, 'people'), stream(seed, 'chain', strategy)]
  const responses = stream(seed, 'responses', strategy)
  const tally = createTally(K)
  const sampler = sgld({ tally, prior: 1, horizon: users })
  const state = sampler.init(chain)
  const theta = new Float64Array(K).fill(1 / K)
  let sizes = 0
  for (let t = 1; t <= users; t++) {
    const subset = strategy === 'srr' ? [] : scanSubsets({ theta, utility: strategy, epsilon }).subset
    const mechanism =
      subset.length === 0 ? srr({ categories: K, epsilon }) : rrrr({ categories: K, subset, epsilon })
    sizes += subset.length
    tally.add(mechanism, mechanism.respond(crowd.draw(people), responses))
    // The last person's updates are the final ones.
    for (let update = 0; update < 20 && t < users; update++) sampler.step(chain, state)
    sampler.theta(state, theta)
  }
  const last = stream(JSON.stringify([seed, 'estimate', strategy]))
  const estimate = new Float64Array(K)
  for (let update = 0; update < 2000; update++) {
    sampler.step(last, state)
    sampler.theta(state, theta)
    for (let x = 0; x < K && update >= 1000; x++) estimate[x] += theta[x] / 1000
  }
  return { estimate, meanSubsetSize: sizes / users }
}

test('a run is the paper’s loop: choose, answer, 20 updates; 2,000 for the estimate, their first half dropped', () => {
  const strategies = ['srr', 'entropy', 'marginal-tv'] as const
  const options = { ...OPTIONS, strategies }
  for (const { strategy, estimate, meanSubsetSize } of simulate(options).runs) {
    const expected = byHand(strategy as (typeof strategies)[number], options)
    expect(meanSubsetSize).toBeCloseTo(expected.meanSubsetSize, 12)
    expect(totalVariation(estimate, expected.estimate)).toBeLessThan(1e-12)
  }
})

test('all strategies meet the same truth, and each run has the figures of its own estimate', () => {
  const { truth, users, runs } = simulate(OPTIONS)
  expect(users).toBe(300)
  expect(runs.map(run => run.strategy)).toEqual(OPTIONS.strategies)
  expect(total(truth)).toBeCloseTo(1, 14)
  for (const run of runs) {
    expect(run.estimate).toHaveLength(6)
    expect(total(run.estimate)).toBeCloseTo(1, 12)
    expect(run.estimate).toEqual(run.posterior.mean)
    expect(run.totalVariation).toBe(totalVariation(run.estimate, truth))
    expect(run.auditedEpsilon).toBeGreaterThan(0.79)
    expect(run.auditedEpsilon).toBeLessThanOrEqual(1 + 1e-12)
  }
  const [, plain, semi, , selection] = runs
  expect([plain.meanSubsetSize, selection.meanSubsetSize]).toEqual([0, 0])
  expect(semi.meanSubsetSize).toBeGreaterThan(1)
  expect(semi.meanSubsetSize).toBeLessThan(6)
})

test('the truth does not depend on strategy, ε or the number of people, but on the seed', () => {
  const { truth } = simulate(OPTIONS)
  const other = { ...OPTIONS, strategies: ['srr'], epsilon: 3, users: 50 }
  expect(simulate(other).truth).toEqual(truth)
  expect(simulate({ ...other, seed: 2 }).truth).not.toEqual(truth)
})

test('the result of a strategy does not depend on which others run beside it, or in which order', () => {
  const all = simulate(OPTIONS).runs
  const reversed = simulate({ ...OPTIONS, strategies: OPTIONS.strategies.toReversed() }).runs.toReversed()
  expect(reversed.map(figuresOf)).toEqual(all.map(figuresOf))
  for (const run of all) {
    const [alone] = simulate({ ...OPTIONS, strategies: [run.strategy] }).runs
    expect(figuresOf(alone)).toEqual(figuresOf(run))
  }
})

// Not right or wrong by themselves: they show where a machine, or a change, gives other numbers.
test.each([
  ['fisher', 0.33213113718887355, 0],
  ['entropy', 0.3267878499807808, 1.4733333333333334],
  ['posterior-tv', 0.2962182546231391, 1.4633333333333334],
  ['marginal-tv', 0.27553078892980587, 2.17],
  ['mse', 0.2648988476932034, 0.7766666666666666],
  ['honesty@0.9', 0.20639938363537644, 2.0933333333333333],
  ['semi:0.8', 0.2794137336463738, 3.44],
  ['srr', 0.19844391893224703, 0],
  ['subset-selection', 0.25918272332770687, 0],
])('seed 1 gives %s these figures on every machine', (strategy, distance, size) => {
  const [run] = simulate({ ...OPTIONS, strategies: [strategy] }).runs
  expect(run.totalVariation).toBeCloseTo(distance, 12)
  expect(run.meanSubsetSize).toBeCloseTo(size, 12)
})

test('equal seeds give equal results, other seeds others; a number is not its digits', () => {
  const estimate = (seed: string | number) =>
    simulate({ ...OPTIONS, strategies: ['srr'], users: 50, seed }).runs[0].estimate.join()
  expect(estimate('a')).toBe(estimate('a'))
  expect(new Set([1, 2, '1', 'a'].map(estimate)).size).toBe(4)
})

test('a truth that is given is kept, and says how many categories there are', () => {
  const given = [0.125, 0.5, 0.25, 0.125]
  const options = { ...PAPER, users: 30, strategies: ['srr'], epsilon: 1, seed: 1 }
  for (const truth of [given, Float64Array.from(given)]) {
    expect(simulate({ ...options, truth }).truth).toEqual(Float64Array.from(given))
  }
  expect(simulate({ ...options, truth: given, categories: 4 }).runs[0].estimate).toHaveLength(4)
})

test('of data, the truth is their frequencies and the categories reach to the largest, or as far as is said', () => {
  const data = [3, 1, 1, 0, 3, 3, 1, 3]
  const options = { ...PAPER, strategies: ['srr', 'entropy'], epsilon: 1, seed: 1 }
  for (const people of [data, Uint8Array.from(data)]) {
    const { truth, users, runs } = simulate({ ...options, data: people })
    expect(users).toBe(8)
    expect(Array.from(truth)).toEqual([0.125, 0.375, 0, 0.5])
    expect(runs.map(run => run.estimate.length)).toEqual([4, 4])
  }
  expect(Array.from(simulate({ ...options, data, categories: 6, users: 8 }).truth)).toEqual([
    ...[0.125, 0.375, 0, 0.5],
    ...[0, 0],
  ])
  // Where all hold category 0 there are still two.
  expect(Array.from(simulate({ ...options, data: [0, 0, 0] }).truth)).toEqual([1, 0])
})

test('the frequencies of many data are right to the last digits', () => {
  const data = Uint8Array.from({ length: 100_000 }, (_, t) => (t % 10 < 7 ? 0 : 1))
  const { truth } = simulate({
    ...PAPER,
    data,
    strategies: ['srr'],
    epsilon: 1,
    seed: 1,
    groupSize: 100_000,
  })
  expect(Array.from(truth)).toEqual([0.7, 0.3])
})

test('answers that say nearly everything give back the data', () => {
  const data = Uint8Array.from({ length: 2000 }, (_, t) => (t % 10 < 5 ? 0 : t % 10 < 8 ? 2 : 3))
  const { runs } = simulate({
    ...OPTIONS,
    truth: undefined as never,
    users: 2000,
    data,
    categories: 4,
    epsilon: 8,
  })
  // Six seeds gave 0.004 to 0.03.
  for (const { totalVariation } of runs) expect(totalVariation).toBeLessThan(0.08)
})

test('progress is told in order, to the end', () => {
  const told: [number, number][] = []
  simulate({ ...OPTIONS, users: 50, strategies: ['srr', 'entropy'], onProgress: (...now) => told.push(now) })
  expect(told.at(-1)).toEqual([200, 200])
  expect(told.every(([done, all], i) => all === 200 && (i === 0 || done >= told[i - 1][0]))).toBe(true)
})

test('a simulation that is waited for has the numbers of one at once, with any number of threads, and may be ended', async () => {
  const told: [number, number][] = []
  const options = { ...OPTIONS, users: 50, strategies: ['srr', 'entropy'] } as const
  const { runs } = await simulateAsync({ ...options, workers: 2, onProgress: (...now) => told.push(now) })
  expect(runs.map(({ estimate }) => estimate)).toEqual(simulate(options).runs.map(({ estimate }) => estimate))
  expect(told.at(-1)).toEqual([200, 200])
  const reason = new Error('enough')
  await expect(simulateAsync({ ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  await expect(simulateAsync({ ...options, epsilon: 0 })).rejects.toThrow(/^epsilon must be/)
  await expect(simulateAsync({ ...options, workers: 0 })).rejects.toThrow(/^workers must be/)
})

test('a collection that is waited for has the numbers of one at once', async () => {
  const options = {
    ...{ categories: 3, by: ['north', 'south'], users: 20, epsilon: 2, seed: 1 },
    ...{ truth: [0.5, 0.3].map(first => [first, 0.2, 0.8 - first]), strategies: ['srr'], draws: 20 },
  } as const
  const meansOf = ({ laws }: GroupedSimulation['runs'][0]) => laws.map(({ mean }) => mean)
  const [run] = (await simulateAsync({ ...options, workers: 2 })).runs
  expect(meansOf(run)).toEqual(meansOf(simulate(options).runs[0]))
})

const data = [0, 1, 2]
test.each<[string, object, RegExp]>([
  ['epsilon', { epsilon: 0 }, /^epsilon must be a number above 0/],
  ['epsilon', { epsilon: Number.NaN }, /^epsilon/],
  ['strategies', { strategies: [] }, /^strategies must be a list of names/],
  ['strategies', { strategies: 'srr' }, /^strategies/],
  ['strategies', { strategies: ['srr', 'entropy', 'none'] }, /^strategy must be one of/],
  ['strategies', { strategies: ['srr', 'srr'] }, /^strategies must be a list without repeats/],
  ['truth', { truth: undefined }, /^truth and data must be one given, the other not/],
  ['truth', { data }, /^truth and data must be one given, the other not/],
  ['truth', { truth: null }, /^truth/],
  ['truth', { truth: [0.5, 0.4] }, /^truth must be/],
  ['truth', { truth: [1], categories: 1 }, /^the length of truth must be a whole number at least 2/],
  ['truth', { truth: [0.5, 0.5], categories: 3 }, /^truth must be a vector of 3 numbers/],
  ['truth', { truth: { dirichlet: 0 } }, /^truth.dirichlet must be a number above 0/],
  ['truth', { truth: { dirichlet: Number.NaN } }, /^truth.dirichlet/],
  ['categories', { categories: undefined }, /^categories must be a whole number at least 2/],
  ['categories', { categories: 1 }, /^categories/],
  ['users', { users: 0 }, /^users must be a whole number at least 1/],
  ['users', { users: 1.5 }, /^users/],
  ['users', { users: undefined }, /^users/],
  ['users', { truth: undefined, data, users: 4 }, /^users must be left out, or 3/],
  ['data', { truth: undefined, users: undefined, data: [] }, /^the length of data must be/],
  ['data', { truth: undefined, users: undefined, data: [0, -1] }, /^data\[1\] must be a category/],
  ['data', { truth: undefined, users: undefined, data: [0, 0.5] }, /^data\[1\]/],
  ['data', { truth: undefined, users: undefined, data: [0, 6] }, /^data\[1\] must be .* from 0 to 5; got 6/],
  ['groupSize', { groupSize: 0 }, /^groupSize must be a whole number at least 1/],
  ['prior', { prior: 0.5 }, /^prior must be at least 1 for the sampler 'sgld'/],
  ['prior', { prior: [1, 1] }, /^prior/],
  ['sampler', { sampler: 'none' }, /^sampler must be one of/],
  ['seed', { seed: undefined }, /^seed must be a string or a finite number/],
  ['seed', { seed: Infinity }, /^seed/],
])('a bad option %s is refused before anything is run: %j', (_, option, message) => {
  const onProgress = vi.fn()
  const attempt = () => simulate({ ...OPTIONS, onProgress, ...option } as SimulateOptions)
  expect(attempt).toThrow(RangeError)
  expect(attempt).toThrow(message)
  expect(onProgress).not.toHaveBeenCalled()
})

test('data of identifiers are not taken for that many categories', () => {
  const options = { ...PAPER, strategies: ['srr'], epsilon: 1, seed: 1 }
  expect(() => simulate({ ...options, data: [0, 3e9] })).toThrow(
    /^the largest category of data plus one must be/,
  )
})

test.each([
  [{ length: 3e8 }, /^data must be a list of categories, one per person/],
  [new Array(2 ** 32 - 1), /^data\[0\] must be /],
])('data that only say how long they are are refused at once, %#', (data, says) => {
  const options = { data: data as number[], strategies: ['srr'] as const, epsilon: 1, seed: 1 }
  expect(() => simulate(options)).toThrow(says)
})

test('queries about named categories use their names', () => {
  const options = { data: [0, 1, 1], strategies: ['srr'], epsilon: 2, draws: 20, seed: 1 } as const
  const [{ posterior }] = simulate({ ...options, categories: ['no', 'yes'] }).runs
  expect(posterior.of('share(yes)').mean).toBeCloseTo(posterior.mean[1], 12)
})
