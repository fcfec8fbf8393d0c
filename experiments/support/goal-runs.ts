import type { LoopState } from '../../src/catalogue/strategy-kind.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { channelOfOracle } from '../../src/loop/strategy/by-goal.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { aimedAt } from '../../src/query/aimed-goal.ts'
import { type Answer, foundOf, isRight } from '../../src/query/answer.ts'
import { readGoal } from '../../src/query/parse-goal.ts'
import { vocabularyOf } from '../../src/query/vocabulary.ts'
import { createSimulation } from '../../src/simulation/simulate.ts'

/** The strategy that always uses the best channel for the known truth. */
export const ORACLE = 'oracle'
/** For the oracle, the contenders for the top k are the categories within this distance of the boundary. */
const LEAD = 0.05
/** Number of people who answer one request. */
const GROUP = 100

/** Settings of the runs: a goal about one truth, for each strategy. */
export interface GoalRuns {
  readonly truth: Float64Array
  /** The goal's text, with categories by their numbers. */
  readonly goal: string
  readonly epsilon: number
  readonly users: number
  readonly strategies: readonly string[]
  readonly prior: number | 'learned'
  readonly guarantee: 'posterior' | 'anytime'
  readonly seed: string
}

/** The end of a run. */
export interface GoalEnd {
  readonly strategy: string
  /** The number of people until the goal was settled; all of them if it was not. */
  readonly answers: number
  readonly settled: boolean
  /** Whether the goal was settled with a wrong answer. */
  readonly wrong: boolean
  /** The answer at the last look. */
  readonly answer: Answer | undefined
  readonly milliseconds: number
}

/** Plays the runs until they are settled, without estimating all of θ. */
export function playGoal({ strategies, ...options }: GoalRuns): GoalEnd[] {
  const { truth, epsilon } = options
  const vocabulary = vocabularyOf({ categories: truth.length })
  const goal = readGoal(options.goal, vocabulary)
  const aimed = aimedAt(goal, vocabulary)
  const values = aimed.values(truth)
  const oracle = {
    name: ORACLE,
    create: () => {
      const channel = channelOfOracle(aimed, truth, epsilon, LEAD)
      const all = subsetSelection({ categories: truth.length, epsilon })
      // Some answers must show that the remaining categories are not in the top k.
      const share = 'order' in goal && goal.order.length > 2 ? 0.1 : 0
      return {
        adaptive: false,
        choose: (_: Float64Array, { rng }: LoopState) => (rng.uniform() < share ? all : channel),
      }
    },
  }
  const catalogue = extend(builtIn, { strategies: [oracle] })
  const { runs } = createSimulation({ ...options, strategies, catalogue, groupSize: GROUP })
  return runs.map(run => {
    const start = performance.now()
    while (run.step());
    const milliseconds = performance.now() - start
    const { strategy, answers, decision } = run
    const settled = decision?.settled ?? false
    return {
      strategy,
      answers,
      settled,
      answer: decision?.answer,
      wrong: settled && !isRight(goal, foundOf(goal, decision!.answer), values),
      milliseconds,
    }
  })
}
