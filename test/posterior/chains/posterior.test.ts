import { describe, expect, test } from 'vitest'
import { samplePosterior } from '../../../src/catalogue/sample-posterior.ts'
import { createEstimator } from '../../../src/loop/estimator.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { warningsOf, withDiagnostics } from '../../../src/posterior/chains/posterior.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

const tally = createTally(2)
tally.add(srr({ categories: 2, epsilon: 1 }), 0, 600)
tally.add(srr({ categories: 2, epsilon: 1 }), 1, 400)

const diagnostics = (rhat: number, ess: number) => ({
  rhat: Float64Array.of(1, rhat),
  essBulk: Float64Array.of(5000, ess),
  essTail: Float64Array.of(5000, 5000),
  mcse: Float64Array.of(0, 0),
  transitions: 0,
  divergences: 0,
  saturated: 0,
  ebfmi: new Float64Array(0),
})

test.each([
  [1.0104, '1.0104'],
  [1.01 + 1e-9, '1.010000001'],
  [1.0152, '1.015'],
  [Infinity, 'Infinity'],
])('a warning shows that an R̂ of %d is above 1.01', (rhat, text) => {
  expect(warningsOf(diagnostics(rhat, 5000), 'draws')).toEqual([
    `The chains have not mixed: R-hat is ${text}, above 1.01; draw more.`,
  ])
})

test('a warning does not round the effective draws up to what is enough', () => {
  expect(warningsOf(diagnostics(1, 399.7), 'draws')[0]).toMatch(/^Only 399 effective draws, below 400:/)
  expect(warningsOf(diagnostics(1.01, 400), 'draws')).toEqual([])
})

test('an energy that moves slowly in one of the chains is warned about, and one at the threshold is not', () => {
  const warnings = (...ebfmi: number[]) =>
    warningsOf({ ...diagnostics(1, 5000), ebfmi: Float64Array.from(ebfmi) }, 'draws')
  expect(warnings(0.9, 0.214, 1, Number.NaN)).toEqual([
    'The energy moves slowly: E-BFMI is 0.214 in the worst of 4 chains, below 0.3; tails of the posterior may be missing.',
  ])
  expect(warnings(0.2999)).toEqual([expect.stringContaining('E-BFMI is 0.2999 in')])
  expect(warnings(0.3, 1.2)).toEqual([])
  expect(warnings(Number.NaN)).toEqual([])
})

test('trajectories that were cut are warned about where the draws are not good, unless they are few', () => {
  const warnings = (rhat: number, saturated: number) =>
    warningsOf({ ...diagnostics(rhat, 5000), transitions: 1000, saturated }, 'draws')
  expect(warnings(1.05, 11)).toEqual([
    expect.stringContaining('R-hat'),
    '11 of 1000 trajectories were cut at the largest tree: chains that went farther would mix faster.',
  ])
  expect(warnings(1.05, 10)).toHaveLength(1)
  expect(warnings(1, 900)).toEqual([])
})

test('divergences are warned about if they are more than one in a hundred, or the draws are not good', () => {
  const warnings = (rhat: number, divergences: number) =>
    warningsOf({ ...diagnostics(rhat, 5000), transitions: 1000, divergences }, 'draws')
  expect(warnings(1, 11)).toEqual(['11 of 1000 transitions diverged: parts of the posterior may be missing.'])
  expect(warnings(1, 10)).toEqual([])
  expect(warnings(1.05, 1)).toHaveLength(2)
  expect(warnings(1.05, 0)).toHaveLength(1)
})

describe('warnings', () => {
  test('are those of 95 % intervals, whatever else has been asked for and whether it was asked before', () => {
    const posterior = samplePosterior(tally, { prior: 1, seed: 1 })
    const { warnings } = posterior
    posterior.interval(0.999)
    posterior.quantile(0.9999)
    expect(posterior.warnings).toEqual(warnings)
    expect(warnings).toEqual([])
    // Twenty-four draws, of which less than one is in a tail.
    const { draws, chains } = samplePosterior(tally, { prior: 1, seed: 1, draws: 24 })
    const drawn = { draws, chains, categories: 2, sampler: 'gibbs', target: { rhat: 2, ess: 10 } }
    const { interval, warnings: rough } = withDiagnostics(drawn)
    expect(rough).toEqual([
      expect.stringMatching(/^A tail of probability 0.025 has only [01]\.\d+ effective draws/),
    ])
    expect(interval(0.95)).toHaveLength(2)
  })

  test('of intervals beyond 99 % say that hardly any draws are beyond, and the number that it takes', () => {
    const posterior = samplePosterior(tally, { prior: 1, seed: 1 })
    expect(posterior.warningsFor(0.95)).toEqual([])
    expect(posterior.warningsFor(0.99)).toEqual([])
    expect(posterior.warningsFor(0.999)).toEqual([
      expect.stringMatching(
        /^A tail of probability 0.0005 has only 0\.\d+ effective draws: .* a target of 4000 effective draws\.$/,
      ),
    ])
    expect(posterior.warningsFor(0.9998)[0]).toMatch(/probability 0.0001 .* 20000 effective draws/)
    expect(samplePosterior(tally, { prior: 1, seed: 1, target: { ess: 4000 } }).warningsFor(0.999)).toEqual(
      [],
    )
  })

  test.each([0, 1, Number.NaN, '0.95'])('are not given for the level %o', level => {
    const posterior = samplePosterior(tally, { prior: 1, seed: 1, draws: 40 })
    expect(() => posterior.warningsFor(level as number)).toThrow(/^level must be /)
  })
})

describe('as JSON', () => {
  test('an estimate has its means, intervals and diagnostics as lists, and no draws', () => {
    const posterior = samplePosterior(tally, { draws: 100, seed: 1 })
    const [lower, upper] = posterior.interval(0.95)
    const json = JSON.parse(JSON.stringify(posterior))
    expect(Object.keys(json).sort()).toEqual(
      ['chains', 'diagnostics', 'interval', 'mean', 'sampler', 'sd', 'stopped', 'warnings'].sort(),
    )
    expect(json.mean).toEqual(Array.from(posterior.mean))
    expect(json.sd).toEqual(Array.from(posterior.sd))
    expect(json.interval).toEqual({ level: 0.95, lower: Array.from(lower), upper: Array.from(upper) })
    expect(json.diagnostics.rhat).toEqual(Array.from(posterior.diagnostics.rhat))
    expect(json.warnings).toEqual(posterior.warnings)
  })

  test.each([{ anytime: true }, { memory: 'learned' }, { robust: { share: 0.01 } }] as const)(
    'an estimate with %j has what that adds, vectors as lists',
    option => {
      const estimator = createEstimator({ categories: 3, epsilon: 1, strategy: 'srr', seed: 1, ...option })
      for (const y of [0, 1, 0, 2]) {
        estimator.request()
        estimator.observe(y)
      }
      const estimate = estimator.estimate({ draws: 50 })
      const json = JSON.parse(JSON.stringify(estimate))
      expect(json.mean).toEqual(Array.from(estimate.mean))
      expect(json.interval.lower).toEqual(Array.from(estimate.interval(0.95)[0]))
      expect(json.anytime?.upper).toEqual(estimate.anytime && Array.from(estimate.anytime.upper))
      expect(json.memory?.length).toBe(estimate.memory?.length)
      expect(JSON.stringify(json)).not.toContain('{"0":')
    },
  )
})
