import { expect, test } from 'vitest'
import { createMetric } from '../../../src/posterior/moves/metric.ts'
import { Nuts, type Target } from '../../../src/posterior/moves/nuts.ts'
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
const identity = (n: number) => createMetric(n, new Array<number>(n).fill(1))

/** The p-value of chains that start from exact draws of Gamma(SHAPE), after some transitions for a target. */
function afterTransitions(target: Target, stepSize: number): number {
  const nuts = new Nuts(target, identity(1))
  const rng = stream('nuts', stepSize)
  const ends = Array.from({ length: 3000 }, () => {
    const z = Float64Array.of(drawLogGamma(rng, SHAPE))
    for (let i = 0; i < 8; i++) nuts.transition(rng, z, stepSize)
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
  const flat: Target = {
    dimension: 1,
    evaluate(_, gradient) {
      gradient[0] = 0
      return 0
    },
  }
  const nuts = new Nuts(flat, identity(1))
  // Without a force nothing turns back: there are 2⁷ points, and of these both the first and the chosen one are random.
  const points = 128
  const distances = new Float64Array(8)
  const [triangular, even] = [new Float64Array(8), new Float64Array(8)]
  const runs = 3000
  for (let run = 0; run < runs; run++) {
    const momentum = drawNormal(stream('flat', run))
    const z = Float64Array.of(0)
    nuts.transition(stream('flat', run), z, 1)
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
  const nuts = new Nuts(normal, identity(2))
  const rng = stream('nuts', 'turns')
  for (const stepSize of [0.1, 0.3]) {
    let gradients = 0
    const z = Float64Array.of(1, -1)
    for (let i = 0; i < 200; i++) {
      const info = nuts.transition(rng, z, stepSize)
      gradients += info.gradients / 200
      expect(info.acceptance).toBeLessThanOrEqual(1)
      expect(info.divergent).toBe(false)
    }
    // Half of a period are π/step steps. Doubling takes it to between one and two halves.
    expect(gradients).toBeGreaterThan((0.6 * Math.PI) / stepSize)
    expect(gradients).toBeLessThan((1.8 * Math.PI) / stepSize)
  }
})

test('a step that is far too large is reported as divergent, and the chain stays where it is', () => {
  const nuts = new Nuts(normal, identity(2))
  const z = Float64Array.of(1, -1)
  const info = nuts.transition(stream('nuts', 'diverges'), z, 1000)
  expect(info).toEqual({ acceptance: 0, divergent: true, gradients: 1 })
  expect(Array.from(z)).toEqual([1, -1])
})
