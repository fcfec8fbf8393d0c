import type { PlotOptions } from '@observablehq/plot'

/** Shares of the axis: room at either end, and what lies between ticks at least; more where they have two digits or three. */
const MARGIN = 0.04
const GAP = 0.1
const WIDE_GAP = 0.16

/** Where ticks may stand within a decade, from few to many. */
const STEPS = [
  { steps: [1], gap: GAP },
  { steps: [1, 3], gap: GAP },
  { steps: [1, 2, 5], gap: GAP },
  { steps: [1, 1.5, 2, 3, 5, 7], gap: GAP },
  { steps: [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9], gap: GAP },
  { steps: decimals(10), gap: WIDE_GAP },
  { steps: decimals(100), gap: WIDE_GAP },
]
const FEWEST_TICKS = 4

/**
 * A logarithmic scale for positive values, with a little room at both ends, and ticks at round numbers, written in
 * full.
 */
export function logScale(values: readonly number[], label: string): PlotOptions['x'] & object {
  const low = Math.log10(Math.min(...values))
  const high = Math.log10(Math.max(...values))
  const room = MARGIN * (high - low) || 0.1
  const domain = [10 ** (low - room), 10 ** (high + room)] as const
  const ticks = STEPS.map(({ steps, gap }) => thin(roundNumbers(domain, steps), gap * (high - low)))
  return {
    type: 'log',
    domain,
    label,
    ticks: ticks.find(found => found.length >= FEWEST_TICKS) ?? ticks.at(-1)!,
    tickFormat: String,
  }
}

/** From 1 on, below 10, `parts` of each unit. */
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

/** Without those that stand closer than `gap`, in decades, to the one before. */
function thin(ticks: readonly number[], gap: number): number[] {
  const kept: number[] = []
  for (const tick of ticks) {
    if (kept.length === 0 || Math.log10(tick / kept.at(-1)!) >= gap) kept.push(tick)
  }
  return kept
}
