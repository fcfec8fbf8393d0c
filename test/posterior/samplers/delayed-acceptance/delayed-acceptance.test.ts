import { expect, test } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { delayedAcceptance } from '../../../../src/posterior/samplers/delayed-acceptance/delayed-acceptance.ts'
import type { DelayedAcceptanceState } from '../../../../src/posterior/samplers/delayed-acceptance/delayed-acceptance-state.ts'
import { stream } from '../../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../../support/chain-laws.ts'
import { tallyOf } from '../../../support/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
/** Two categories: quadrature is then fast. */
const two = () => tallyOf([20, 6].map((count, y) => [srr({ categories: 2, epsilon: 2 }), y, count] as const))
const tally = () => tallyOf([20, 6, 1].map((count, y) => [mechanism, y, count] as const))
/** An anchor so far from the posterior that many steps are rejected. */
const farOff = (state: DelayedAcceptanceState) =>
  Object.assign(state, { anchor: state.anchor.length === 2 ? [0.3, 0.7] : [0.05, 0.25, 0.7], tuning: null })

test('a chain goes on from its state alone: accepted or rejected, and when the tally has grown', () => {
  // So many answers that the expansion is good where it is made, and no category is moved by the exact likelihood.
  const many = () => tallyOf([2e5, 6e4, 1e4].map((count, y) => [mechanism, y, count] as const))
  const answers = many()
  const infos = expectResumable(
    () => delayedAcceptance({ tally: answers }),
    state => {
      const anchor = state.anchor.map((value, x) => value + [-0.06, 0.03, 0.03][x])
      return Object.assign(state, { anchor, tuning: null })
    },
    step => {
      if (step % 10 === 9) answers.add(mechanism, 2, 50)
    },
  )
  const accepted = infos.filter(info => info.accepted).length
  expect(accepted).toBeGreaterThan(5)
  expect(accepted).toBeLessThan(infos.length - 5)
})

test('a rejected step leaves all as it was, the concentration too', () => {
  const answers = tallyOf([2e5, 6e4, 1e4].map((count, y) => [mechanism, y, count] as const))
  const sampler = delayedAcceptance({ tally: answers })
  const rng = stream('rejected')
  const state = farOff(sampler.init(rng))
  let rejected = 0
  for (let step = 0; step < 40; step++) {
    const before = structuredClone(state)
    if (sampler.step(rng, state).info.accepted) continue
    rejected++
    expect(state).toEqual(before)
  }
  expect(rejected).toBeGreaterThan(5)
})

// False alarms: 1e-8 for each test.
test('the law is the posterior, however far off the expansion is', () => {
  const few = two()
  expectLaw(delayedAcceptance({ tally: few, prior: [1, 2] }), few, [1, 2], farOff as never)
})

test('the twin under another prior is seen', () => {
  const few = two()
  const twin = delayedAcceptance({ tally: few, prior: [3, 2] })
  expect(errorsOf(twin, few, [1, 2], farOff)).toBeGreaterThan(6)
})

test('the anchor moves to the mode when the tally has grown by half', () => {
  const answers = tally()
  const sampler = delayedAcceptance({ tally: answers })
  const rng = stream('grown')
  const state = farOff(sampler.init(rng))
  answers.add(mechanism, 0, 13)
  sampler.step(rng, state)
  expect([state.size, state.anchor]).toEqual([27, [0.05, 0.25, 0.7]])
  answers.add(mechanism, 0, 1)
  sampler.step(rng, state)
  expect(state.size).toBe(41)
  expect(state.anchor[0]).toBeGreaterThan(0.7)
})
