import { type Column, columnValues } from '../../mechanism/column.ts'
import { isLong, type SetStore } from './set-store.ts'

/**
 * A column as the layout keeps it: densely, or by its levels. With a set, `Pr(y|θ) ∝ base·θ(S^c) + level·θ(S) + step·θ_point`,
 * where S is the shorter side of the set; without one (set −1), `base + step·θ_point`. Without a point, `step` is 0.
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

/** Lays out a column that has this set, or −1 without one. */
export function layOut(column: Column, set: number, sets: SetStore): LaidOut {
  if (column.kind === 'dense') return column
  const { peak, point, categories } = column
  // Where the complement is the shorter side, the two levels change places.
  const [base, level] = isLong(column.set, categories)
    ? [column.level, column.base]
    : [column.base, column.level]
  if (point < 0) return { kind: 'levels', base, level, step: 0, point: 0, set }
  // A low point without a set is one itself.
  if (column.set.length === 0 && set >= 0)
    return { kind: 'levels', base, level: peak, step: 0, point: 0, set }
  const under = set >= 0 && sets.hasInside(set, point) ? level : base
  // A point below its surroundings would be a negative term.
  if (peak < under) return { kind: 'dense', values: columnValues(column) }
  return { kind: 'levels', base, level, step: peak - under, point, set }
}
