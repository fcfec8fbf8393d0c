import { expect, test } from 'vitest'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { slice } from '../../../src/posterior/samplers/slice.ts'
import { stream } from '../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../support/chain-laws.ts'
import { tallyOf } from '../../support/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
/** Two categories: quadrature is then fast. */
const two = () => tallyOf([20, 6].map((count, y) => [srr({ categories: 2, epsilon: 2 }), y, count] as const))
const tally = () => tallyOf([20, 6, 1].map((count, y) => [mechanism, y, count] as const))
const tuned = <State extends object>(state: State) => Object.assign(state, { tuning: null })

// False alarms: 1e-8 for each test.
test('the law is the posterior', () => {
  const few = two()
  expectLaw(slice({ tally: few, prior: [1, 2] }), few, [1, 2], tuned as never)
})

test('the twin under another prior is seen', () => {
  const few = two()
  const twin = slice({ tally: few, prior: [3, 2] })
  expect(errorsOf(twin, few, [1, 2], tuned)).toBeGreaterThan(6)
})

test('a chain goes on from its state alone, in the warm-up and when the answers begin to tell categories apart', () => {
  const K = 6
  const hashing = localHashing({
    categories: K,
    epsilon: 2,
    buckets: 2,
    partitions: [[0, 0, 0, 1, 1, 1]],
  })
  const answers = tallyOf([
    [hashing, 0, 20],
    [hashing, 1, 8],
  ])
  expectResumable(
    () => slice({ tally: answers, warmup: 40 }),
    state => state,
    step => {
      if (step === 15) answers.add(srr({ categories: K, epsilon: 1 }), 4, 3)
    },
  )
})

test('the tuning ends after the warm-up', () => {
  const sampler = slice({ tally: tally(), warmup: 20 })
  const rng = stream('tuning')
  const state = sampler.init(rng)
  for (let step = 0; step < 19; step++) sampler.step(rng, state)
  expect(state.tuning?.made).toBe(19)
  sampler.step(rng, state)
  expect(state.tuning).toBeNull()
})
