import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import type { Goal } from '../goal/goal.ts'
import { growthUntilNext, isSure, type LogOdds, probabilityOf } from '../loop/goal/evidence.ts'
import { type Betas, cellsAround } from '../loop/goal/frequency-cells.ts'
import { DRAWS, FIRST_ANSWERS, GROWTH_IF_DRAWS_DISAGREE } from '../loop/goal/judge.ts'
import { oddsOver } from '../loop/goal/one-category.ts'
import { drawBinomial } from '../random/binomial.ts'
import { drawNormal } from '../random/normal.ts'
import { MOST_ANSWERS, type Rule } from './rule.ts'

/** The table's steps in the logarithm of the precision, and in standard errors from the threshold. */
const STEP = 0.25
const Z_STEP = 0.5
const MOST_Z = 8
const COLUMNS = (2 * MOST_Z) / Z_STEP + 1

/** The laws of the category's frequency before any answer. */
export interface FrequencyPriors {
  /** That which the prior implies for one category. */
  readonly own: Betas
  /** That which posterior draws have, once all categories have shown the concentration. */
  readonly drawn: Betas
}

/**
 * The rule for a threshold τ: with the estimate `θ̂ = θ + B(t)/t` after `t = n/(n·Var)`, where B is a Brownian motion, the judge's
 * own odds of θ > τ, under the normal likelihood with mean θ̂ and precision t, by a table in t and in `(θ̂ − τ)√t`.
 */
export function thresholdRule(
  goal: Extract<Goal, { above: object }>,
  priors: FrequencyPriors,
  confidence: number,
): Rule {
  const { category, threshold } = goal.above
  const own = oddsTable(priors.own, threshold)
  const drawn = oddsTable(priors.drawn, threshold)
  return ({ theta, information, isBinary, shift }) => {
    const truth = theta[category]
    const from = truth > threshold ? truth - shift : truth + shift
    return rng => {
      let [n, time, noise] = [FIRST_ANSWERS, 0, 0]
      while (n < MOST_ANSWERS) {
        const now = information(n)
        noise += Math.sqrt(now - time) * drawNormal(rng)
        time = now
        const z = (from + noise / time - threshold) * Math.sqrt(time)
        const above = own(time, z)
        const isAbove = above.prior + above.evidence > 0
        const odds = isAbove ? above : { prior: -above.prior, evidence: -above.evidence }
        const sure = isSure(odds, confidence)
        let drawsAgree = true
        if (!isBinary) {
          const share = probabilityOf(drawn(time, z))
          drawsAgree = drawBinomial(rng, DRAWS, isAbove ? share : 1 - share) >= confidence * DRAWS
        }
        if (sure && drawsAgree) return n
        n = Math.ceil(n * (drawsAgree ? growthUntilNext(odds, confidence) : GROWTH_IF_DRAWS_DISAGREE))
      }
      return Infinity
    }
  }
}

/** The log odds of θ > τ as a function of precision and z, by linear interpolation between rows that are made when they are needed. */
function oddsTable(betas: Betas, threshold: number): (time: number, z: number) => LogOdds {
  const rows = new Map<number, { prior: number; evidence: Float64Array }>()
  const rowAt = (index: number) => {
    const found = rows.get(index)
    if (found) return found
    const sd = Math.sqrt(exp(-index * STEP))
    const cells = cellsAround(betas, threshold, 2 * sd, threshold)
    let prior = 0
    const evidence = Float64Array.from({ length: COLUMNS }, (_, i) => {
      const peak = threshold + (i * Z_STEP - MOST_Z) * sd
      const odds = oddsOver(cells, theta => -square((theta - peak) / sd) / 2, threshold)
      prior = odds.prior
      return odds.evidence
    })
    const row = { prior, evidence }
    rows.set(index, row)
    return row
  }
  const along = ({ evidence }: { evidence: Float64Array }, z: number) => {
    const inside = Math.min(MOST_Z, Math.max(-MOST_Z, z))
    const place = (inside + MOST_Z) / Z_STEP
    const i = Math.min(COLUMNS - 2, Math.floor(place))
    const value = evidence[i] + (place - i) * (evidence[i + 1] - evidence[i])
    // Further out the evidence grows with the square of z.
    return value + (Math.sign(z) * (square(z) - square(inside))) / 2
  }
  return (time, z) => {
    const place = log(time) / STEP
    const index = Math.floor(place)
    const [low, high] = [rowAt(index), rowAt(index + 1)]
    const share = place - index
    return {
      prior: low.prior + share * (high.prior - low.prior),
      evidence: (1 - share) * along(low, z) + share * along(high, z),
    }
  }
}
