import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { gibbs } from '../../../src/posterior/samplers/gibbs.ts'
import { stream } from '../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../support/chain-laws.ts'
import { tallyOf } from '../../support/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 3 })
/** Two categories: quadrature is then fast. */
const two = () => tallyOf([20, 6].map((count, y) => [srr({ categories: 2, epsilon: 3 }), y, count] as const))
const tally = () => tallyOf([20, 6, 1].map((count, y) => [mechanism, y, count] as const))
const same = <State>(state: State) => state

// False alarms: 1e-8 for each test.
test('the law is the posterior', () => {
  const few = two()
  expectLaw(gibbs({ tally: few, prior: [1, 2] }), few, [1, 2], same)
})

test('the twin under another prior is seen', () => {
  const few = two()
  const twin = gibbs({ tally: few, prior: [3, 2] })
  expect(errorsOf(twin, few, [1, 2], same)).toBeGreaterThan(6)
})

test('a chain goes on from its state alone, while its concentration moves', () => {
  const answers = tally()
  expectResumable(
    () => gibbs({ tally: answers }),
    same,
    step => {
      if (step === 30) answers.add(mechanism, 2, 4)
    },
  )
  const sampler = gibbs({ tally: answers })
  const rng = stream('moves')
  const state = sampler.init(rng)
  const seen = new Set(Array.from({ length: 20 }, () => sampler.step(rng, state).state.concentration))
  expect(seen.size).toBe(20)
})

test('a stored state with a probability above 1 is refused', () => {
  const sampler = gibbs({ tally: tally(), prior: 1 })
  expect(() => sampler.resume!({ logTheta: [0.1, -1, -1], concentration: null })).toThrow(/^state.logTheta/)
})
