import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { labelGap } from '../../src/report/axis-room.ts'
import { logScale } from '../../src/report/log-scale.ts'

test.each([
  [0.02, 0.5, [0.02, 0.05, 0.1, 0.2, 0.5]],
  [0.001, 1, [0.001, 0.01, 0.1, 1]],
  [0.35, 0.9, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]],
])('from %f to %f the ticks are round', (low, high, ticks) => {
  expect(logScale([high, low], 'x').ticks).toEqual(ticks)
})

test('on 1,000 random ranges the ticks lie within the domain, which holds the values, and keep a distance', () => {
  const rng = stream(1, 'ranges')
  for (let trial = 0; trial < 1000; trial++) {
    const low = 10 ** (-6 * rng.uniform())
    const high = low * 10 ** (0.02 + 4 * rng.uniform() ** 3)
    const { domain, ticks } = logScale([low, high], 'x') as { domain: [number, number]; ticks: number[] }
    expect(domain[0]).toBeLessThan(low)
    expect(domain[1]).toBeGreaterThan(high)
    const decades = Math.log10(high / low)
    ticks.forEach((tick, i) => {
      expect(tick).toBeGreaterThanOrEqual(domain[0])
      expect(tick).toBeLessThanOrEqual(domain[1])
      if (i === 0) return
      const gap = Math.log10(tick / ticks[i - 1]) / decades
      expect(gap).toBeGreaterThan(0.0999)
      expect(gap).toBeGreaterThan(0.999 * labelGap(ticks[i - 1], tick))
    })
  }
})

test('a single value has room around it', () => {
  const { domain } = logScale([0.3, 0.3], 'x') as { domain: [number, number] }
  expect(domain[1] / domain[0]).toBeGreaterThan(1.1)
})
