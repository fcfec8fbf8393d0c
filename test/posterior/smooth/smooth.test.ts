import { expect, test } from 'vitest'
import { smooth } from '../../../src/posterior/smooth/smooth.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { strayFrom } from '../../support/smooth-chains.ts'
import { fewAnswers, quadrature } from '../../support/smooth-quadrature.ts'

test('draws have the means, and the hyperparameters the probabilities, of quadrature over three bins (false alarm 1e-7)', () => {
  const tally = fewAnswers()
  const stray = strayFrom(tally, quadrature(tally))
  expect(stray.length).toBeGreaterThan(10)
  expect(Math.max(...stray)).toBeLessThan(6)
})

test('a state that is written down continues the same chain', () => {
  const tally = fewAnswers()
  const sampler = smooth({ tally, warmup: 20 })
  const rng = stream(1, 'a')
  const state = sampler.init(rng)
  for (let i = 0; i < 10; i++) sampler.step(rng, state)
  const copy = smooth({ tally, warmup: 20 }).resume!(JSON.parse(JSON.stringify(state)))
  const [one, other] = [stream(2, 'b'), stream(2, 'b')]
  for (let i = 0; i < 20; i++) {
    sampler.step(one, state)
    sampler.step(other, copy)
  }
  expect(copy).toEqual(state)
})

test('a state that no chain can be in is refused', () => {
  const sampler = smooth({ tally: fewAnswers() })
  const state = sampler.init(stream(1))
  expect(() => sampler.resume!({ ...state, point: 21 })).toThrow(
    'state.point must be a whole number from 0 to 20; got 21',
  )
  expect(() => sampler.resume!({ ...state, z: [1] })).toThrow('state.z must be a list of 6 numbers')
})

test('a density needs two bins', () => {
  expect(() => smooth({ tally: createTally(3) })).toThrow(
    'categories must be at least 4, with two bins; got 3',
  )
})
