import { type Column, columnValues } from '../../mechanism/column.ts'
import { isLong, type SetStore } from './set-store.ts'

/**
 * A column in the form that the layout keeps: dense, or by its levels. With a set, `Pr(y|θ) ∝ base·θ(S^c) + level·θ(S) + step·θ_point`,
 * where S is the shorter side of the set. Without a set (−1) it is `base + step·θ_point`. Without a point, `step` is 0.
 */
export type LaidOut =
  | { readonly kind: 'dense'; readonly values: Float64Array }
  | {
      readonly kind: 'levels'
      readonly base: number
      readonly level: number
      readonly step: number
      readonly point: number
      readonly set: number
    }

/**
 * Lays out a column.
 *
 * @param set the number of its set in `sets`, or −1 if it has none
 */
export function layOut(column: Column, set: number, sets: SetStore): LaidOut {
  if (column.kind === 'dense') return column
  const { peak, point, categories } = column
  // If the complement is the shorter side, the two levels change places.
  const [base, level] = isLong(column.set, categories)
    ? [column.level, column.base]
    : [column.base, column.level]
  if (point < 0) return { kind: 'levels', base, level, step: 0, point: 0, set }
  // A column without a set was given one that holds just its point, because the point is below the base.
  if (column.set.length === 0 && set >= 0)
    return { kind: 'levels', base, level: peak, step: 0, point: 0, set }
  const under = set >= 0 && sets.hasInside(set, point) ? level : base
  // A point below its surroundings would give a negative term.
  if (peak < under) return { kind: 'dense', values: columnValues(column) }
  return { kind: 'levels', base, level, step: peak - under, point, set }
}
