/** Share of an axis that is room at either end. */
export const MARGIN = 0.04
/** What lies between two ticks at least, however short their labels: a share of the axis. */
const LEAST = 0.1
/** Width of a digit, room between two labels, and length of the shortest axis, in pixels. */
const DIGIT = 6.9
const ROOM = 6
const AXIS = 250

/** What lies between the ticks of two numbers at least, so that their labels do not touch: a share of the axis. */
export function labelGap(one: number, other: number): number {
  const digits = (String(one).length + String(other).length) / 2
  return Math.max(LEAST, (DIGIT * digits + ROOM) / AXIS)
}
