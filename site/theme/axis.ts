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

/**
 * An axis of logarithms, from the least to the most. It is labelled at 1, 2 and 5 times powers of ten, at powers alone if those are too
 * many, and at multiples of a round step if they are too few.
 */
export function logAxisFor(least: number, most: number): Axis {
  const [from, to] = least < most ? [least, most] : [least / 2, most * 2]
  const all: number[] = []
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
    for (const factor of [1, 2, 5]) all.push(Number(`${factor}e${power}`))
  }
  const within = all.filter(tick => tick >= from && tick <= to)
  const tens = within.filter(tick => Number.isInteger(Math.log10(tick)))
  if (within.length < 2) return { from, to, ticks: multiplesOf(roundStep((to - from) / 3), from, to) }
  return { from, to, ticks: within.length <= MOST_TICKS || tens.length < 2 ? within : tens }
}

/** Largest number of labels below a chart of a phone's width. */
const MOST_TICKS = 5

/** The position of a value, in per cent of the length of a logarithmic axis. */
export function placeOnLog({ from, to }: Axis, value: number): number {
  return placeOn({ from: Math.log(from), to: Math.log(to), ticks: [] }, Math.log(value))
}
