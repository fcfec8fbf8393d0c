import type { PlotOptions } from '@observablehq/plot'

/** The room at either end of an axis, as a share of the axis. */
export const MARGIN = 0.04
/** Smallest distance between two ticks with short labels, as a share of the axis. */
const LEAST = 0.1
/** Width of a digit, room between two labels, and length of the shortest axis, in pixels. */
const DIGIT = 6.9
const ROOM = 6
const AXIS = 250

/** The smallest distance between two ticks at which their labels do not touch, as a share of the axis. */
export function labelGap(one: number, other: number): number {
  const digits = (String(one).length + String(other).length) / 2
  return Math.max(LEAST, (DIGIT * digits + ROOM) / AXIS)
}

/** Steps between two ticks, to be multiplied by a power of ten. */
const STEPS = [1, 2, 5]

/** A linear scale that covers 0 and the values, with a little room at both ends, and ticks at round numbers whose labels do not touch. */
export function linearScale(values: readonly number[], label: string): PlotOptions['x'] & object {
  const [low, high] = extent([0, ...values])
  const length = high - low || 1
  const domain = [low - MARGIN * length, high + MARGIN * length] as const
  let ticks: number[] = []
  for (let power = Math.floor(Math.log10(length)) - 1; ; power++) {
    for (const digit of STEPS) {
      const step = Number(`${digit}e${power}`)
      ticks = multiples(step, domain)
      const hasRoom = (tick: number, i: number) => i === 0 || step >= labelGap(ticks[i - 1], tick) * length
      if (ticks.every(hasRoom)) return { domain, label, ticks, tickFormat: String }
    }
  }
}

/** A number in short, 1.5K or 2M, for the ticks of an axis. */
export const compact = (value: number): string =>
  value.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 4 })

/** The multiples of a step within the domain, without rounding errors in their digits. */
export function multiples(step: number, [low, high]: readonly [number, number]): number[] {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/**
 * The smallest and the largest of at least one value. `Math.min(...values)` would fail for more than about 100,000 values, the largest
 * number of arguments of a call.
 */
export function extent(values: readonly number[]): [least: number, most: number] {
  return values.reduce(
    ([least, most], value): [number, number] => [Math.min(least, value), Math.max(most, value)],
    [Infinity, -Infinity],
  )
}
