import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { labelGap, linearScale } from '../../src/report/linear-scale.ts'

test.each([
  [-0.00077, 0.00031, [-0.0005, 0]],
  [0.02, 0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]],
  [-3, -1, [-3, -2.5, -2, -1.5, -1, -0.5, 0]],
  [0, 0, [0]],
])('from %f to %f the ticks are round', (low, high, ticks) => {
  expect(linearScale([high, low], 'x').ticks).toEqual(ticks)
})

test('on 1,000 random ranges the ticks lie within the domain, which holds the values and 0, and keep a distance', () => {
  const rng = stream(1, 'ranges')
  for (let trial = 0; trial < 1000; trial++) {
    const size = 10 ** (4 - 9 * rng.uniform())
    const values = [size * (rng.uniform() - 0.5), size * (rng.uniform() - 0.5)]
    const { domain, ticks } = linearScale(values, 'x') as { domain: [number, number]; ticks: number[] }
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
    expect(domain[0]).toBeLessThan(low)
    expect(domain[1]).toBeGreaterThan(high)
    expect(ticks).toContain(0)
    ticks.forEach((tick, i) => {
      expect(tick).toBeGreaterThanOrEqual(domain[0])
      expect(tick).toBeLessThanOrEqual(domain[1])
      if (i > 0)
        expect((tick - ticks[i - 1]) / (high - low)).toBeGreaterThan(0.999 * labelGap(ticks[i - 1], tick))
    })
  }
})
