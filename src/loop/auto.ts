import { designCandidates } from '../design/candidates.ts'
import { chooseDesign } from '../design/choose-design.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { subsetSelection } from '../mechanism/subset-selection.ts'
import { Expansion } from '../posterior/log-likelihood.ts'
import { descendingOrder } from '../simplex/order.ts'
import { mechanismFromRequest } from './requests.ts'
import type { LoopState, Strategy } from './strategy.ts'

/** Answers by subset selection before the first design. */
const FIRST = 50
/** A new design is made whenever the answers have grown by this factor. */
const GROWTH = 1.1
/** Draws of θ that a design is to be good for. */
const DRAWS = 8
/** Beyond so many categories a design would cost more than it gains. */
const MOST_CATEGORIES = 128

interface Memory {
  readonly draws: readonly (readonly number[])[]
  /** The tally's size from which on a new design is due. */
  readonly due: number
  readonly request: Request | null
}

/**
 * The strategy `auto`: the channel, among SRR, subset selection and local hashing of every grain, that is expected to leave the
 * estimate nearest to θ in total variation when all people have answered (`chooseDesign`); chosen anew whenever the answers
 * have grown by a tenth. Until there are some, and for very many categories always, subset selection.
 */
export function autoStrategy(categories: number, epsilon: number, resumed?: unknown): Strategy {
  const memory = (resumed ?? { draws: [], due: FIRST, request: null }) as Memory
  const draws = memory.draws.map(draw => Float64Array.from(draw))
  const adaptive = categories <= MOST_CATEGORIES
  let { due } = memory
  let mechanism: Mechanism = memory.request
    ? mechanismFromRequest(memory.request)
    : subsetSelection({ categories, epsilon })
  const note = (theta: Float64Array) => {
    const last = draws.at(-1)
    if (last && theta.every((value, x) => value === last[x])) return
    draws.push(theta.slice())
    if (draws.length > DRAWS) draws.shift()
  }
  const redesign = ({ tally, rng, horizon }: LoopState) => {
    const { size } = tally
    due = size * GROWTH
    const mean = new Float64Array(categories)
    for (const draw of draws) for (let x = 0; x < categories; x++) mean[x] += draw[x] / draws.length
    const candidates = designCandidates(epsilon, descendingOrder(mean), rng)
    const remaining = Math.max(1, horizon === undefined ? size : horizon - size)
    const { information } = new Expansion(tally, mean)
    return chooseDesign(candidates, { draws, information, remaining }).mechanism()
  }
  return {
    name: 'auto',
    adaptive,
    choose(theta, state) {
      if (adaptive && state.tally.size > 0) {
        note(theta)
        if (state.tally.size >= due) mechanism = redesign(state)
      }
      return mechanism
    },
    memory: () =>
      structuredClone({
        draws: draws.map(draw => Array.from(draw)),
        due,
        request: mechanism.toRequest(),
      }),
  }
}
