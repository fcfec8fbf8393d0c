/** The room at either end of an axis, as a share of the axis. */
export const MARGIN = 0.04
/** The least distance between two ticks, however short their labels, as a share of the axis. */
const LEAST = 0.1
/** Width of a digit, room between two labels, and length of the shortest axis, in pixels. */
const DIGIT = 6.9
const ROOM = 6
const AXIS = 250

/** The least distance between the ticks of two numbers at which their labels do not touch, as a share of the axis. */
export function labelGap(one: number, other: number): number {
  const digits = (String(one).length + String(other).length) / 2
  return Math.max(LEAST, (DIGIT * digits + ROOM) / AXIS)
}
