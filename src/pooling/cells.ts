/**
 * The answers a private quantile can give: the midpoints of 2⁵⁰ equal cells of the range. Values are rounded to the
 * borders between cells, each for itself, and everything between is whole numbers; so an answer's last bits say
 * nothing about the values beside it, and a value is never an answer.
 */
export const CELLS = 2 ** 50

/** The border nearest to a value of the range: a whole number from 0 to CELLS, never falling as the value grows. */
export function borderNear(value: number, [low, high]: readonly [number, number]): number {
  return Math.round(((value - low) / (high - low)) * CELLS)
}

/** The midpoint of a cell, 0 to CELLS − 1. */
export function midpoint(cell: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, low + (high - low) * ((cell + 0.5) / CELLS))
}
