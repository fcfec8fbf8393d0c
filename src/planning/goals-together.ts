import { channelGoals } from '../loop/collection-goals.ts'
import { vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import { termsOf } from '../query/of-query.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import { stream } from '../random/stream.ts'
import { planCategories } from './ask-categories.ts'
import { planGoal, viewsOfGoal } from './plan-goal.ts'
import type { PlannedLaws } from './planned-laws.ts'
import type { GoalPlanner } from './planner.ts'
import type { PowerSetting } from './power-options.ts'

/** The answers that settle a goal. */
interface Answers {
  /** A name that is the same for all goals settled by the same answers. */
  readonly name: string
  /** The indices of the groups whose people answer. */
  readonly groups: readonly number[]
}

/** The goals of a collection, planned together. */
export class GoalsTogether {
  private readonly seed: string | number
  private readonly plans: readonly { readonly planner: GoalPlanner; readonly answers: Answers }[]

  constructor(setting: PowerSetting, goals: readonly Goal[]) {
    const { laws, vocabulary } = setting
    this.seed = setting.seed
    this.plans = goals.map(goal => {
      if (laws === undefined) {
        const answers = { name: queriesOf(goal).join(), groups: [0] }
        return { planner: planCategories(setting, goal, vocabulary.domain), answers }
      }
      const views = viewsOfGoal(goal, goals, laws)
      return { planner: planGoal(setting, goal, views, laws), answers: answersFor(goal, goals, laws) }
    })
  }

  /**
   * The number of people to invite until all goals are settled, for `count` collections, sorted. People are asked for goals that are not
   * settled yet: goals that share answers take as many people as the one that takes most, the numbers of other goals add up, and groups are
   * counted separately.
   *
   * @param people number of people, after whose answers there is a last look; default unlimited
   */
  people(epsilon: number, count: number, people?: number): Float64Array {
    const [first, ...others] = this.plans
    if (others.length === 0) return first.planner.people(epsilon, count, people)
    const byAnswers = new Map<string, { readonly groups: readonly number[]; counts: Float64Array }>()
    for (const { planner, answers } of this.plans) {
      const counts = planner.people(epsilon, count)
      const known = byAnswers.get(answers.name)
      // Both are sorted, because a collection that is slow for one goal is slow for the other.
      if (known)
        known.counts = known.counts.map((most, i) => Math.max(most, at(counts, i, known.counts.length)))
      else byAnswers.set(answers.name, { groups: answers.groups, counts })
    }
    const parts = [...byAnswers.values()]
    const groups = [...new Set(parts.flatMap(part => part.groups))]
    const rng = stream(this.seed, 'goals of a plan', epsilon)
    const { length } = parts[0].counts
    return Float64Array.from({ length }, () => {
      // Drawn at random, because different answers are independent.
      const sample = parts.map(({ counts }) => counts[rng.integer(counts.length)])
      const perGroup = groups.map(g =>
        parts.reduce((sum, part, i) => sum + (part.groups.includes(g) ? sample[i] : 0), 0),
      )
      return Math.max(...perGroup)
    }).sort()
  }

  /** The margins that the only goal reaches with this many people, sorted. */
  margins(epsilon: number, people: number, count: number): Float64Array {
    return this.plans[0].planner.margins(epsilon, people, count)
  }
}

/** The answers for a goal: those to its views or, for a single question, to the channels of its queries. */
function answersFor(goal: Goal, goals: readonly Goal[], laws: PlannedLaws): Answers {
  const { asked, shares } = laws
  const named = queriesOf(goal)
    .flatMap(query => termsOf(query, vocabularyOfLaws(asked)))
    .flatMap(({ groups = asked.by ?? [] }) => groups)
  const groups =
    asked.by === undefined ? [0] : shares.flatMap((_, g) => (named.includes(asked.by![g]) ? [g] : []))
  const views = viewsOfGoal(goal, goals, laws)
  const channels = views.map(view => [
    ...view.questions,
    ...channelGoals([goal], asked, view, asked.by?.[groups[0]]).map(text => text.replace(/ [±>].*/u, '')),
  ])
  return { name: channels.join(), groups }
}

/** The entry of a sorted list at the quantile of the i-th of `length` entries. */
function at(counts: Float64Array, i: number, length: number): number {
  return counts[Math.floor(((i + 0.5) / length) * counts.length)]
}
