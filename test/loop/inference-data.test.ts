import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { toInferenceData } from '../../src/loop/inference-data.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
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

test('has the log-likelihood at each draw, and how often each distinct answer was given', () => {
  const theta = data.posterior.theta[1][7]
  const terms = [60, 30, 10].map((count, y) => {
    const keep = Math.exp(2) / (Math.exp(2) + 2)
    return count * Math.log(keep * theta[y] + ((1 - keep) / 2) * (1 - theta[y]))
  })
  expect(data.sample_stats.lp[1][7]).toBeCloseTo(
    terms.reduce((sum, term) => sum + term, 0),
    9,
  )
  expect(data.observed_data.count).toEqual([60, 30, 10])
})

test('has no concentration where the prior is fixed', () => {
  const fixed = samplePosterior(tally, { seed: 1, draws: 4, prior: 1, sampler: 'gibbs' })
  expect(toInferenceData(fixed, tally).posterior.rho).toBeUndefined()
  expect(toInferenceData(fixed, tally).posterior.theta).toHaveLength(4)
})

test.each([
  [{ chains: 3 }, /^chains must be a divisor of 80, the number of draws; got 3/],
  [{ chains: 0 }, /^chains must be/],
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
