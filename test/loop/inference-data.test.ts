import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { createEstimator } from '../../src/loop/estimator.ts'
import { toInferenceData } from '../../src/loop/inference-data.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { testFolder } from '../support/folder.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
const tally = createTally(3)
for (const [y, count] of [60, 30, 10].entries()) tally.addColumn(mechanism.column(y), count)
const posterior = samplePosterior(tally, { seed: 1, chains: 2, draws: 40, sampler: 'gibbs' })
const data = toInferenceData(posterior, tally, { chains: 2, labels: ['bus', 'car', 'train'] })

test('has every draw in its place: chain, draw, category', () => {
  expect(data.posterior.theta.map(chain => chain.length)).toEqual([40, 40])
  expect(data.posterior.theta.flat(2)).toEqual([...posterior.draws])
  expect(data.posterior.rho?.flat()).toEqual([...(posterior.concentration ?? [])])
  expect(data.coords.category).toEqual(['bus', 'car', 'train'])
  expect(JSON.parse(JSON.stringify(data))).toEqual(data)
})

/** The log-likelihood of the answers, from the definition of SRR. */
const logLikelihood = (theta: readonly number[]) => {
  const keep = Math.exp(2) / (Math.exp(2) + 2)
  const terms = [60, 30, 10].map(
    (count, y) => count * Math.log(keep * theta[y] + ((1 - keep) / 2) * (1 - theta[y])),
  )
  return terms.reduce((sum, term) => sum + term, 0)
}
const lnGamma = (x: number) => {
  // By the recurrence up to where Stirling's series is exact to 1e-13.
  let [value, y] = [0, x]
  for (; y < 20; y++) value -= Math.log(y)
  return (
    value +
    (y - 0.5) * Math.log(y) -
    y +
    0.5 * Math.log(2 * Math.PI) +
    1 / (12 * y) -
    1 / (360 * y ** 3) +
    1 / (1260 * y ** 5)
  )
}

test('has the log density of each draw, up to a constant, and how often each distinct answer was given', () => {
  const density = (chain: number, draw: number) => {
    const theta = data.posterior.theta[chain][draw]
    const rho = data.posterior.rho![chain][draw]
    const z = Math.log(rho / 0.2) / 2
    const dirichlet = theta.reduce(
      (sum, share) => sum + (rho - 1) * Math.log(share),
      lnGamma(3 * rho) - 3 * lnGamma(rho),
    )
    return logLikelihood(theta) + dirichlet - (z * z) / 2 - Math.log(rho)
  }
  const { lp } = data.sample_stats
  for (const [chain, draw] of [
    [1, 7],
    [0, 39],
    [1, 20],
  ]) {
    expect(lp[chain][draw] - lp[0][0]).toBeCloseTo(density(chain, draw) - density(0, 0), 8)
  }
  expect(data.observed_data.count).toEqual([60, 30, 10])
})

test('has the density under the fixed prior that it is told, and otherwise under a flat one', () => {
  const fixed = samplePosterior(tally, { seed: 1, draws: 8, prior: [3, 2, 1], sampler: 'gibbs' })
  const { posterior: drawn, sample_stats } = toInferenceData(fixed, tally, { prior: [3, 2, 1] })
  const theta = drawn.theta[2][0]
  expect(sample_stats.lp[2][0]).toBeCloseTo(
    logLikelihood(theta) + 2 * Math.log(theta[0]) + Math.log(theta[1]),
    9,
  )
  expect(toInferenceData(fixed, tally).sample_stats.lp[2][0]).toBeCloseTo(logLikelihood(theta), 9)
})

test('comes from a run and from an estimator, with the chains and the prior of theirs', () => {
  const options = { categories: 3, epsilon: 2, seed: 1, prior: 2 }
  const { runs } = simulate({ ...options, truth: [0.5, 0.3, 0.2], users: 40, strategies: ['srr'], draws: 20 })
  const ofRun = runs[0].toInferenceData({ labels: ['bus', 'car', 'train'] })
  expect(ofRun.posterior.theta.flat(2)).toEqual([...runs[0].posterior.draws])
  expect([ofRun.posterior.theta.length, ofRun.coords.category]).toEqual([4, ['bus', 'car', 'train']])
  const estimator = createEstimator({ ...options, strategy: 'srr' })
  for (const y of [0, 1, 0, 2]) {
    estimator.request()
    estimator.observe(y)
  }
  const ofEstimator = estimator.toInferenceData()
  const estimate = estimator.estimate()
  expect(ofEstimator.posterior.theta.flat(2)).toEqual([...estimate.draws])
  const tally = createTally(3)
  for (const y of [0, 1, 0, 2]) tally.add(mechanism, y)
  expect(ofEstimator.sample_stats).toEqual(toInferenceData(estimate, tally, { prior: 2 }).sample_stats)
  const forgetful = createEstimator({ ...options, memory: { halfLife: 10 } })
  expect(() => forgetful.toInferenceData()).toThrow("memory must be 'all', for data of inference")
})

test('has no concentration where the prior is fixed', () => {
  const fixed = samplePosterior(tally, { seed: 1, draws: 4, prior: 1, sampler: 'gibbs' })
  expect(toInferenceData(fixed, tally).posterior.rho).toBeUndefined()
  expect(toInferenceData(fixed, tally).posterior.theta).toHaveLength(4)
})

test.each([
  [{ chains: 3 }, /^chains must be a divisor of 80, the number of draws; got 3/],
  [{ chains: 0 }, /^chains must be/],
  [{ prior: 1 }, /^prior must be 'learned', as the posterior's was; got 1/],
  [{ labels: ['one'] }, /^labels must be a list of 3 names/],
])('refuses %j', (options, message) => {
  expect(() => toInferenceData(posterior, tally, options)).toThrow(message)
})

test('refuses a tally over other categories', () => {
  expect(() => toInferenceData(posterior, createTally(4))).toThrow(
    /^the number of categories of tally must be 3/,
  )
})

const python = [process.env.PYTHON ?? 'python3', '/usr/bin/python3'].find(
  command => spawnSync(command, ['-c', 'import arviz; arviz.from_json']).status === 0,
)
const at = testFolder()

test.skipIf(python === undefined)('is read by ArviZ, with the same means', () => {
  writeFileSync(at('posterior.json'), JSON.stringify(data))
  const program = `
import arviz, json, sys
data = arviz.from_json(sys.argv[1])
summary = data.posterior["theta"].mean(["chain", "draw"])
print(json.dumps({"sizes": dict(data.posterior.sizes), "mean": [float(summary.sel(category=name)) for name in ["bus", "car", "train"]],
  "lp": float(data.sample_stats["lp"][1][7]), "count": data.observed_data["count"].values.tolist()}))`
  const { stdout, stderr } = spawnSync(python as string, ['-c', program, at('posterior.json')], {
    encoding: 'utf8',
  })
  expect(stdout, stderr).not.toBe('')
  const read = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(read.sizes).toEqual({ chain: 2, draw: 40, category: 3 })
  expect(read.count).toEqual([60, 30, 10])
  expect(read.lp).toBe(data.sample_stats.lp[1][7])
  for (const [x, mean] of [...posterior.mean].entries()) expect(read.mean[x]).toBeCloseTo(mean, 12)
})
