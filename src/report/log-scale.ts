import type { PlotOptions } from '@observablehq/plot'
import { extent, labelGap, MARGIN, multiples } from './linear-scale.ts'

/** Possible positions of ticks within a decade, from few to many. */
const STEPS = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7], [1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9]]
/** Smallest number of ticks. With fewer, a finer division of decades is chosen. */
const FEWEST_TICKS = 4

/**
 * The base of the logarithm. No position depends on it, but the labels do: Plot lets d3 blank some of the labels of a logarithmic
 * axis, even where the ticks are given. d3 blanks none if it would itself set at most ten ticks, and for a base that is not a
 * whole number it sets no more than there are powers of the base.
 */
const BASE = 1000.5

/** A logarithmic scale for positive values, with a little room at both ends, and ticks at round numbers, written in full. */
export function logScale(values: readonly number[], label: string): PlotOptions['x'] & object {
  const [low, high] = extent(values).map(Math.log10)
  const room = MARGIN * (high - low) || 0.1
  const domain = [10 ** (low - room), 10 ** (high + room)] as const
  const decades = high - low || 2 * room
  const ticks = STEPS.map(steps => thin(roundNumbers(domain, steps), decades))
  return {
    type: 'log',
    base: BASE,
    domain,
    label,
    ticks: ticks.find(found => found.length >= FEWEST_TICKS) ?? evenTicks(domain, decades),
    tickFormat: String,
  }
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

/** Multiples of a step: the smallest of 1, 2 or 5 times a power of ten at which no label touches the next. */
function evenTicks(domain: readonly [number, number], decades: number): number[] {
  let ticks: number[] = []
  for (let power = Math.floor(Math.log10(domain[1])); ; power--) {
    for (const digit of [5, 2, 1]) {
      const finer = multiples(Number(`${digit}e${power}`), domain)
      if (thin(finer, decades).length < finer.length) return ticks
      ticks = finer
    }
  }
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
