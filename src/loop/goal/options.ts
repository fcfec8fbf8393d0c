import { refuse, requireNumber, requireOneOf } from '../../check/check.ts'
import type { Prior } from '../../posterior/contract/prior.ts'
import { MOST_TOLD_APART } from '../../posterior/exact/expanded-draws.ts'
import type { Robust } from '../../risk/robust-means.ts'
import type { Memory } from '../memory/memory.ts'
import { CONFIDENCE, type Goal, type GoalGuarantee, GUARANTEES, requireGoal } from './goal.ts'
import { Judge } from './judge.ts'

/** The question of a collection, and how sure its answer is to be. */
export interface GoalOptions {
  /**
   * A question: then the strategy `auto` asks for what answers it soonest, and `decision()` tells whether it is settled. Not with
   * `robust`, nor with a `memory` other than `'all'`. The top is of at most 4,096
   * categories, and so is any goal where the answers tell them all apart.
   */
  readonly goal?: Goal
  /** How sure is sure enough for the goal, above ½ and below 1; default 0.95. */
  readonly confidence?: number
  /**
   * What settled answers promise. `'posterior'`, the default: over truths drawn from the prior, at most a share of `1 − confidence` is wrong,
   * as far as the posterior is exact, which it is for one category and for a threshold, asked by `auto`; for a comparison and the top k
   * it is an approximation, and the share was measured (see `Goal`). A fixed truth that is hard to tell is got wrong more often.
   * `'anytime'`: at most that for every truth, by a confidence sequence; it takes some three times as many people.
   */
  readonly guarantee?: GoalGuarantee
}

interface Collection extends GoalOptions {
  readonly categories: number
  readonly memory?: Memory
  readonly robust?: Robust
}

/** What decides about the goal of a collection; undefined without one. */
export function createJudge(
  { categories, goal, confidence, guarantee, memory = 'all', robust }: Collection,
  prior: Prior,
): Judge | undefined {
  if (goal === undefined) {
    if (confidence !== undefined) refuse('confidence', confidence, 'left out without a goal')
    if (guarantee !== undefined) refuse('guarantee', guarantee, 'left out without a goal')
    return undefined
  }
  // The posterior that decides takes every answer for honest, and for one about today.
  if (memory !== 'all') refuse('memory', memory, "'all', with a goal")
  if (robust !== undefined) refuse('robust', robust, 'left out with a goal')
  const question = requireGoal(goal, categories)
  if ('top' in question && categories > MOST_TOLD_APART) {
    refuse('categories', categories, `at most ${MOST_TOLD_APART}, with the goal of the top`)
  }
  return new Judge({
    categories,
    goal: question,
    confidence: requireNumber('confidence', confidence ?? CONFIDENCE, { above: 0.5, below: 1 }),
    prior,
    guarantee: requireOneOf('guarantee', guarantee ?? 'posterior', GUARANTEES),
  })
}
