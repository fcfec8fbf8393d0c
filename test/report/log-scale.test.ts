import { type PlotOptions, plot } from '@observablehq/plot'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { labelGap } from '../../src/report/linear-scale.ts'
import { logScale } from '../../src/report/log-scale.ts'

/** The labels of an axis, as Plot writes them. */
function labels(x: PlotOptions['x'] & object): (string | null)[] {
  const { document } = parseHTML('<!doctype html><html></html>')
  const drawn = plot({ x, document } as PlotOptions)
  return [...drawn.querySelectorAll('[aria-label="x-axis tick label"] text')].map(text => text.textContent)
}

test.each([
  [0.02, 0.5, [0.02, 0.05, 0.1, 0.2, 0.5]],
  [0.001, 1, [0.001, 0.01, 0.1, 1]],
  [0.35, 0.9, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9]],
  [0.29, 0.52, [0.3, 0.35, 0.4, 0.45, 0.5]],
  [0.09, 0.13, [0.09, 0.1, 0.11, 0.12, 0.13]],
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

test('on 300 random ranges every tick has its label, and so has one that a chart sets itself', () => {
  const rng = stream(2, 'ranges')
  for (let trial = 0; trial < 300; trial++) {
    const low = 10 ** (-6 * rng.uniform())
    const high = low * 10 ** (0.02 + 7 * rng.uniform() ** 3)
    expect(labels(logScale([low, high], 'x'))).toEqual(
      (logScale([low, high], 'x').ticks as number[]).map(String),
    )
  }
  const ticks = [500, 2000, 8000, 99_000]
  expect(labels({ ...logScale(ticks, 'x'), ticks })).toEqual(ticks.map(String))
})

test('a scale of 200,000 values is that of the smallest and the largest', () => {
  const values = Array.from({ length: 200_000 }, (_, i) => 1 + i)
  expect(logScale(values, 'x')).toEqual(logScale([200_000, 1], 'x'))
})

test('a single value has room around it', () => {
  const { domain } = logScale([0.3, 0.3], 'x') as { domain: [number, number] }
  expect(domain[1] / domain[0]).toBeGreaterThan(1.1)
  expect(logScale([0.3, 0.3], 'x').ticks).toEqual([0.25, 0.3, 0.35])
})
