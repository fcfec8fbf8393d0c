import { expect, test } from 'vitest'
import { samplePosterior, samplePosteriorAsync } from '../../src/catalogue/sample-posterior.ts'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { localHashing } from '../../src/mechanism/local-hashing.ts'
import { arcPartitions } from '../../src/mechanism/partitions.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'

const range = orderedQuestion({ from: 0, to: 40, bins: 40 })
const question = range.toJSON()

/** Answers about values of a triangular law on (0, 30), in a range to 40; a share has one value instead. */
function answers(people: number, others = 0, other = 99) {
  const rng = stream(1, 'people')
  const mechanism = localHashing({
    categories: range.cells,
    epsilon: 3,
    buckets: 6,
    partitions: arcPartitions(range.cells, 6),
  })
  const tally = createTally(range.cells)
  for (let i = 0; i < people; i++) {
    const value = rng.uniform() < others ? other : 15 * (rng.uniform() + rng.uniform())
    tally.add(mechanism, mechanism.respond(range.cell(value), rng))
  }
  return tally
}

test('the median and the mean of a number are estimated within five standard deviations, and its tail is empty', () => {
  const estimate = samplePosterior(answers(6000), { question, seed: 1, draws: 200 })
  for (const scalar of [estimate.quantile(0.5), estimate.expectation]) {
    expect(Math.abs(scalar.mean - 15)).toBeLessThan(5 * scalar.sd)
    expect(scalar.sd).toBeLessThan(0.6)
  }
  expect(estimate.distributionFunction(32).quantile(0.01)).toBeGreaterThan(0.93)
  const { density, below, above, cells } = estimate
  expect(density.reduce((sum, value) => sum + value, below.mean + above.mean)).toBeCloseTo(1, 9)
  expect(cells.mean.length).toBe(42)
  const pointwise = estimate.band(0.9)
  const together = estimate.band(0.9, { simultaneous: true })
  for (let i = 0; i < 40; i++) {
    expect(together.lower[i]).toBeLessThanOrEqual(pointwise.lower[i])
    expect(together.upper[i]).toBeGreaterThanOrEqual(pointwise.upper[i])
  }
})

test('values outside are an atom, which is said, and a quantile that falls into it is the end of the range', () => {
  const estimate = samplePosterior(answers(6000, 0.2), { question, seed: 1, draws: 200 })
  expect(Math.abs(estimate.above.mean - 0.2)).toBeLessThan(5 * estimate.above.sd)
  expect(estimate.warnings.some(warning => /% of the values lie outside of 0 to 40/.test(warning))).toBe(true)
  expect(estimate.quantile(0.95).mean).toBe(40)
  expect(estimate.quantile(0.95).warning).toMatch(/^The 0.95-quantile lies above the range/)
  expect(estimate.quantile(0.5).warning).toBe(undefined)
})

test('a lump is warned of where one value is frequent, not where the bins of a smooth law are wide', () => {
  const isLump = (warning: string) => /% of the values lie in one bin, from 20 to 21: /.test(warning)
  const effort = { seed: 1, draws: 100 }
  const lumped = samplePosterior(answers(6000, 0.5, 20.5), { question, ...effort })
  expect(lumped.warnings.filter(isLump)).toHaveLength(1)
  // A triangle whose largest bin has an eighth of all values.
  const wide = orderedQuestion({ from: -40, to: 80, bins: 20 })
  const mechanism = localHashing({
    ...{ categories: wide.cells, epsilon: 3, buckets: 6 },
    partitions: arcPartitions(wide.cells, 6),
  })
  const rng = stream(1, 'people')
  const tally = createTally(wide.cells)
  for (let i = 0; i < 6000; i++)
    tally.add(mechanism, mechanism.respond(wide.cell(20 + 24 * (rng.uniform() + rng.uniform() - 1)), rng))
  const smooth = samplePosterior(tally, { question: wide.toJSON(), ...effort })
  expect(Math.max(...smooth.density)).toBeGreaterThan(0.12)
  expect(smooth.warnings.filter(warning => warning.includes('in one bin'))).toEqual([])
})

test('a Dirichlet prior of the cells is drawn by the samplers of categories', () => {
  const tally = answers(500)
  const estimate = samplePosterior(tally, { question, prior: 1, seed: 1, draws: 50 })
  const { mean } = samplePosterior(tally, { prior: 1, seed: 1, draws: 50 })
  expect(estimate.cells.mean).toEqual(mean)
})

test('the same draws come while other work goes on', async () => {
  const tally = answers(300)
  const options = { question, seed: 2, draws: 20 } as const
  expect((await samplePosteriorAsync(tally, options)).density).toEqual(
    samplePosterior(tally, options).density,
  )
})

test.each([
  [
    { question: { from: 0, to: 40, bins: 41 } },
    "the tally's number of categories must be 43, the cells of the question; got 42",
  ],
  [
    { question, sampler: 'gibbs' },
    'sampler must be left out, unless a Dirichlet prior is given; got "gibbs"',
  ],
  [
    { prior: 'smooth' },
    "prior must be left out for categories: only numbers and scales have the prior 'smooth'",
  ],
])('%j is refused in a sentence', (options, message) => {
  expect(() => samplePosterior(answers(10), { ...options, seed: 1 } as never)).toThrow(message)
})
