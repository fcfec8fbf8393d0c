import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { square } from '../elementary/square.ts'
import { DRAWS, GROWTH_IF_DRAWS_DISAGREE } from '../loop/goal/categories-judge.ts'
import { growthUntilNext, isSure, type LogOdds, probabilityOf } from '../loop/goal/evidence.ts'
import { type Betas, cellsAround } from '../loop/goal/frequency-cells.ts'
import { oddsOver } from '../loop/goal/one-category.ts'
import { drawBinomial } from '../random/binomial.ts'
import type { Asked, Collected } from './planner.ts'
import { errorPath } from './play.ts'

/** The table's steps in the logarithm of the precision, and in standard errors from the threshold. */
const STEP = 0.25
const Z_STEP = 0.5
const MOST_Z = 8
const COLUMNS = (2 * MOST_Z) / Z_STEP + 1

/** Priors of the category's frequency. */
export interface FrequencyPriors {
  /** The prior's marginal of one category. */
  readonly own: Betas
  /** The prior of posterior draws, given the concentration learnt from all categories. */
  readonly drawn: Betas
}

/**
 * Plans a threshold τ. The estimate is `θ̂ = θ + B(t)/t` after `t = n/(n·Var)`, with a Brownian motion B; the judge's odds of θ > τ, under
 * the normal likelihood with mean θ̂ and precision t, come from a table in t and in `(θ̂ − τ)√t`.
 */
export function askedThreshold(
  set: readonly number[],
  threshold: number,
  priors: (theta: Float64Array, sd: number) => FrequencyPriors,
  confidence: number,
): (collected: Collected) => Asked {
  const tables = new Map<string, ReturnType<typeof oddsTable>>()
  return ({ theta, information, isBinary, shift }) => {
    const at = (key: string, law: keyof FrequencyPriors) => {
      const found = tables.get(key) ?? oddsTable(sd => priors(theta, sd)[law], threshold)
      tables.set(key, found)
      return found
    }
    const own = at('', 'own')
    const drawn = isBinary ? undefined : at(String(theta), 'drawn')
    const truth = sum(set.map(x => theta[x]))
    const from = truth > threshold ? truth - shift : truth + shift
    return {
      begin: () => {
        const error = errorPath()
        return (n, rng) => {
          const time = information(n)
          const z = (from + error(1 / Math.sqrt(time), rng) - threshold) * Math.sqrt(time)
          const above = own(time, z)
          const isAbove = above.prior + above.evidence > 0
          const odds = isAbove ? above : { prior: -above.prior, evidence: -above.evidence }
          const share = drawn && probabilityOf(drawn(time, z))
          const drawsAgree =
            share === undefined || drawBinomial(rng, DRAWS, isAbove ? share : 1 - share) >= confidence * DRAWS
          return {
            settled: isSure(odds, confidence) && drawsAgree,
            growth: drawsAgree ? growthUntilNext(odds, confidence) : GROWTH_IF_DRAWS_DISAGREE,
          }
        }
      },
    }
  }
}

/** The log odds of θ > τ as a function of precision and z, by linear interpolation between rows computed on demand. */
function oddsTable(priorAt: (sd: number) => Betas, threshold: number): (time: number, z: number) => LogOdds {
  const rows = new Map<number, { prior: number; evidence: Float64Array }>()
  const rowAt = (index: number) => {
    const found = rows.get(index)
    if (found) return found
    const sd = Math.sqrt(exp(-index * STEP))
    const cells = cellsAround(priorAt(sd), threshold, 2 * sd, threshold)
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
    // Outside of the table, the log odds grow with the square of z.
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
