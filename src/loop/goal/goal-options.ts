import { refuse, requireNumber, requireOneOf } from '../../check/check.ts'
import type { OrderedKind } from '../../domain/kind.ts'
import { CONFIDENCE, type Goal, type GoalGuarantee, GUARANTEES, requireGoal } from '../../goal/goal.ts'
import { type NumericGoal, requireNumericGoal } from '../../goal/numeric-goal.ts'
import type { Prior } from '../../posterior/kind/prior.ts'
import { MOST_TOLD_APART } from '../../posterior/samplers/expanded-draws.ts'
import type { Robust } from '../../risk/robust-means.ts'
import type { Memory } from '../memory/memory.ts'
import { Judge } from './judge.ts'
import { NumericJudge } from './numeric-judge.ts'

/** The question of a collection, and how sure its answer has to be. */
export interface GoalOptions {
  /**
   * A question. The strategy `auto` then chooses what settles it soonest, and `decision()` says whether it is settled. It cannot
   * be combined with `robust`, or with a `memory` other than `'all'`. For the top k there can be at most 4,096 categories, and so
   * for any goal if the answers tell all categories apart.
   */
  readonly goal?: Goal | NumericGoal
  /** How sure the answer to the goal has to be, above ½ and below 1; default 0.95. */
  readonly confidence?: number
  /**
   * What settled answers promise. With `'posterior'`, the default, at most a share of `1 − confidence` is wrong over truths drawn from
   * the prior, as far as the posterior is exact. It is exact for one category and for a threshold, when `auto` asks; for a comparison
   * and the top k it is an approximation, and the share was measured (see `Goal`). If the confidence or the prior odds are so high
   * that draws from it cannot show them, the answers have to be sure enough without the prior. For a fixed truth that is hard to tell, answers
   * are wrong more often. With `'anytime'`, at most that share is wrong for every truth, by a confidence sequence; it takes about
   * three times as many people.
   */
  readonly guarantee?: GoalGuarantee
}

interface Collection extends GoalOptions {
  readonly categories: number
  readonly memory?: Memory
  readonly robust?: Robust
}

/** The judge of the goal of a collection; undefined without a goal. */
export function createJudge(
  { categories, goal, confidence, guarantee, memory = 'all', robust }: Collection,
  prior: Prior,
  range: OrderedKind | undefined,
): Judge | NumericJudge | undefined {
  if (goal === undefined) {
    if (confidence !== undefined) refuse('confidence', confidence, 'left out without a goal')
    if (guarantee !== undefined) refuse('guarantee', guarantee, 'left out without a goal')
    return undefined
  }
  // The posterior that decides takes every answer to be honest, and about the present truth.
  if (memory !== 'all') refuse('memory', memory, "'all', with a goal")
  if (robust !== undefined) refuse('robust', robust, 'left out with a goal')
  const sure = requireNumber('confidence', confidence ?? CONFIDENCE, { above: 0.5, below: 1 })
  if (range !== undefined) {
    if ((guarantee ?? 'posterior') !== 'posterior') {
      refuse(
        'guarantee',
        guarantee,
        "'posterior', for a question about a number: it rests on a smooth density",
      )
    }
    return new NumericJudge(range, requireNumericGoal(goal, range), sure)
  }
  const question = requireGoal(goal, categories)
  if ('top' in question && categories > MOST_TOLD_APART) {
    refuse('categories', categories, `at most ${MOST_TOLD_APART}, for a goal of the top k`)
  }
  return new Judge({
    categories,
    goal: question,
    confidence: sure,
    prior,
    guarantee: requireOneOf('guarantee', guarantee ?? 'posterior', GUARANTEES),
  })
}
