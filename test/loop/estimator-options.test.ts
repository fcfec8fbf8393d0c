import { expect, test } from 'vitest'
import { createEstimator } from '../../src/loop/estimator.ts'
import type { EstimatorOptions } from '../../src/loop/snapshot.ts'
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
  [{ prior: { length: 3e8 } }, /^prior must be a vector of 5 numbers/],
  [{ publicPrior: { length: 3e8 } }, /^publicPrior must be a vector of 5 numbers/],
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

test.each(['sgld', 'sgrld'] as const)('without a prior the sampler %s has 1', sampler => {
  const { prior: _, ...options } = { ...OPTIONS, sampler }
  const [one, other] = [createEstimator(options), createEstimator({ ...options, prior: 1 })]
  const [first, second] = [one, other].map(estimator => {
    collect(estimator, crowd(stream(1, 'default prior'), [1, 2, 3, 4, 5]), 20)
    return estimator.estimate().draws
  })
  expect(first).toEqual(second)
})
