import type { LoopState, Strategy, StrategyKind, StrategySetting } from '../../catalogue/strategy-kind.ts'
import { requireNumber, requireOptions } from '../../check/check.ts'
import type { Candidate } from '../../design/candidate.ts'
import { candidateOf, evenCandidates, hashingCandidates } from '../../design/candidates.ts'
import { chooseDesign } from '../../design/choose-design.ts'
import { rotatePoints } from '../../design/rotate-points.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { roughPosterior } from '../../posterior/mode/rough-posterior.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { forNumbers } from './by-functional.ts'
import { byGoal } from './by-goal.ts'
import { byGoals } from './by-goals.ts'
import { requireChosen } from './redesign.ts'

/** Number of draws of θ over which a design is optimized. */
const DRAWS = 8
/** Number of answers before the first adaptive design. */
const FIRST = 50
/** Factor by which the answers grow between two choices. */
const GROWTH = 1.25
/**
 * Largest number of distinct columns in the tally, and of columns for each category, up to which a channel may be chosen that adds many
 * more.
 */
const MOST_COLUMNS = 500
const MOST_COLUMNS_EACH = 8

/** State of the strategy, as plain data. */
export interface Memory {
  /** The posterior mean at the last choice. */
  readonly mean: readonly number[]
  /** Number of answers at which the next choice is due. */
  readonly due: number
  readonly request: Request
}

/**
 * The strategy `auto`. Its candidates are SRR, a block design, subset selection if it has few sets, and local hashing with several numbers
 * of buckets. It takes the candidate with the smallest expected total variation between the estimate and θ (`chooseDesign`) after all
 * people have answered or, if their number is not known, after twice as many answers.
 *
 * The choice is made again whenever the answers have grown by a quarter, at rough draws from the posterior that it makes itself. The
 * channel only changes if that promises a gain; a block design is used with another permutation of its points each time (`rotatePoints`).
 * Numbers are asked about by arcs, or by SRR if the cells are few; with a goal, by the channel that settles it soonest (`byFunctional`).
 */
export const autoKind = {
  name: 'auto',
  says: 'the channel with the smallest expected error, or the one that settles the goal soonest',
  create(setting: StrategySetting, resumed?: unknown): Strategy {
    const { categories, epsilon, horizon, robust, range, goals = [] } = setting
    if (goals.length > 1) return byGoals(setting, goals, autoKind.create, resumed)
    if (range !== undefined) return forNumbers(setting, range, resumed)
    if (goals.length === 1) return byGoal(setting, goals[0], resumed)
    const memory = resumed === undefined ? undefined : requireMemory(resumed, { categories, epsilon })
    const uniform = new Float64Array(categories).fill(1 / categories)
    const liars = robust?.share ?? 0
    const even = evenCandidates(categories, epsilon)
    let mean: Float64Array = memory?.mean ?? uniform
    let due = memory?.due ?? FIRST
    let mechanism = memory?.mechanism ?? firstDesign(even, uniform, liars)
    const redesign = ({ tally, size, answers, rng }: LoopState): Mechanism => {
      const rough = roughPosterior(tally, mean, DRAWS, rng)
      mean = rough.mean
      const current = candidateOf(rotatePoints(mechanism))
      const others = [...even]
      // Some categories share almost all buckets; a liar could bias them by more than hashing saves.
      if (liars === 0) others.push(...hashingCandidates(epsilon, descendingOrder(mean), rng))
      const room = Math.max(MOST_COLUMNS, MOST_COLUMNS_EACH * categories) - tally.distinct
      const allowed = others.filter(({ columns }) => columns <= Math.max(room, categories))
      // If answers are forgotten, the next ones only count while they are remembered.
      const remaining = Math.max(1, horizon === undefined || size < answers ? size : horizon - answers)
      return chooseDesign([current, ...allowed], { ...rough, remaining, liars }).mechanism()
    }
    return {
      adaptive: true,
      ignoresTheta: true,
      choose(_, state) {
        const { size, answers } = state
        if (answers >= due) {
          due = answers - size + size * GROWTH
          mechanism = redesign(state)
        }
        return mechanism
      },
      memory: (): Memory => ({ mean: Array.from(mean), due, request: mechanism.toRequest() }),
    }
  },
} as const satisfies StrategyKind

/** The best channel before any answers. */
function firstDesign(candidates: readonly Candidate[], uniform: Float64Array, liars: number): Mechanism {
  const knowledge = { draws: [uniform], precision: new Float64Array(uniform.length), remaining: 1e6, liars }
  return chooseDesign(candidates, knowledge).mechanism()
}

/** Checks a stored state of `auto`, and rebuilds its mechanism. */
function requireMemory(resumed: unknown, setting: { categories: number; epsilon: number }) {
  const names = { mean: true, due: true, request: true } as const
  const { mean, due, request } = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  probabilities("the snapshot's strategy.mean", mean, setting.categories)
  return {
    // The mean is kept as it was, because scaling might change its last digits.
    mean: Float64Array.from(mean),
    due: requireNumber("the snapshot's strategy.due", due, { min: FIRST }),
    mechanism: requireChosen(request, setting),
  }
}
