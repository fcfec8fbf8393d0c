import { refuse } from '../check/check.ts'
import type { Domain } from '../domain/domain.ts'
import { CategoriesJudge, CLOSER_DRAWS, DRAWS, WORTH } from '../loop/goal/categories-judge.ts'
import { priorOfOne } from '../loop/goal/one-category.ts'
import { FIRST_ANSWERS } from '../loop/goal/verdict.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { MOST_TOLD_APART } from '../posterior/samplers/expanded-draws.ts'
import { type AimedGoal, aimedAt, setOf } from '../query/aimed-goal.ts'
import type { Goal, OrderGoal } from '../query/parse-goal.ts'
import { askedFunctional, truthOf } from './ask-functional.ts'
import { LearntPrior } from './learnt-prior.ts'
import { collectedFor } from './planned-channel.ts'
import { type Asked, type Collected, GoalPlanner, type PartSetting } from './planner.ts'
import { askedFrequency } from './settle-frequency.ts'
import { orderOfAll, orderOfTwo } from './settle-order.ts'
import { askedThreshold } from './settle-threshold.ts'

/** Largest number of drawn truths for goals about the top k, because each truth needs many designs. */
const MOST_TRUTHS_OF_TOP = 8
/** Largest number of looks in all, for goals whose looks take long. */
const LOOKS_AT_ALL = 16_000

/** Options of a plan of categories. */
export interface CategoriesSetting extends PartSetting {
  readonly truths: readonly Float64Array[]
  /** A channel of the caller's own, for all people. */
  readonly mechanism: Mechanism | undefined
  readonly prior: number | 'learned'
  /** The share of answers that may be arbitrary. */
  readonly liars: number
}

/** Plans a goal about categories. Results that do not depend on ε are computed once. */
export function planCategories(setting: CategoriesSetting, goal: Goal, domain: Domain): GoalPlanner {
  const { truths, strategy, mechanism, catalogue, liars } = setting
  const isOfAll = 'order' in goal && goal.order.length > 2
  const used = isOfAll ? truths.slice(0, MOST_TRUTHS_OF_TOP) : truths
  const aimed = aimedAt(goal, { domain })
  const ask = askerOf(setting, aimed)
  const askedAt = (epsilon: number) =>
    used.map(theta => {
      const collected = collectedFor(aimed, { epsilon, strategy, mechanism, catalogue, liars }, theta)
      if (!(collected.information(FIRST_ANSWERS) > 0))
        refuse('mechanism', strategy, 'one whose answers tell what the goal is about')
      const { shift } = collected
      if ('within' in goal && !(goal.within > shift))
        refuse(
          'the width of the goal',
          goal.within,
          `above ${shift}, by which liars can shift the answer, however many people answer`,
        )
      return ask(collected)
    })
  return new GoalPlanner(setting, askedAt, isOfAll ? LOOKS_AT_ALL : undefined)
}

function askerOf(setting: CategoriesSetting, aimed: AimedGoal): (collected: Collected) => Asked {
  const { truths, prior, confidence, strategy, mechanism } = setting
  const { goal } = aimed
  const K = truths[0].length
  const isPooled = strategy === 'auto' && mechanism === undefined
  const learning = { prior, confidence, isPooled }
  if ('order' in goal && goal.order.length > 2) {
    if (K > MOST_TOLD_APART) refuse('categories', K, `at most ${MOST_TOLD_APART}, for a goal of the top k`)
    return orderOfAll({ take: goal.take, by: goal.by ?? 0 }, learning, K)
  }
  const pair = pairOf(aimed, K)
  if (pair) return orderOfTwo(pair, (goal as OrderGoal).by ?? 0, learning, K)
  const set = setOf(aimed, K)
  if (set === undefined) return askerOfFunctional(setting, aimed, K)
  const learnt = new LearntPrior(prior, K)
  const own = priorOfOne(prior, set, K)
  const priors = (theta: Float64Array, sd: number) => ({
    own,
    get drawn() {
      return learnt.ofOne(theta, sd, set.length)
    },
  })
  return 'within' in goal
    ? askedFrequency(set, goal.within, priors, confidence)
    : askedThreshold(set, (goal as { above: number }).above, priors, confidence)
}

/** The two categories of a comparison of single shares. */
function pairOf(aimed: AimedGoal, K: number): readonly [number, number] | undefined {
  const { goal, functionals } = aimed
  if (!('order' in goal)) return undefined
  const categories = goal.order.map((query, i) => {
    const set = setOf({ ...aimed, goal: { query, above: 0 }, functionals: [functionals[i]] }, K)
    return set?.length === 1 ? set[0] : -1
  })
  const [a, b] = categories
  return a < 0 || b < 0 ? undefined : [a, b]
}

/** Plans a goal without a rule of its own: the judge's rule of draws, under a normal posterior of the value. */
function askerOfFunctional(setting: CategoriesSetting, aimed: AimedGoal, K: number) {
  const { prior, confidence } = setting
  const judge = new CategoriesJudge({ categories: K, aimed, confidence, prior, guarantee: 'posterior' })
  return ({ theta, information }: Collected) =>
    askedFunctional(aimed, truthOf(aimed, theta), n => 1 / Math.sqrt(information(n)), {
      confidence,
      draws: DRAWS + CLOSER_DRAWS,
      worth: WORTH,
      prior: () => judge.priorValues(),
      needsAlone: true,
    })
}
