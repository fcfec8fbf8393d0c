import type { PlotOptions } from '@observablehq/plot'
import { labelGap, MARGIN } from './axis-room.ts'

/** Possible places for ticks within a decade, from few to many. */
const STEPS = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9],
  decimals(10),
  decimals(100),
]
const FEWEST_TICKS = 4

/**
 * A logarithmic scale for positive values, with a little room at both ends, and ticks at round numbers whose digits are
 * written out.
 */
export function logScale(values: readonly number[], label: string): PlotOptions['x'] & object {
  const low = Math.log10(Math.min(...values))
  const high = Math.log10(Math.max(...values))
  const room = MARGIN * (high - low) || 0.1
  const domain = [10 ** (low - room), 10 ** (high + room)] as const
  const ticks = STEPS.map(steps => thin(roundNumbers(domain, steps), high - low))
  return {
    type: 'log',
    domain,
    label,
    ticks: ticks.find(found => found.length >= FEWEST_TICKS) ?? ticks.at(-1)!,
    tickFormat: String,
  }
}

/** The numbers from 1 to below 10, in steps of `1 / parts`. */
function decimals(parts: number): number[] {
  return Array.from({ length: 9 * parts }, (_, i) => (parts + i) / parts)
}

function roundNumbers([low, high]: readonly [number, number], steps: readonly number[]): number[] {
  const found: number[] = []
  for (let decade = Math.floor(Math.log10(low)); 10 ** decade <= high; decade++) {
    for (const step of steps) {
      const value = Number(`${step}e${decade}`)
      if (value >= low && value <= high) found.push(value)
    }
  }
  return found
}

/** The ticks without those whose label would touch the one before, on an axis of this many decades. */
function thin(ticks: readonly number[], decades: number): number[] {
  const kept: number[] = []
  for (const tick of ticks) {
    const last = kept.at(-1)
    if (last === undefined || Math.log10(tick / last) >= labelGap(last, tick) * decades) kept.push(tick)
  }
  return kept
}
