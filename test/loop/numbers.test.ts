import { expect, test } from 'vitest'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'

const question = { from: 0, to: 40, bins: 8 }

/** An estimator to whom some people have told their numbers. */
function asked(options: object, people = 12) {
  const estimator = createEstimator({ question, epsilon: 2, seed: 1, ...options })
  const values = stream(1, 'values')
  const respondent = createRespondent({ question, epsilon: 2, rng: stream(1, 'answers') })
  for (let i = 0; i < people; i++) {
    estimator.observe(respondent.respond(estimator.request(), 10 + 20 * values.uniform()))
  }
  return estimator
}

const EFFORT = { draws: 20 }

/** What is combined with numbers: works, or the one sentence that refuses it. */
const COMBINATIONS: [string, object, string | undefined][] = [
  ['nothing else', {}, undefined],
  ['arcs', { strategy: 'arcs' }, undefined],
  ['a fixed channel', { strategy: 'subset-selection' }, undefined],
  ['a window', { memory: { window: 10 } }, undefined],
  ['a half-life', { memory: { halfLife: 10 } }, undefined],
  ['a learnt memory', { memory: 'learned' }, undefined],
  ['a band that holds at every look', { anytime: true }, undefined],
  ['a detector of changes', { runLength: 1000 }, undefined],
  ['a Dirichlet prior', { prior: 1 }, undefined],
  ['a learnt Dirichlet prior and a utility', { prior: 'learned', strategy: 'fisher' }, undefined],
  ['a Dirichlet prior and a sampler', { prior: 1, sampler: 'gibbs' }, undefined],
  ['a quantile', { goal: 'median ± 5' }, undefined],
  ['a mean', { goal: 'mean ± 5' }, undefined],
  ['a share', { goal: 'share(>= 20) > .2' }, undefined],
  ['thresholds', { strategy: 'threshold', goal: 'median ± 5' }, undefined],
  [
    'thresholds without a question',
    { strategy: 'threshold' },
    'strategy must be another one, without a goal about a quantile or a share of numbers',
  ],
  [
    'robust intervals',
    { robust: { share: 0.1 } },
    'robust must be left out for numbers: its intervals are of single cells',
  ],
  [
    'a guarantee for every truth',
    { goal: 'mean ± 5', guarantee: 'anytime' },
    "guarantee must be 'posterior', for a goal about a number: it rests on a smooth density",
  ],
  [
    'a strategy that needs draws',
    { strategy: 'fisher' },
    'strategy must be one that needs no draws where the prior is smooth: auto, arcs, a fixed channel',
  ],
  ['a Dirichlet sampler', { sampler: 'hmc' }, 'sampler must be left out, unless a Dirichlet prior is given'],
  [
    'a goal about categories',
    { goal: 'share(3) ± .1' },
    'goal must have a comparison such as >= 10, as a number has no single levels',
  ],
  [
    'a width above the range',
    { goal: 'mean ± 41' },
    'goal must have a width above 0 and below 40 where it has "41"',
  ],
  [
    'a value between the edges',
    { goal: 'share(>= 21) > .2' },
    'goal must have an edge of the bins; the two nearest are 20 and 25, where it has "21"',
  ],
]

test.each(COMBINATIONS)('numbers with %s', (_, options, refusal) => {
  if (refusal !== undefined) {
    expect(() => asked(options)).toThrow(refusal)
    return
  }
  const estimator = asked(options)
  const estimate = estimator.estimate(EFFORT)
  expect(estimate.expectation.mean).toBeGreaterThan(0)
  expect(estimate.density.length).toBe(8)
  const restored = restoreEstimator<typeof estimate>(JSON.parse(JSON.stringify(estimator.snapshot())))
  expect(restored.request()).toEqual(estimator.request())
  expect(restored.estimate(EFFORT).density).toEqual(estimate.density)
})

test('whatever is no finite number is refused in one and the same sentence', () => {
  const estimator = createEstimator({ question, epsilon: 1, seed: 1 })
  const respondent = createRespondent({ question, epsilon: 1 })
  for (const value of [NaN, Infinity, -Infinity, '12', null, undefined, 12n, {}]) {
    expect(() => respondent.respond(estimator.request(), value as number)).toThrow(
      /^value must be a finite number$/,
    )
  }
  for (const value of [-0, 1e308, -1e308, 2 ** 53, 5e-324]) respondent.respond(estimator.request(), value)
})

test('an answer about a number is no answer to people who hold categories, and the other way round', () => {
  const estimator = createEstimator({ question, epsilon: 1, seed: 1 })
  expect(() => createRespondent({ categories: 8, epsilon: 1 }).respond(estimator.request(), 1)).toThrow(
    'categories',
  )
})

test('a question about the median moves from arcs to partitions of its own, and is continued from a snapshot', () => {
  const estimator = asked({ goal: 'median ± 2.5' }, 310)
  const before = createEstimator({ question, epsilon: 2, seed: 1, strategy: 'arcs' }).request()
  const request = estimator.request()
  expect(request).not.toEqual(before)
  const restored = restoreEstimator(JSON.parse(JSON.stringify(estimator.snapshot())))
  expect(restored.request()).toEqual(request)
  expect(restored.decision()).toEqual(estimator.decision())
})

test('data of inference name the cells', () => {
  const { coords, sample_stats } = asked({}).toInferenceData()
  expect(coords.category.slice(0, 2)).toEqual(['< 0', '[0, 5)'])
  expect(coords.category.at(-1)).toBe('> 40')
  expect(sample_stats.lp[0].every(Number.isFinite)).toBe(true)
})

test('JSON of an estimate has lists, intervals and what else was asked for, and no draws', () => {
  const estimate = asked({ anytime: true }).estimate(EFFORT)
  const written = JSON.parse(JSON.stringify(estimate))
  expect(written.density).toEqual(Array.from(estimate.density))
  expect(written.below).toMatchObject({ mean: estimate.below.mean, sd: estimate.below.sd })
  expect(written.quantiles[2].p).toBe(0.5)
  expect(written.warnings).toEqual(estimate.warnings)
  expect(written).not.toHaveProperty('cells')
  expect(JSON.stringify(written)).not.toContain('{"0":')
  expect(written.anytime).toBeDefined()
})

test.each([
  [{ ordered: 5 }, 1, 'local-hashing'],
  [{ ordered: 5 }, 2, 'srr'],
  [{ ordered: 8 }, 2, 'local-hashing'],
  [{ ordered: 8 }, 3, 'srr'],
  [{ from: 0, to: 1, bins: 5 }, 5, 'srr'],
  [{ ordered: 10 }, 5, 'local-hashing'],
])('auto asks about few cells by what is nearer: %j at %d', (question, epsilon, mechanism) => {
  expect(createEstimator({ question, epsilon, seed: 1 }).request().mechanism).toBe(mechanism)
})
