import { expect, test, vi } from 'vitest'
import { createMetric } from '../../../src/posterior/moves/metric.ts'
import { type Course, Nuts, type Target } from '../../../src/posterior/moves/nuts.ts'
import { drawLogGamma } from '../../../src/random/gamma.ts'
import { drawNormal } from '../../../src/random/normal.ts'
import { stream } from '../../../src/random/stream.ts'
import { gammaQ } from '../../support/special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue } from '../../support/statistics.ts'

const SHAPE = 1.5
/** z with e^z ~ Gamma(a), which is skew: `p(z) ∝ e^(az − e^z)`. */
const logGammaTarget = (a: number): Target => ({
  dimension: 1,
  evaluate(z, gradient) {
    gradient[0] = a - Math.exp(z[0])
    return a * z[0] - Math.exp(z[0])
  },
})
const normal: Target = {
  dimension: 2,
  evaluate(z, gradient) {
    for (let i = 0; i < 2; i++) gradient[i] = -z[i]
    return -(z[0] * z[0] + z[1] * z[1]) / 2
  },
}
const flat: Target = {
  dimension: 1,
  evaluate(_, gradient) {
    gradient[0] = 0
    return 0
  },
}
/** Along a target, with unit masses. */
const along = (target: Target): Course => ({
  target,
  metric: createMetric(target.dimension, new Array<number>(target.dimension).fill(1)),
})

/** The p-value of chains that start from exact draws of Gamma(SHAPE), after some transitions for a target. */
function afterTransitions(target: Target, stepSize: number): number {
  const nuts = new Nuts(1)
  const course = along(target)
  const rng = stream('nuts', stepSize)
  const ends = Array.from({ length: 3000 }, () => {
    const z = Float64Array.of(drawLogGamma(rng, SHAPE))
    for (let i = 0; i < 8; i++) nuts.transition(rng, z, course, stepSize)
    return Math.exp(z[0])
  })
  return ksPValue(ends, value => 1 - gammaQ(SHAPE, value))
}

// False alarms: 1e-6 for each step size.
test('leaves a skew law invariant, at small steps and at large ones', () => {
  for (const stepSize of [0.3, 1, 1.6]) {
    expect(afterTransitions(logGammaTarget(SHAPE), stepSize)).toBeGreaterThan(FALSE_ALARM)
  }
})

test('the twin that follows another law is seen not to', () => {
  expect(afterTransitions(logGammaTarget(SHAPE + 0.3), 1)).toBeLessThan(FALSE_ALARM)
})

// False alarm: 1e-6.
test('each point of a trajectory is chosen by its weight: where all weigh the same, all are as likely', () => {
  const nuts = new Nuts(1)
  // Without a force nothing turns back: there are 2⁷ points, and of these both the first and the chosen one are random.
  const points = 128
  const distances = new Float64Array(8)
  const [triangular, even] = [new Float64Array(8), new Float64Array(8)]
  const runs = 3000
  for (let run = 0; run < runs; run++) {
    const momentum = drawNormal(stream('flat', run))
    const z = Float64Array.of(0)
    nuts.transition(stream('flat', run), z, along(flat), 1)
    distances[Math.floor(Math.round(Math.abs(z[0] / momentum)) / 16)]++
  }
  for (let k = 0; k < points; k++) {
    triangular[k >> 4] += (runs * (k === 0 ? 1 : 2 * (1 - k / points))) / points
    even[k >> 4] += runs / points
  }
  expect(chiSquarePValue(distances, triangular)).toBeGreaterThan(FALSE_ALARM)
  expect(chiSquarePValue(distances, even)).toBeLessThan(FALSE_ALARM)
})

test('a trajectory ends when it has turned back: after about half of a period, whatever the steps', () => {
  const nuts = new Nuts(2)
  const rng = stream('nuts', 'turns')
  for (const stepSize of [0.1, 0.3]) {
    let gradients = 0
    const z = Float64Array.of(1, -1)
    for (let i = 0; i < 200; i++) {
      const info = nuts.transition(rng, z, along(normal), stepSize)
      gradients += info.gradients / 200
      expect(info.acceptance).toBeLessThanOrEqual(1)
      expect(info).toMatchObject({ divergences: 0, saturated: 0, taken: true })
    }
    // Half of a period are π/step steps. Doubling takes it to between one and two halves.
    expect(gradients).toBeGreaterThan((0.6 * Math.PI) / stepSize)
    expect(gradients).toBeLessThan((1.8 * Math.PI) / stepSize)
  }
})

test('a step that is far too large is reported as divergent, and the chain stays where it is', () => {
  const nuts = new Nuts(2)
  const z = Float64Array.of(1, -1)
  const info = nuts.transition(stream('nuts', 'diverges'), z, along(normal), 1000)
  expect(info).toMatchObject({ acceptance: 0, divergences: 1, saturated: 0, gradients: 2 })
  expect(Array.from(z)).toEqual([1, -1])
})

test('a trajectory that is cut before it has turned back is reported as saturated, with all its gradients', () => {
  for (const doublings of [3, 7]) {
    const course = { ...along(flat), doublings }
    const info = new Nuts(1).transition(stream('cut'), Float64Array.of(0), course, 1)
    expect(info).toMatchObject({ saturated: 1, gradients: 2 ** doublings, divergences: 0 })
  }
})

test('a transition begins with what the last one has found out, and gives the same as one that computes it', () => {
  const target = logGammaTarget(SHAPE)
  const evaluate = vi.spyOn(target, 'evaluate')
  const [one, other] = [stream('known'), stream('known')]
  const [known, unknown] = [Float64Array.of(0.3), Float64Array.of(0.3)]
  const nuts = new Nuts(1)
  const course = along(target)
  for (let i = 0; i < 20; i++) {
    evaluate.mockClear()
    const info = nuts.transition(one, known, course, 0.4)
    expect(info.gradients).toBe(evaluate.mock.calls.length)
    const anew = new Nuts(1).transition(other, unknown, course, 0.4)
    expect(anew).toEqual({ ...info, gradients: info.gradients + Number(i > 0) })
    expect(known).toEqual(unknown)
  }
})

test('it computes them again elsewhere, and on another course', () => {
  const nuts = new Nuts(2)
  const course = along(normal)
  const twin = { ...course, metric: createMetric(2, [0.5, 2]) }
  const z = Float64Array.of(1, -1)
  nuts.transition(stream('course'), z, course, 0.4)
  z[0] += 0.1
  for (const next of [course, twin, { ...twin }]) {
    const copy = z.slice()
    const expected = new Nuts(2).transition(stream('next'), copy, next, 0.4)
    expect(nuts.transition(stream('next'), z, next, 0.4)).toEqual(expected)
    expect(z).toEqual(copy)
  }
})

test('the energy of a transition is what its momentum adds to the potential, of mean n/2', () => {
  const nuts = new Nuts(2)
  const rng = stream('energy')
  const course = along(normal)
  const z = new Float64Array(2)
  let mean = 0
  const count = 4000
  for (let i = 0; i < count; i++) {
    const potential = (z[0] ** 2 + z[1] ** 2) / 2
    mean += (nuts.transition(rng, z, course, 0.5).energy - potential) / count
  }
  // The sum of two squares, halved, has the variance 1: false alarm 1e-6.
  expect(Math.abs(mean - 1)).toBeLessThan(4.9 / Math.sqrt(count))
})
