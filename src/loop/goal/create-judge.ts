import { refuse, requireNumber, requireOneOf } from '../../check/check.ts'
import { CONFIDENCE_RANGE } from '../../check/ranges.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import type { Prior } from '../../posterior/kind/prior.ts'
import { MOST_TOLD_APART } from '../../posterior/samplers/expanded-draws.ts'
import { aimedAt } from '../../query/aimed-goal.ts'
import {
  CONFIDENCE,
  type GivenGoal,
  type GoalGuarantee,
  GUARANTEES,
  readGoals,
} from '../../query/parse-goal.ts'
import type { Vocabulary } from '../../query/vocabulary.ts'
import type { Robust } from '../../risk/robust-means.ts'
import type { Memory } from '../memory/memory.ts'
import { isDecidedByBand } from './anytime.ts'
import { CategoriesJudge } from './categories-judge.ts'
import { SmoothJudge } from './smooth-judge.ts'

/** The goals of a collection, and the required confidence. */
export interface GoalOptions {
  /**
   * The goal to settle, such as `'share(Sales) ± .03'` (see `parseGoal`). The strategy `auto` then chooses channels that settle it soonest,
   * and `decision()` says whether it is settled. It cannot be combined with `robust`, or with a `memory` other than `'all'`. With the top
   * k, or with any goal if the answers identify all categories, there can be at most 4,096 categories.
   */
  readonly goal?: GivenGoal
  /** Several goals. People are asked about those that are not settled yet, and `decisions()` has all. */
  readonly goals?: readonly GivenGoal[]
  /** Required probability of the answer to a goal, above ½ and below 1; default 0.95. */
  readonly confidence?: number
  /**
   * The promise of settled answers. With `'posterior'`, the default, at most a share of `1 − confidence` is wrong over truths drawn from
   * the prior, as far as the posterior is exact. It is exact for the share of some categories, when `auto` asks. For a comparison and the
   * top k it is an approximation, and the share was measured. If the confidence or the prior odds are too high for draws to show them, the
   * answers have to be sure enough without the prior. For a fixed truth near the boundary, answers are wrong more often.
   *
   * With `'anytime'`, at most that share is wrong for every truth, by a confidence sequence, for shares of categories. It takes about three
   * times as many people.
   */
  readonly guarantee?: GoalGuarantee
}

interface Collection extends GoalOptions {
  readonly categories: number
  readonly memory?: Memory
  readonly robust?: Robust
}

/** A judge of a goal about one question. */
export type OneJudge = CategoriesJudge | SmoothJudge

/** The judges of the goals of a collection of one question; none without a goal. */
export function createJudges(
  options: Collection,
  prior: Prior,
  range: OrderedKind | undefined,
  vocabulary: Vocabulary,
): OneJudge[] {
  const { categories, confidence, guarantee, memory = 'all', robust } = options
  const goals = readGoals(options, vocabulary)
  if (goals.length === 0) {
    if (confidence !== undefined) refuse('confidence', confidence, 'left out without a goal')
    if (guarantee !== undefined) refuse('guarantee', guarantee, 'left out without a goal')
    return []
  }
  // The posterior behind decisions assumes that every answer is honest and about the present truth.
  if (memory !== 'all') refuse('memory', memory, "'all', with a goal")
  if (robust !== undefined) refuse('robust', robust, 'left out with a goal')
  const sure = requireConfidence(confidence)
  const promise = requireOneOf('guarantee', guarantee ?? 'posterior', GUARANTEES)
  // Each goal has a channel of its own, whose answers do not narrow the intervals of other categories.
  if (promise === 'anytime' && goals.length > 1)
    refuse('guarantee', guarantee, "'posterior', with several goals")
  return goals.map(goal => {
    const aimed = aimedAt(goal, vocabulary)
    if (range !== undefined) {
      if (promise !== 'posterior')
        refuse('guarantee', guarantee, "'posterior', for a goal about a number: it rests on a smooth density")
      return new SmoothJudge(range, aimed, sure)
    }
    if (promise === 'anytime' && !isDecidedByBand(aimed, categories)) {
      refuse(
        'guarantee',
        guarantee,
        "'posterior', for a goal that is not about the shares of single categories",
      )
    }
    if ('order' in goal && goal.order.length > 2 && categories > MOST_TOLD_APART)
      refuse('categories', categories, `at most ${MOST_TOLD_APART}, for a goal of the top k`)
    return new CategoriesJudge({ categories, aimed, confidence: sure, prior, guarantee: promise })
  })
}

/** Reads the required probability of an answer. @throws RangeError unless it is above ½ and below 1 */
export function requireConfidence(confidence: number | undefined): number {
  return requireNumber('confidence', confidence ?? CONFIDENCE, CONFIDENCE_RANGE)
}
