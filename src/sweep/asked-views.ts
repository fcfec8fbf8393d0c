import { Domain, type Questions, type View } from '../domain/domain.ts'
import { viewsOfGoals } from '../loop/collection-goals.ts'
import { readGoals } from '../query/parse-goal.ts'

/** The views that people with several questions are asked about: those that goals need or, without any, all. */
export function askedViews(
  questions: Questions,
  ask: 'pairs' | 'singles',
  goals: readonly string[] = [],
): readonly View[] {
  const domain = Domain.of(questions)
  if (goals.length === 0) return domain.views(ask)
  return viewsOfGoals(readGoals({ goals }, { domain }), { domain, ask: 'pairs' })
}

/** The number of cells of all these views together. */
export function cellsOf(views: readonly Pick<View, 'cells'>[]): number {
  return views.reduce((sum, { cells }) => sum + cells, 0)
}
