import { expect, test, vi } from 'vitest'
import { mcse } from '../../../src/posterior/draws/diagnostics.ts'
import { createMetric } from '../../../src/posterior/moves/metric.ts'
import type { Target } from '../../../src/posterior/moves/nuts.ts'
import { type Route, renewalsOf, TunedNuts, type Tuning } from '../../../src/posterior/moves/tuned-nuts.ts'
import { stream } from '../../../src/random/stream.ts'

const logNormal = (z: number, mean: number, sd: number) => -(((z - mean) / sd) ** 2) / 2
/** A normal law of this mean and standard deviation. */
const normal = (mean: number, sd: number): Target => ({
  dimension: 1,
  evaluate(z, gradient) {
    gradient[0] = (mean - z[0]) / sd ** 2
    return logNormal(z[0], mean, sd)
  },
})
const metric = createMetric(1, [1])

test.each([
  [0, [0]],
  [10, [8]],
  [24, [19]],
  [25, [20]],
  [74, [20]],
  [75, [20, 60]],
  [100, [20, 60]],
  [200, [20, 60, 150]],
  [Number.MAX_SAFE_INTEGER, [20, 60, 150]],
])('a warm-up of %d steps has its renewals after %j', (length, renewals) => {
  expect(renewalsOf(length)).toEqual(renewals)
})

test('a renewal is due on schedule, with the mean since the last one and the share that was taken', () => {
  const found: Tuning[] = []
  const nuts = new TunedNuts({ warmup: 200, firstStep: 0.5, width: 2 })
  const state = nuts.start([0])
  for (let step = 1; step <= 200; step++) {
    const learnt = nuts.tune(state, { acceptance: 0.8, taken: step % 4 === 0 }, [step, 2 * step])
    if (learnt) found.push(learnt)
    expect(state.tuning?.made).toBe(step < 200 ? step : undefined)
  }
  // Means of 1 … 20, 21 … 60 and 61 … 150.
  const expected = [
    [20, 10.5, 5 / 20],
    [60, 40.5, 10 / 40],
    [150, 105.5, 22 / 90],
  ]
  expect(found.map(({ made }) => made)).toEqual([20, 60, 150])
  found.forEach(({ mean, taken }, i) => {
    expect(mean[0]).toBeCloseTo(expected[i][1], 12)
    expect(mean[1]).toBeCloseTo(2 * expected[i][1], 12)
    expect(taken).toBeCloseTo(expected[i][2], 12)
  })
})

test('a step size that is tuned has the mean acceptance that it is tuned to', () => {
  const route = { target: normal(3, 0.01), metric }
  for (const aim of [0.6, 0.9]) {
    const nuts = new TunedNuts({ warmup: 400, firstStep: 5, aim })
    const rng = stream('aim', aim)
    const state = nuts.start([3])
    for (let step = 0; step < 400; step++) nuts.tune(state, nuts.travel(rng, state, route))
    expect(state.tuning).toBeNull()
    let mean = 0
    for (let step = 0; step < 2000; step++) mean += nuts.travel(rng, state, route).acceptance / 2000
    expect(Math.abs(mean - aim)).toBeLessThan(0.12)
  }
})

/** A chain along a law far from N(0, 1), by which it is judged after so many trajectories. */
function judgedChain(transitions: number) {
  const nuts = new TunedNuts({ warmup: 0, firstStep: 0.8 })
  const target = normal(0.6, 1.3)
  const excess = vi.fn((z: Float64Array) => logNormal(z[0], 0, 1) - logNormal(z[0], 0.6, 1.3))
  const route: Route = { target, metric, transitions, excess }
  return { nuts, state: nuts.start([0]), route, target, excess }
}

/** How many Monte Carlo errors the mean and the mean square of a chain along this route are from those of N(0, 1). */
function strayOf({ nuts, state }: ReturnType<typeof judgedChain>, route: Route): number {
  const rng = stream('judged', route.transitions ?? 0)
  const draws = Float64Array.from({ length: 20_000 }, () => {
    nuts.travel(rng, state, route)
    return state.z[0]
  })
  const errors = ([of, exact]: readonly [(z: number) => number, number]) => {
    const values = draws.map(of)
    return Math.abs(values.reduce((sum, value) => sum + value / values.length, 0) - exact) / mcse([values])
  }
  return Math.max(errors([z => z, 0]), errors([z => z * z, 1]))
}

// False alarms: 1e-6 for each.
test.each([1, 4])('the law is the exact one whatever the surrogate, judged after %d trajectories', many => {
  const chain = judgedChain(many)
  expect(strayOf(chain, chain.route)).toBeLessThan(5)
})

test('the twin that accepts every outcome of the surrogate is seen', () => {
  const chain = judgedChain(1)
  expect(strayOf(chain, { target: chain.target, metric })).toBeGreaterThan(20)
})

test('a chain looks at the exact density once a step, and where an outcome is rejected it stays', () => {
  const { nuts, state, route, excess } = judgedChain(1)
  const rng = stream('looks')
  let rejected = 0
  for (let step = 0; step < 100; step++) {
    excess.mockClear()
    const before = state.z[0]
    const { taken } = nuts.travel(rng, state, route)
    expect(excess).toHaveBeenCalledTimes(step === 0 ? 2 : 1)
    if (taken) continue
    rejected++
    expect(state.z[0]).toBe(before)
  }
  expect(rejected).toBeGreaterThan(5)
})

test('a chain goes on from its state alone, beside others, and elsewhere and on another route it looks anew', () => {
  const { nuts, state, route } = judgedChain(2)
  const other = nuts.start([1])
  const [one, twin] = [stream('alone'), stream('alone')]
  let stored = structuredClone(state)
  for (let step = 0; step < 60; step++) {
    nuts.travel(stream('other', step), other, route)
    if (step % 2 === 1) state.z[0] = stored.z[0] = 3 - (step % 4)
    // After 30 steps, a surrogate that is the exact law but for a constant.
    const now = step < 30 ? route : { target: normal(0, 1), metric, excess: () => 7 }
    nuts.travel(one, state, now)
    judgedChain(2).nuts.travel(twin, stored, now)
    expect(stored).toEqual(state)
    stored = structuredClone(stored)
  }
})

test('a step reports all of its trajectories, those that were cut too, and the energy of the last', () => {
  const flat: Target = { dimension: 1, evaluate: (_, gradient) => Number(gradient.fill(0)[0]) }
  const nuts = new TunedNuts({ warmup: 0, firstStep: 1 })
  const route = { target: flat, metric, transitions: 3, doublings: 2 }
  const info = nuts.travel(stream('cut'), nuts.start([0]), route)
  expect(info).toMatchObject({
    transitions: 3,
    saturated: 3,
    divergences: 0,
    gradients: 1 + 3 * 3,
    acceptance: 1,
  })
  expect(info.energy).toBeGreaterThan(0)
})
