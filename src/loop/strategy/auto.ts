import { requireNumber, requireOptions } from '../../check/check.ts'
import type { Candidate } from '../../design/candidate.ts'
import { candidateOf, evenCandidates, hashingCandidates } from '../../design/candidates.ts'
import { chooseDesign } from '../../design/choose-design.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { roughPosterior } from '../../posterior/mode/rough-posterior.ts'
import { descendingOrder } from '../../simplex/order.ts'
import { probabilities } from '../../simplex/probabilities.ts'
import { byGoal } from './by-goal.ts'
import type { LoopState, StrategyKind } from './contract.ts'
import { requireChosen } from './redesign.ts'

/** Draws of θ that a design is to be good for. */
const DRAWS = 8
/** Answers before the first design that looks at them. */
const FIRST = 50
/** The choice is made anew whenever the answers have grown by this factor. */
const GROWTH = 1.25
/** Beyond so many distinct columns in the tally, or so many a category, no channel is taken that brings many more. */
const MOST_COLUMNS = 500
const MOST_COLUMNS_EACH = 8

/** What it remembers, as plain data. */
export interface Memory {
  /** The last mean. */
  readonly mean: readonly number[]
  /** The number of answers from which on a choice is due. */
  readonly due: number
  readonly request: Request
}

/**
 * The strategy `auto`: the channel, among SRR, a block design, subset selection where it has few sets, and local hashing of every grain, that is
 * expected to leave the estimate nearest to θ in total variation when all people have answered (`chooseDesign`), where
 * their number is known, or else when there are twice as many answers. The choice is made anew whenever the answers have grown by a
 * quarter, at rough draws from the posterior of its own; it changes where that promises to gain.
 */
export const autoKind = {
  name: 'auto',
  create(setting, resumed) {
    const { categories, epsilon, horizon, robust, goal } = setting
    if (goal !== undefined) return byGoal(setting, goal, resumed)
    const memory = resumed === undefined ? undefined : requireMemory(resumed, { categories, epsilon })
    const uniform = new Float64Array(categories).fill(1 / categories)
    const liars = robust?.share ?? 0
    const even = evenCandidates(categories, epsilon)
    let mean: Float64Array = memory?.mean ?? uniform
    let due = memory?.due ?? FIRST
    let mechanism = memory?.mechanism ?? firstDesign(even(), uniform, liars)
    const redesign = ({ tally, size, answers, rng }: LoopState): Mechanism => {
      const rough = roughPosterior(tally, mean, DRAWS, rng)
      mean = rough.mean
      const current = candidateOf(mechanism)
      const others = even(rng.uint32())
      // Few partitions leave categories merged, or nearly so: there a liar weighs more than any such channel gains.
      if (liars === 0) others.push(...hashingCandidates(epsilon, descendingOrder(mean), rng))
      const room = Math.max(MOST_COLUMNS, MOST_COLUMNS_EACH * categories) - tally.distinct
      const allowed = others.filter(({ columns }) => columns <= Math.max(room, categories))
      // Where answers are forgotten, the next ones are to serve while they are remembered.
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

/** The best channel for somebody who knows nothing. */
function firstDesign(candidates: readonly Candidate[], uniform: Float64Array, liars: number): Mechanism {
  const known = { draws: [uniform], precision: new Float64Array(uniform.length), remaining: 1e6, liars }
  return chooseDesign(candidates, known).mechanism()
}

/** What `auto` may have remembered, with its mechanism rebuilt. */
function requireMemory(resumed: unknown, setting: { categories: number; epsilon: number }) {
  const names = { mean: true, due: true, request: true } as const
  const { mean, due, request } = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  probabilities("the snapshot's strategy.mean", mean, setting.categories)
  return {
    // As it was: scaled anew, its last digits might be others.
    mean: Float64Array.from(mean),
    due: requireNumber("the snapshot's strategy.due", due, { min: FIRST }),
    mechanism: requireChosen(request, setting),
  }
}
