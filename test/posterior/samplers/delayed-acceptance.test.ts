import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import {
  type DelayedAcceptanceState,
  delayedAcceptance,
} from '../../../src/posterior/samplers/delayed-acceptance.ts'
import { stream } from '../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../support/chain-laws.ts'
import { tallyOf } from '../../support/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
/** Two categories: quadrature is then fast. */
const two = () => tallyOf([20, 6].map((count, y) => [srr({ categories: 2, epsilon: 2 }), y, count] as const))
const tally = () => tallyOf([20, 6, 1].map((count, y) => [mechanism, y, count] as const))
/** An anchor so far from the posterior that many steps are rejected. */
const farOff = (state: DelayedAcceptanceState) =>
  Object.assign(state, { anchor: state.anchor.length === 2 ? [0.3, 0.7] : [0.05, 0.25, 0.7], tuning: null })

/** So many answers that the expansion is good where it is made, and no category is moved by the exact likelihood. */
const many = () => tallyOf([2e5, 6e4, 1e4].map((count, y) => [mechanism, y, count] as const))

test('a chain goes on from its state alone: accepted or rejected, and when the tally has grown', () => {
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
  const accepted = infos.filter(info => info.taken).length
  expect(accepted).toBeGreaterThan(5)
  expect(accepted).toBeLessThan(infos.length - 5)
})

test.each([
  ['by the exact likelihood', [200, 60, 10], 'learned', [0.5, 0.3, 0.2]],
  ['in pairs', [2e5, 6e4, 1e4], 0.01, [0.79, 0.18, 0.03]],
] as const)(
  'a chain whose categories also move %s goes on from its state alone',
  (_, counts, prior, anchor) => {
    const answers = tallyOf(counts.map((count, y) => [mechanism, y, count] as const))
    const infos = expectResumable(
      () => delayedAcceptance({ tally: answers, prior }),
      state => Object.assign(state, { anchor, tuning: null }),
    )
    const accepted = infos.filter(info => info.taken).length
    expect(accepted).toBeGreaterThan(5)
    expect(accepted).toBeLessThan(infos.length - 5)
  },
)

test('once the anchor has moved, steps are judged by what the new expansion leaves out', () => {
  const answers = many()
  const infos = expectResumable(
    () => delayedAcceptance({ tally: answers }),
    state => {
      const sampler = delayedAcceptance({ tally: answers })
      const rng = stream('before the last renewal')
      for (let made = 0; made < 40; made++) sampler.step(rng, state)
      return Object.assign(state, { anchor: [0.05, 0.25, 0.7] })
    },
  )
  const accepted = infos.map(info => info.taken)
  expect(accepted.slice(0, 20)).not.toContain(true)
  expect(accepted.slice(20).filter(Boolean).length).toBeGreaterThan(30)
})

test('each sweep moves the concentration too, forwards or backwards, as a reversible step has to', () => {
  const sampler = delayedAcceptance({ tally: many() })
  const rng = stream('both ways')
  const state = sampler.init(rng)
  for (let step = 0; step < 40; step++) {
    const before = state.concentration
    if (sampler.step(rng, state).info.taken) expect(state.concentration).not.toBe(before)
    else expect(state.concentration).toBe(before)
  }
})

test('a rejected step leaves all as it was, the concentration too', () => {
  const answers = many()
  const sampler = delayedAcceptance({ tally: answers })
  const rng = stream('rejected')
  const state = farOff(sampler.init(rng))
  let rejected = 0
  for (let step = 0; step < 40; step++) {
    const before = structuredClone(state)
    if (sampler.step(rng, state).info.taken) continue
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
