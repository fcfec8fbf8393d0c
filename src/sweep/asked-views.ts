import { domainAsked, type RecordsGoal } from '../goal/records-goal.ts'
import { type Attributes, RecordDomain, type View } from '../records/attributes.ts'

/** The views that people with records are asked about: those of all attributes, or of the two that a goal is about. */
export function askedViews(
  attributes: Attributes,
  ask: 'pairs' | 'singles',
  goal?: RecordsGoal,
): readonly View[] {
  return domainAsked(new RecordDomain(attributes), goal).views(ask)
}

/** The number of cells of all these views together. */
export function cellsOf(views: readonly Pick<View, 'cells'>[]): number {
  return views.reduce((sum, { cells }) => sum + cells, 0)
}
