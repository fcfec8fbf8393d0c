import { expect, test, vi } from 'vitest'
import { srr } from '../../../../src/mechanism/srr.ts'
import { updateDualAveraging } from '../../../../src/posterior/moves/dual-averaging.ts'
import { SoftmaxTarget } from '../../../../src/posterior/moves/softmax-target.ts'
import { type HmcState, hmc } from '../../../../src/posterior/samplers/hmc/hmc.ts'
import { stream } from '../../../../src/random/stream.ts'
import { errorsOf, expectLaw, expectResumable } from '../../../support/chain-laws.ts'
import { tallyOf } from '../../../support/tally.ts'

const K = 3
/** So many distinct columns that trajectories follow the expansion of the likelihood. */
const LEVELS = Array.from({ length: 12 }, (_, i) => srr({ categories: K, epsilon: 1 + i / 10 }))
/** The same over two categories: quadrature is then fast. */
const two = () =>
  tallyOf(
    LEVELS.flatMap((_, i) =>
      [3, 1].map((count, y) => [srr({ categories: 2, epsilon: 1 + i / 10 }), y, count] as const),
    ),
  )
const tally = () => tallyOf(LEVELS.flatMap(one => [3, 1, 1].map((count, y) => [one, y, count] as const)))
/** The expansion at a place so far from the posterior that many proposals are rejected; no more tuning. */
const farOff = (state: HmcState) => {
  expect(state.geometry.expanded).toBe(true)
  const anchor = state.z.length === 2 ? [0.4, 0.6] : [0.2, 0.4, 0.4]
  const geometry = { ...state.geometry, anchor }
  return Object.assign(state, { geometry, stepSize: 0.6, tuning: null })
}

// False alarms: 1e-8 for each test.
test('the law is the posterior, however far off the expansion is', () => {
  const few = two()
  const long = { steps: 2500, thinning: 1 }
  expectLaw(hmc({ tally: few, prior: [1, 2] }), few, [1, 2], farOff as never, long)
})

test('the twin under another prior is seen', () => {
  const few = two()
  const twin = hmc({ tally: few, prior: [4, 2] })
  expect(errorsOf(twin, few, [1, 2], farOff, { steps: 2500, thinning: 1 })).toBeGreaterThan(6)
})

test('a chain goes on from its state alone, in the warm-up and when the tally has grown', () => {
  const answers = tally()
  expectResumable(
    () => hmc({ tally: answers, warmup: 50 }),
    state => state,
    step => {
      if (step % 8 === 7) answers.add(LEVELS[step % 12], 2, 4)
    },
  )
})

test('mass matrix and anchor are renewed when the tally has grown by half, and not before', () => {
  const answers = tally()
  const sampler = hmc({ tally: answers })
  const rng = stream('grown')
  const state = farOff(sampler.init(rng))
  answers.add(LEVELS[0], 0, 30)
  sampler.step(rng, state)
  expect(state.geometry.size).toBe(60)
  answers.add(LEVELS[0], 0, 1)
  sampler.step(rng, state)
  expect(state.geometry.size).toBe(91)
})

test('after the warm-up the step size is the average that was tuned', () => {
  const sampler = hmc({ tally: tally(), warmup: 30 })
  const rng = stream('tuned')
  const state = sampler.init(rng)
  for (let step = 0; step < 29; step++) sampler.step(rng, state)
  const tuning = state.tuning!
  const { info } = sampler.step(rng, state)
  expect(state.tuning).toBeNull()
  const { logAverage } = updateDualAveraging(tuning.step, info.acceptance)
  expect(state.stepSize).toBeCloseTo(Math.exp(logAverage), 12)
})

test('a step says how many gradients its trajectories took, those where they start too', () => {
  const evaluate = vi.spyOn(SoftmaxTarget.prototype, 'evaluate')
  const sampler = hmc({ tally: tallyOf([[srr({ categories: 2, epsilon: 1 }), 0, 9]]) })
  const rng = stream('gradients')
  const state = sampler.init(rng)
  for (let step = 0; step < 5; step++) {
    evaluate.mockClear()
    const { info } = sampler.step(rng, state)
    expect(info).toMatchObject({ transitions: 2, gradients: evaluate.mock.calls.length })
  }
  evaluate.mockRestore()
})

test.each([
  ['is kept while its proposals are taken', 59, 0.5, true],
  ['whose proposals are seldom taken gets a second try', 19, 0.1, true],
  ['is then given up', 59, 0.1, false],
  ['is given up later, too', 149, 0.1, false],
])('at a renewal, an expansion %s', (_, made, taken, expanded) => {
  const sampler = hmc({ tally: tally(), warmup: 200 })
  const rng = stream('renewal')
  const state = sampler.init(rng)
  expect(state.geometry.expanded).toBe(true)
  const { step } = state.tuning!
  state.tuning = { ...state.tuning!, made, taken, step: { ...step, count: made }, mean: [0.2, 0.3, 0.5] }
  sampler.step(rng, state)
  expect(state.geometry.expanded).toBe(expanded)
  state.geometry.anchor.forEach((value, x) => {
    expect(Math.abs(value - [0.2, 0.3, 0.5][x])).toBeLessThan(0.05)
  })
  expect(state.tuning).toMatchObject({ made: made + 1, mean: [0, 0, 0], taken: 0, step: { count: 0 } })
})
