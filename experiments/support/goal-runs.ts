import type { LoopState } from '../../src/catalogue/strategy-kind.ts'
import { type Goal, isRight } from '../../src/goal/goal.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { channelOfOracle } from '../../src/loop/strategy/by-goal.ts'
import { extend } from '../../src/loop/strategy/extend.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { createSimulation } from '../../src/simulation/simulate.ts'

/** The strategy that always uses the channel that is best for somebody who knows the truth. */
export const ORACLE = 'oracle'
/** For the oracle, the contenders for the top k are the categories within this distance of the boundary. */
const LEAD = 0.05
/** How many people answer one request. */
const GROUP = 100

/** What is played: a question about one truth, by each strategy. */
export interface GoalRuns {
  readonly truth: Float64Array
  readonly goal: Goal
  readonly epsilon: number
  readonly users: number
  readonly strategies: readonly string[]
  readonly prior: number | 'learned'
  readonly guarantee: 'posterior' | 'anytime'
  readonly seed: string
}

/** How a run ended. */
export interface GoalEnd {
  readonly strategy: string
  /** The number of people until the goal was settled; all of them if it was not. */
  readonly answers: number
  readonly settled: boolean
  /** Whether the goal was settled with a wrong answer. */
  readonly wrong: boolean
  readonly milliseconds: number
}

/** Plays the runs until they are settled, without estimating all of θ. */
export function playGoal({ strategies, ...options }: GoalRuns): GoalEnd[] {
  const { truth, goal, epsilon } = options
  const oracle = {
    name: ORACLE,
    create: () => {
      const channel = channelOfOracle(goal, truth, epsilon, LEAD)
      const all = subsetSelection({ categories: truth.length, epsilon })
      // Some answers must show that the remaining categories are not in the top k.
      const share = 'top' in goal ? 0.1 : 0
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
      wrong: settled && !isRight(goal, decision!.answer, truth),
      milliseconds,
    }
  })
}
