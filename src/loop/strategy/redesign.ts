import { mechanismFromRequest } from '../../catalogue/requests.ts'
import type { LoopState, Strategy } from '../../catalogue/strategy-kind.ts'
import { refuse, requireNumber, requireOptions } from '../../check/check.ts'
import { isWithin } from '../../mechanism/audit.ts'
import type { Mechanism, Request } from '../../mechanism/mechanism.ts'
import { subsetSelection } from '../../mechanism/subset-selection.ts'
import { probabilities } from '../../simplex/probabilities.ts'

/** Number of answers by subset selection before the first design. */
const FIRST = 50
/** Factor by which the answers grow between two designs. */
const GROWTH = 1.1

/** State of the strategy, as plain data. */
interface Memory {
  readonly draws: readonly (readonly number[])[]
  /** Number of answers at which a new design is due. */
  readonly due: number
  readonly request: Request
}

/**
 * A strategy that makes a new design whenever the answers have grown by a tenth, or a tenth of the remembered answers have been replaced.
 * Designs use the latest draws of θ, at most `mostDraws`. Before there are enough answers, it uses subset selection.
 *
 * @param resumed an earlier state, if any
 */
export function redesigning(
  options: { categories: number; epsilon: number; mostDraws: number },
  design: (draws: readonly Float64Array[], state: LoopState) => Mechanism,
  resumed: unknown,
): Strategy {
  const { categories, epsilon, mostDraws } = options
  const memory = resumed === undefined ? undefined : requireMemory(resumed, options)
  const draws = (memory?.draws ?? []).map(draw => Float64Array.from(draw))
  let due = memory?.due ?? FIRST
  let mechanism: Mechanism = memory?.mechanism ?? subsetSelection({ categories, epsilon })
  const note = (theta: Float64Array) => {
    const last = draws.at(-1)
    if (last && theta.every((value, x) => value === last[x])) return
    draws.push(theta.slice())
    if (draws.length > mostDraws) draws.shift()
  }
  return {
    adaptive: true,
    choose(theta, state) {
      const { size, answers } = state
      if (answers > 0) note(theta)
      if (answers >= due) {
        due = answers - size + size * GROWTH
        mechanism = design(draws, state)
      }
      return mechanism
    },
    memory: (): Memory => ({
      draws: draws.map(draw => Array.from(draw)),
      due,
      request: mechanism.toRequest(),
    }),
  }
}

/** Checks a stored state of a strategy with these parameters, and rebuilds its mechanism. */
function requireMemory(
  resumed: unknown,
  { categories, epsilon, mostDraws }: { categories: number; epsilon: number; mostDraws: number },
) {
  const names = { draws: true, due: true, request: true } as const
  const { draws, due, request } = requireOptions(resumed as Memory, names, "the snapshot's strategy")
  if (!Array.isArray(draws) || draws.length > mostDraws) {
    refuse("the snapshot's strategy.draws", draws, `a list of at most ${mostDraws} draws`)
  }
  draws.forEach((draw, i) => {
    probabilities(`the snapshot's strategy.draws[${i}]`, draw, categories)
  })
  requireNumber("the snapshot's strategy.due", due, { min: FIRST })
  return { draws, due, mechanism: requireChosen(request, { categories, epsilon }) }
}

/** The mechanism of the request in a strategy's stored state. */
export function requireChosen(
  request: Request,
  { categories, epsilon }: { categories: number; epsilon: number },
): Mechanism {
  const mechanism = mechanismFromRequest(request, { categories })
  if (!isWithin(mechanism.epsilon, epsilon)) {
    refuse("the snapshot's strategy.request", request, `a request of level ${epsilon} or less`)
  }
  return mechanism
}
