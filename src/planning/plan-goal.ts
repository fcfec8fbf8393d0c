import type { View } from '../domain/domain.ts'
import { isOrdered } from '../domain/read-question.ts'
import { channelGoals, placesOfGoal, viewsOfGoals } from '../loop/collection-goals.ts'
import { type Goal, readGoal } from '../query/parse-goal.ts'
import { type CategoriesSetting, planCategories } from './ask-categories.ts'
import { planGroups, pooledShare } from './ask-groups.ts'
import { planLaws } from './ask-laws.ts'
import { planNumbers } from './ask-numbers.ts'
import { associationThreshold, planAssociation } from './ask-tables.ts'
import type { PlannedLaws } from './planned-laws.ts'
import type { GoalPlanner } from './planner.ts'

/** The views of a goal, in a collection with these goals. */
export function viewsOfGoal(goal: Goal, goals: readonly Goal[], { asked }: PlannedLaws): View[] {
  const views = asked.domain.isSingle ? asked.domain.views('singles') : viewsOfGoals(goals, asked)
  return placesOfGoal(goal, asked, views).map(place => views[place])
}

/** Plans a goal about numbers, several questions or groups, by the rule of the collection. */
export function planGoal(
  setting: CategoriesSetting,
  goal: Goal,
  views: readonly View[],
  laws: PlannedLaws,
): GoalPlanner {
  const { asked } = laws
  const { domain, by } = asked
  const [view] = views
  if (by !== undefined) {
    const shared = pooledShare(goal, laws)
    return shared ? planGroups(setting, goal, shared, laws) : planLaws(setting, goal, views, laws)
  }
  if (views.length > 1) return planLaws(setting, goal, views, laws)
  if (view.questions.length > 1) {
    return associationThreshold(goal) === undefined
      ? planLaws(setting, goal, views, laws)
      : planAssociation(setting, goal, view, laws)
  }
  // The question as the only one of a collection, without a name.
  const own = domain.single(view.questions[0])
  const [text] = channelGoals([goal], asked, view, undefined)
  const unnamed = readGoal(text, { domain: own })
  const theta = laws.law(view, 0)
  const [kind] = own.kinds
  return isOrdered(kind)
    ? planNumbers(setting, unnamed, kind, theta)
    : planCategories({ ...setting, truths: [theta] }, unnamed, own)
}
