/** The range of a chart's axis, with round numbers for its labels. */
export interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
}

/** Ratio of the smallest to the largest value above which the axis omits zero. */
const NEAR = 0.6

/** The axis for values from the least to the most, with zero unless all values are far from it. */
export function axisFor(least: number, most: number): Axis {
  const margin = (most - least) * 0.08 || Math.abs(most) * 0.1 || 1
  const from = least < 0 || least > NEAR * most ? least - margin : 0
  const to = most > 0 ? most + (from === 0 ? most * 0.04 : margin) : 0
  return { from, to, ticks: multiplesOf(roundStep((to - from) / 4), from, to) }
}

/** The multiples of a step in a range, without rounding errors of repeated addition. */
function multiplesOf(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const last = Math.floor(to / step)
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)))
}

/** The smallest 1, 2 or 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find(factor => factor * power >= least) ?? 10)
}

/** The position of a value, in per cent of the axis's length. */
export function placeOn({ from, to }: Axis, value: number): number {
  return Math.min(100, Math.max(0, (100 * (value - from)) / (to - from)))
}
