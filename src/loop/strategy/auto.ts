import { designCandidates } from '../../design/candidates.ts'
import { chooseDesign } from '../../design/choose-design.ts'
import { subsetSelection } from '../../mechanism/subset-selection.ts'
import { Expansion } from '../../posterior/tally/log-likelihood.ts'
import { descendingOrder } from '../../simplex/order.ts'
import type { StrategyKind } from './contract.ts'
import { fixed } from './fixed.ts'
import { redesigning } from './redesign.ts'

/** Draws of θ that a design is to be good for. */
const DRAWS = 8
/** Beyond so many categories a design would cost more than it gains. */
const MOST_CATEGORIES = 128

/**
 * The strategy `auto`: the channel, among SRR, subset selection and local hashing of every grain, that is expected to leave the
 * estimate nearest to θ in total variation when all people have answered (`chooseDesign`), where their number is known, or
 * else when there are twice as many answers; chosen anew whenever the answers have grown by a tenth. For very many categories
 * it is subset selection.
 */
export const autoKind = {
  name: 'auto',
  create({ categories, epsilon, horizon }, memory) {
    if (categories > MOST_CATEGORIES) return fixed(subsetSelection({ categories, epsilon }))
    return redesigning(
      { categories, epsilon, mostDraws: DRAWS },
      (draws, { tally, size, answers, rng }) => {
        const mean = new Float64Array(categories)
        for (const draw of draws) for (let x = 0; x < categories; x++) mean[x] += draw[x] / draws.length
        const candidates = designCandidates(epsilon, descendingOrder(mean), rng)
        // Where answers are forgotten, the next ones are to serve while they are remembered.
        const remaining = horizon === undefined || size < answers ? size : horizon - answers
        const { information } = new Expansion(tally, mean)
        return chooseDesign(candidates, { draws, information, remaining: Math.max(1, remaining) }).mechanism()
      },
      memory,
    )
  },
} as const satisfies StrategyKind
