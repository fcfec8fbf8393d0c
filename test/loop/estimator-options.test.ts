import { expect, test } from 'vitest'
import { createEstimator, type EstimatorOptions, restoreEstimator } from '../../src/loop/estimator.ts'
import { stream } from '../../src/random/stream.ts'
import { collect, crowd, OPTIONS } from '../support/loop.ts'

test.each([
  [{ categories: 1 }, /^categories must be a whole number at least 2; got 1/],
  [{ categories: 2.5 }, /^categories/],
  [{ categories: undefined }, /^categories/],
  [{ epsilon: 0 }, /^epsilon must be a number above 0; got 0/],
  [{ epsilon: -1 }, /^epsilon/],
  [{ epsilon: Number.NaN }, /^epsilon/],
  [{ epsilon: Infinity }, /^epsilon/],
  [{ epsilon: '1' }, /^epsilon/],
  [{ strategy: 'fischer' }, /^strategy must be one of .*fisher/],
  [{ strategy: '' }, /^strategy/],
  [{ prior: 0 }, /^prior/],
  [{ prior: 0.5 }, /^prior must be at least 1 for the sampler 'sgld'/],
  [{ prior: [1, 1] }, /^prior/],
  [{ prior: [1, 1, 1, 1, Number.NaN] }, /^prior/],
  [{ prior: 'flat' }, /^prior/],
  [{ sampler: 'mcmc' }, /^sampler must be one of .*sgld/],
  [{ horizon: 0 }, /^horizon must be a whole number at least 1; got 0/],
  [{ horizon: 1.5 }, /^horizon/],
  [{ seed: undefined }, /^seed must be a string or a finite number; got undefined/],
  [{ seed: Number.NaN }, /^seed/],
  [{ seed: {} }, /^seed/],
])('the option %j is refused', (option, message) => {
  const attempt = () => createEstimator({ ...OPTIONS, ...option } as EstimatorOptions)
  expect(attempt).toThrow(RangeError)
  expect(attempt).toThrow(message)
})

test('what is no snapshot is refused with a RangeError', () => {
  const estimator = createEstimator(OPTIONS)
  collect(estimator, crowd(stream(1, 'snapshot'), [1, 1, 1, 1, 1]), 10)
  const good = JSON.parse(JSON.stringify(estimator.snapshot()))
  expect(() => restoreEstimator(good)).not.toThrow()
  const bad: unknown[] = [
    undefined,
    null,
    {},
    'snapshot',
    { ...good, version: 0 },
    { ...good, version: 999 },
    { ...good, version: undefined },
    { ...good, options: undefined },
    { ...good, options: { ...good.options, strategy: 'nothing' } },
    { ...good, options: { ...good.options, categories: 6 } },
    { ...good, options: { ...good.options, epsilon: -1 } },
    { ...good, tally: undefined },
    { ...good, tally: { ...good.tally, categories: 6 } },
    { ...good, tally: { ...good.tally, counts: [] } },
    { ...good, pending: -1 },
    { ...good, pending: null },
    { ...good, pending: { answers: 1, batches: -1 } },
    { ...good, rng: undefined },
    { ...good, rng: { a: 1, b: 2, c: 3 } },
    { ...good, made: undefined },
    { ...good, made: [{ mechanism: 'unknown' }] },
    { ...good, made: [{ mechanism: 'srr', categories: 6, epsilon: 1 }] },
    { ...good, made: [{ mechanism: 'srr', categories: 5, epsilon: 1.1 * OPTIONS.epsilon }] },
    { ...good, outstanding: { mechanism: 'srr', categories: 5, epsilon: 50 } },
    { ...good, chain: undefined },
    { ...good, chain: null },
  ]
  for (const snapshot of bad) {
    expect(() => restoreEstimator(snapshot as never), JSON.stringify(snapshot)?.slice(0, 200)).toThrow(
      RangeError,
    )
  }
})

test.each(['sgld', 'sgrld'] as const)('without a prior the sampler %s has 1', sampler => {
  const { prior: _, ...options } = { ...OPTIONS, sampler }
  const [one, other] = [createEstimator(options), createEstimator({ ...options, prior: 1 })]
  const [first, second] = [one, other].map(estimator => {
    collect(estimator, crowd(stream(1, 'default prior'), [1, 2, 3, 4, 5]), 20)
    return estimator.estimate().draws
  })
  expect(first).toEqual(second)
})

test('what the strategy remembered is checked too: a request beyond ε is not handed out', () => {
  const estimator = createEstimator({ ...OPTIONS, strategy: 'auto' })
  collect(estimator, crowd(stream(1, 'remembered'), [1, 1, 1, 1, 1]), 60)
  const good = JSON.parse(JSON.stringify(estimator.snapshot()))
  expect(restoreEstimator(good).request()).toEqual(estimator.request())
  const { strategy } = good
  for (const bad of [
    'auto',
    { ...strategy, draws: [[1]] },
    { ...strategy, due: null },
    { ...strategy, request: { mechanism: 'srr', categories: 5, epsilon: 1.1 * OPTIONS.epsilon } },
    { ...strategy, request: { mechanism: 'srr', categories: 6, epsilon: OPTIONS.epsilon } },
    { ...strategy, request: null },
  ]) {
    expect(() => restoreEstimator({ ...good, strategy: bad })).toThrow(RangeError)
  }
})
