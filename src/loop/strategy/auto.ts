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

/** Number of draws of θ that a design should be good for. */
const DRAWS = 8
/** Number of answers before the first design that takes them into account. */
const FIRST = 50
/** The choice is made anew whenever the answers have grown by this factor. */
const GROWTH = 1.25
/** Beyond this many distinct columns in the tally, or this many per category, no channel is taken that brings many more. */
const MOST_COLUMNS = 500
const MOST_COLUMNS_EACH = 8

/** What the strategy remembers, as plain data. */
export interface Memory {
  /** The posterior mean at the last choice. */
  readonly mean: readonly number[]
  /** The number of answers at which the next choice is due. */
  readonly due: number
  readonly request: Request
}

/**
 * The strategy `auto`. Its candidates are SRR, a block design, subset selection if it has few sets, and local hashing with several
 * numbers of buckets. It takes the one that is expected to leave the estimate nearest to θ in total variation (`chooseDesign`) when
 * all people have answered or, if their number is not known, when there are twice as many answers. The choice is made anew
 * whenever the answers have grown by a quarter, at rough draws that it makes from the posterior itself. The channel only changes
 * if that promises a gain; a block design is used with another permutation of its points each time (`rotatePoints`). Numbers are
 * asked for by arcs or, if there is a question about them, by what settles it soonest (`byFunctional`).
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

/** The best channel before anything is known. */
function firstDesign(candidates: readonly Candidate[], uniform: Float64Array, liars: number): Mechanism {
  const knowledge = { draws: [uniform], precision: new Float64Array(uniform.length), remaining: 1e6, liars }
  return chooseDesign(candidates, knowledge).mechanism()
}

/** Checks what `auto` is said to have remembered, and rebuilds its mechanism. */
function requireMemory(resumed: unknown, setting: { categories: number; epsilon: number }) {
  const names = { mean: true, due: true, request: true } as const
  const { mean, due, request } = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  probabilities("the snapshot's strategy.mean", mean, setting.categories)
  return {
    // As it was. If it were scaled anew, its last digits might change.
    mean: Float64Array.from(mean),
    due: requireNumber("the snapshot's strategy.due", due, { min: FIRST }),
    mechanism: requireChosen(request, setting),
  }
}
