/**
 * The answers a private quantile can give: the midpoints of 2⁵⁰ equal cells of the range. Each value is rounded to a border between cells,
 * and all later steps are in whole numbers. So the last bits of an answer reveal nothing about nearby values, and no answer is a value.
 */
export const CELLS = 2 ** 50

/** The border nearest to a value of the range: a whole number from 0 to CELLS, which never falls as the value grows. */
export function borderNear(value: number, [low, high]: readonly [number, number]): number {
  return Math.round(((value - low) / (high - low)) * CELLS)
}

/** The midpoint of a cell, 0 to CELLS − 1. */
export function midpoint(cell: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, low + (high - low) * ((cell + 0.5) / CELLS))
}
