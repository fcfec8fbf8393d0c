import { Domain, type Questions, type View } from '../domain/domain.ts'
import { domainAsked, type RecordsGoal } from '../goal/records-goal.ts'

/** The views that people with records are asked about: those of all questions, or of the two that a goal is about. */
export function askedViews(
  questions: Questions,
  ask: 'pairs' | 'singles',
  goal?: RecordsGoal,
): readonly View[] {
  return domainAsked(Domain.of(questions), goal).views(ask)
}

/** The number of cells of all these views together. */
export function cellsOf(views: readonly Pick<View, 'cells'>[]): number {
  return views.reduce((sum, { cells }) => sum + cells, 0)
}
