import type { PlotOptions } from '@observablehq/plot'
import { labelGap, MARGIN } from './axis-room.ts'
import { extent } from './extent.ts'

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

/** The multiples of a step within the domain, without rounding errors in their digits. */
export function multiples(step: number, [low, high]: readonly [number, number]): number[] {
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}
