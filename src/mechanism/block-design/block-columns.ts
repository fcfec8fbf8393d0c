import { requireInteger } from '../../check/check.ts'
import type { LevelColumn, Pattern } from '../column.ts'
import { setColumn } from '../set-column.ts'
import { shiftColumns } from '../shift-column.ts'

/** Number of points from which on columns do not list their blocks. Tallies then multiply all columns by one convolution. */
const MANY_POINTS = 1024
/** Approximate largest number of members of all cached columns. */
const MOST_KEPT = 2 ** 22

/** The columns of a block design: the block of the response has a likelihood that is e^ε times that of all other categories. */
export function createBlockColumns(
  pattern: Pattern,
  epsilon: number,
  logScale: number,
): (response: unknown) => LevelColumn {
  const { categories, points: v } = pattern
  const shiftedColumns = shiftColumns(pattern, epsilon, logScale)
  /** Whether the block holds some of the categories, but not all. */
  const isTelling = (y: number) => {
    const first = pattern.holds(y, 0)
    for (let x = 1; x < categories; x++) if (pattern.holds(y, x) !== first) return true
    return false
  }
  const columns = new Map<number, LevelColumn>()
  const mostColumns = Math.ceil(MOST_KEPT / categories)
  return response => {
    const y = requireInteger('response', response, 0, v - 1)
    if (v >= MANY_POINTS && isTelling(y)) return shiftedColumns(y)
    let cached = columns.get(y)
    if (cached === undefined) {
      if (columns.size === mostColumns) columns.clear()
      cached = setColumn(categories, shiftedColumns(y).set, epsilon, logScale)
      columns.set(y, cached)
    }
    return cached
  }
}
