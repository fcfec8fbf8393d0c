import { expect, test } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { sequence } from '../../../../src/posterior/samplers/sequence/sequence.ts'
import type { SequenceState } from '../../../../src/posterior/samplers/sequence/sequence-state.ts'
import { createTally } from '../../../../src/posterior/tally/tally.ts'
import { stream } from '../../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../../support/chain-laws.ts'
import { tallyOf } from '../../../support/tally.ts'

const mechanism = srr({ categories: 3, epsilon: 2 })
/** Two categories: quadrature is then fast. */
const two = () => tallyOf([20, 6].map((count, y) => [srr({ categories: 2, epsilon: 2 }), y, count] as const))
const tally = () => tallyOf([20, 6, 1].map((count, y) => [mechanism, y, count] as const))
/** Chains that move this share of the categories at a time, by an expansion that is somewhat off. */
const moving = (fraction: number) => (state: SequenceState) => {
  const slope = state.expansion.slope.map((value, x) => value + [-4, 2, 2][x])
  return Object.assign(state, { fraction, expansion: { ...state.expansion, slope }, tuning: null })
}

// False alarms: 1e-8 for each law.
test.each([1, 0.95, 0.4])('the law is the posterior where a share of %d is moved at a time', fraction => {
  const few = two()
  expectLaw(sequence({ tally: few, prior: [1, 2] }), few, [1, 2], moving(fraction) as never)
})

test('the twin under another prior is seen', () => {
  const few = two()
  const twin = sequence({ tally: few, prior: [3, 2] })
  expect(errorsOf(twin, few, [1, 2], moving(1))).toBeGreaterThan(6)
})

test.each([1, 0.95, 0.4])(
  'a chain that moves a share of %d goes on from its state alone, while the tally grows',
  fraction => {
    const answers = tally()
    const infos = expectResumable(
      () => sequence({ tally: answers }),
      moving(fraction),
      step => {
        if (step % 12 === 11) answers.add(mechanism, 1, 1)
      },
    )
    expect(infos.every(({ acceptance }) => acceptance >= 0 && acceptance <= 1)).toBe(true)
    expect(infos.some(({ acceptance }) => acceptance < 0.9)).toBe(true)
  },
)

test('parts are made smaller where too few proposals are taken, and larger where many are', () => {
  const answers = tally()
  const sampler = sequence({ tally: answers, warmup: 400 })
  const rng = stream('parts')
  const bad = sampler.init(rng)
  const slope = bad.expansion.slope.map((value, x) => value + [-60, 30, 30][x])
  bad.expansion = { ...bad.expansion, slope }
  sampler.step(rng, bad)
  expect(bad.fraction).toBeLessThan(0.7)
  const good = Object.assign(sampler.init(rng), { fraction: 0.5 })
  for (let step = 0; step < 30; step++) sampler.step(rng, good)
  expect(good.fraction).toBeGreaterThan(0.9)
})

test('a step moves at most four parts, each of the share of the categories that is moved at a time', () => {
  const K = 100
  const fixed = srr({ categories: K, epsilon: 4 })
  const named = createTally(K)
  for (let y = 0; y < K; y++) named.add(fixed, y)
  // With fractions of answers there is no data augmentation, which moves all categories.
  const answers = named.withCounts(new Float64Array(K).fill(30.5))
  const sampler = sequence({ tally: answers, prior: 1 })
  const rng = stream('few parts')
  const state = Object.assign(sampler.init(rng), { fraction: 0.05, tuning: null })
  let most = 0
  for (let step = 0; step < 20; step++) {
    const before = state.theta.slice()
    sampler.step(rng, state)
    // The others change by one common factor.
    const factors = state.theta.map((value, x) => value / before[x]).sort((a, b) => a - b)
    const common = factors.map(factor => factors.filter(other => Math.abs(other / factor - 1) < 1e-9).length)
    most = Math.max(most, K - Math.max(...common))
  }
  // 20 of a hundred are expected to move; 45 have a probability below 1e-8.
  expect(most).toBeGreaterThan(5)
  expect(most).toBeLessThan(45)
})

test('in the first half of the warm-up the expansion moves to the mean so far, after 8 steps and after 32', () => {
  const sampler = sequence({ tally: tally(), warmup: 100 })
  const rng = stream('renewals')
  const state = sampler.init(rng)
  let drawn: number[][] = []
  const renewed: number[] = []
  for (let step = 1; step <= 100; step++) {
    const { expansion } = state
    sampler.step(rng, state)
    drawn.push(state.theta.slice())
    if (state.expansion === expansion) continue
    renewed.push(step)
    state.expansion.anchor.forEach((value, x) => {
      expect(value).toBeCloseTo(drawn.reduce((sum, theta) => sum + theta[x], 0) / drawn.length, 12)
    })
    drawn = []
  }
  expect(renewed).toEqual([8, 32])
})
