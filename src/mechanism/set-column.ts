import { type LevelColumn, levelColumn } from './column.ts'

/**
 * The column of a response that supports the members of a set: `e^logScale` for them, `e^−ε` of that for all others. A set of all
 * categories, like an empty one, distinguishes no categories, and its column is flat.
 */
export function setColumn(
  categories: number,
  set: Int32Array,
  epsilon: number,
  logScale: number,
): LevelColumn {
  if (set.length === categories) return levelColumn({ categories, logScale, logBase: 0 })
  return levelColumn({ categories, logScale, logBase: -epsilon, set, logLevel: 0 })
}
