import type { GoalSetting, LoopState, Strategy, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { isList, refuse, requireNumber, requireNumbers, requireOptions } from '../../check/check.ts'
import { drawIndex } from '../../random/categorical.ts'
import { weightsOfNeeds } from '../goal/needs.ts'

/** Number of answers before the first interim look at all goals, and the factor by which they grow between two looks. */
const FIRST = 100
const GROWTH = 1.25

/** State of the strategy, as plain data. */
interface Memory {
  readonly due: number
  /** The probability with which the next person is asked about each goal. */
  readonly weights: readonly number[]
  /** States of the strategies of the goals; null for those without one. */
  readonly strategies: readonly unknown[]
}

/**
 * A strategy for several goals of one question. Each person is asked about one of those that are not settled, drawn in proportion to the
 * number of people that it still needs. All goals are judged again whenever the answers have grown by a quarter, including settled ones.
 *
 * @param create the strategy of a single goal
 */
export function byGoals(
  setting: StrategySetting,
  goals: readonly GoalSetting[],
  create: (setting: StrategySetting, resumed?: unknown) => Strategy,
  resumed: unknown,
): Strategy {
  const memory = resumed === undefined ? undefined : requireMemory(resumed, goals.length)
  const strategies = goals.map((goal, i) =>
    create({ ...setting, goals: [goal] }, memory?.strategies[i] ?? undefined),
  )
  let due = memory?.due ?? FIRST
  let weights: Float64Array = Float64Array.from(memory?.weights ?? goals.map(() => 1))
  const look = ({ tally, rng }: LoopState) => {
    weights = weightsOfNeeds(goals.map(goal => goal.needed(tally, rng)))
  }
  return {
    adaptive: true,
    ignoresTheta: true,
    choose(theta, state) {
      if (state.tally.size >= due) {
        due = state.tally.size * GROWTH
        look(state)
      }
      return strategies[drawIndex(state.rng, weights)].choose(theta, state)
    },
    memory: (): Memory => ({
      due,
      weights: Array.from(weights),
      strategies: strategies.map(strategy => strategy.memory?.() ?? null),
    }),
  }
}

function requireMemory(resumed: unknown, count: number): Memory {
  const names = { due: true, weights: true, strategies: true } as const
  const memory = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  requireNumber("the snapshot's strategy.due", memory.due, { min: FIRST })
  requireNumbers("the snapshot's strategy.weights", memory.weights, count, { min: 0 })
  if (!isList(memory.strategies) || memory.strategies.length !== count)
    refuse("the snapshot's strategy.strategies", memory.strategies, `a list of ${count}`)
  return memory
}
