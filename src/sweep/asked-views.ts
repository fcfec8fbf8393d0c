import { Domain, type Questions, type View } from '../domain/domain.ts'
import { viewsOfGoals } from '../loop/collection-goals.ts'
import { readGoals } from '../query/parse-goal.ts'

/** The views of people with several questions: those that goals need or, without goals, all. */
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
