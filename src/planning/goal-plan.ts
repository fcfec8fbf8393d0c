import { refuse } from '../check/check.ts'
import type { Goal } from '../goal/goal.ts'
import { FIRST_ANSWERS } from '../loop/goal/judge.ts'
import { priorOfOne } from '../loop/goal/one-category.ts'
import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'
import { peopleInvited } from './invited.ts'
import { learntConcentration } from './plan-truth.ts'
import { collectedFor } from './planned-channel.ts'
import type { PowerSetting } from './power-options.ts'
import type { Collected, GoalPlanner, Rule } from './rule.ts'
import { frequencyRule, halfWidth } from './settle-frequency.ts'
import { comparisonRule, topRule } from './settle-many.ts'
import { thresholdRule } from './settle-threshold.ts'

/** Paths for an answer, and for the steps of a search. */
export const PATHS = 2000
export const SEARCH_PATHS = 400
/** Of the top k, a truth has many designs: so many of the drawn ones are planned for. */
const MOST_TRUTHS_OF_TOP = 8

/** A goal's plan at one ε: what is known of each truth. */
function collections(setting: PowerSetting, goal: Goal, epsilon: number): Collected[] {
  const { truths, strategy, mechanism, catalogue, liars } = setting
  const used = 'top' in goal ? truths.slice(0, MOST_TRUTHS_OF_TOP) : truths
  return used.map(theta => {
    const collected = collectedFor(goal, { epsilon, strategy, mechanism, catalogue, liars }, theta)
    if (!(collected.information(FIRST_ANSWERS) > 0))
      refuse('mechanism', strategy, 'one whose answers tell what the goal is about')
    return collected
  })
}

/** The rules of one goal. What does not depend on ε is worked out once. */
export class GoalPlan implements GoalPlanner {
  private readonly setting: PowerSetting
  private readonly goal: Goal
  private readonly rules = new Map<number, Rule>()

  constructor(setting: PowerSetting, goal: Goal) {
    this.setting = setting
    this.goal = goal
  }

  /** How many people have to be invited until the goal is settled, for so many paths. */
  people(epsilon: number, paths: number): Float64Array {
    const all = collections(this.setting, this.goal, epsilon)
    const each = all.map(collected => this.ruleFor(collected.shift)(collected))
    return peopleInvited(each, paths, this.setting)
  }

  /** The margins ± within that are reached with so many people, sorted, one for each path. */
  margins(epsilon: number, people: number, paths: number): Float64Array {
    const { seed, confidence, nonresponse, truths, prior } = this.setting
    const { category } = this.goal as Extract<Goal, { category: number }>
    const answers = people * (1 - nonresponse)
    const own = priorOfOne(prior, category, truths[0].length)
    const rng = stream(seed, 'margins of a plan')
    const all = collections(this.setting, this.goal, epsilon)
    const margins = new Float64Array(Math.min(paths, all.length > 1 ? 4 * all.length : MARGINS))
    for (let i = 0; i < margins.length; i++) {
      const { theta, information, shift, isBinary } = all[i % all.length]
      const sd = 1 / Math.sqrt(information(answers))
      const mean = Math.min(1, Math.max(0, theta[category] + sd * drawNormal(rng)))
      margins[i] = halfWidth(isBinary ? own : this.drawn(truths, sd), { mean, sd }, confidence) + shift
    }
    return margins.sort()
  }

  private drawn(truths: readonly Float64Array[], sd: number) {
    const [theta] = truths
    const { prior } = this.setting
    const rho = prior === 'learned' ? learntConcentration(theta, sd * sd) : prior
    return { weights: [1], a: [rho], b: [(theta.length - 1) * rho] }
  }

  private ruleFor(shift: number): Rule {
    const { goal } = this
    // Only an interval has to hold the shift; elsewhere it moves the truth.
    const key = 'category' in goal ? shift : 0
    const found = this.rules.get(key)
    if (found) return found
    const rule = this.createRule(key)
    this.rules.set(key, rule)
    return rule
  }

  private createRule(shift: number): Rule {
    const { setting, goal } = this
    const { truths, prior, confidence } = setting
    const K = truths[0].length
    const own = (category: number) => priorOfOne(prior, category, K)
    if ('category' in goal) {
      const within = goal.within - shift
      if (!(within > 0))
        refuse(
          'goal.within',
          goal.within,
          `above ${shift}, by which liars can shift the answer, however many people answer`,
        )
      const priors = { own: own(goal.category), drawn: this.drawn(truths, within / 2) }
      return frequencyRule({ category: goal.category, within }, priors, confidence)
    }
    if ('above' in goal) {
      const priors = { own: own(goal.above.category), drawn: this.drawn(truths, 0.01) }
      return thresholdRule(goal, priors, confidence)
    }
    const spread = (theta: Float64Array) => {
      const rho = prior === 'learned' ? learntConcentration(theta, 1e-4) : prior
      const variance = (K - 1) / (K * K * (K * rho + 1))
      return (2 * variance * K) / (K - 1)
    }
    return 'compare' in goal
      ? comparisonRule(goal, prior, K, spread, confidence)
      : topRule(goal, prior, K, spread, confidence)
  }
}

/** Draws of a margin. It hardly varies. */
const MARGINS = 101
