import { requireInteger } from '../../check/check.ts'
import type { LevelColumn, Pattern } from '../column.ts'
import { setColumn } from '../set-column.ts'
import { shiftColumns } from '../shift-column.ts'

/** From this many points on, columns do not list their blocks. Tallies then multiply all columns by one convolution. */
const MANY_POINTS = 1024
/** The cached columns have at most about this many members in all. */
const MOST_KEPT = 2 ** 22

/** The columns of a block design: the block of the response has a likelihood that is e^ε times that of all other categories. */
export function createBlockColumns(
  pattern: Pattern,
  epsilon: number,
  logScale: number,
): (response: unknown) => LevelColumn {
  const { categories, points: v } = pattern
  const shifted = shiftColumns(pattern, epsilon, logScale)
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
    if (v >= MANY_POINTS && isTelling(y)) return shifted(y)
    let cached = columns.get(y)
    if (cached === undefined) {
      if (columns.size === mostColumns) columns.clear()
      cached = setColumn(categories, shifted(y).set, epsilon, logScale)
      columns.set(y, cached)
    }
    return cached
  }
}
