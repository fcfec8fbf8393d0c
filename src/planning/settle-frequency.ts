import { sum } from '../arrays/sums.ts'
import { square } from '../elementary/square.ts'
import type { Betas } from '../loop/goal/frequency-cells.ts'
import { FLAT, lawOfOne } from '../loop/goal/one-category.ts'
import { growthOfWidth } from '../loop/goal/verdict.ts'
import { drawNormal } from '../random/normal.ts'
import { probit } from '../special/probit.ts'
import type { Asked, Collected } from './planner.ts'
import { errorPath } from './play.ts'
import type { FrequencyPriors } from './settle-threshold.ts'

/** Number of steps towards the standard error at which the interval is just narrow enough. Each step reduces the distance severalfold. */
const STEPS = 5
/** Distance between the table's estimates, in units of `within`. */
const SPACING = 1
/** Largest standard error of a narrow enough interval, in multiples of the one without a prior and away from 0 and 1. */
const HOPELESS = 2.5
/** Half the width of the judge's interval, which covers both the posterior and the prior-free interval, under a normal likelihood. */
function halfWidth(prior: Betas, peak: { mean: number; sd: number }, confidence: number): number {
  const likelihood = (theta: number) => -square((theta - peak.mean) / peak.sd) / 2
  const law = lawOfOne(prior, likelihood, peak, confidence)
  const alone = lawOfOne(FLAT, likelihood, peak, confidence)
  return (Math.max(law.upper, alone.upper) - Math.min(law.lower, alone.lower)) / 2
}

/**
 * Plans a frequency ± w. It is settled at the first look whose standard error is below the one at which the interval is just narrow enough.
 * Both errors depend on the estimate.
 *
 * @param priors the priors, as a function of the standard error
 */
export function askedFrequency(
  set: readonly number[],
  within: number,
  priors: (theta: Float64Array, sd: number) => FrequencyPriors,
  confidence: number,
): (collected: Collected) => Asked {
  const needed = within / probit((1 + confidence) / 2)
  const inside = (estimate: number) => Math.min(1, Math.max(0, estimate))
  const tables = new Map<string, (estimate: number) => number>()
  return ({ theta, information, isBinary, shift }) => {
    const truth = sum(set.map(x => theta[x]))
    const priorAt = (sd: number) => {
      const { own, drawn } = priors(theta, sd)
      return isBinary ? own : drawn
    }
    // Sampling people adds the variance of their own share.
    const spreadAt = (n: number, estimate: number) => {
      const held = inside(estimate)
      return Math.sqrt(1 / information(n) + (held * (1 - held) - truth * (1 - truth)) / n)
    }
    const key = isBinary ? `${shift}` : `${shift} ${theta}`
    const largestError = tables.get(key) ?? largestErrors(priorAt(needed), within - shift, confidence)
    tables.set(key, largestError)
    return {
      begin: () => {
        const error = errorPath()
        return (n, rng) => {
          const sd = 1 / Math.sqrt(information(n))
          const estimate = truth + error(sd, rng)
          if (sd > HOPELESS * needed) return { settled: false, growth: growthOfWidth(Infinity).growth }
          const ratio = spreadAt(n, estimate) / largestError(estimate)
          return { settled: ratio <= 1, growth: growthOfWidth(ratio).growth }
        }
      },
      half(n, rng) {
        const mean = inside(truth + drawNormal(rng) / Math.sqrt(information(n)))
        const sd = spreadAt(n, mean)
        return halfWidth(priorAt(sd), { mean, sd }, confidence) + shift
      },
    }
  }
}

/** The standard error at which the interval is just ± within, as a function of the estimate. */
function largestErrors(prior: Betas, within: number, confidence: number): (estimate: number) => number {
  const cache = new Map<number, number>()
  const errorAt = (index: number) => {
    const found = cache.get(index)
    if (found !== undefined) return found
    const mean = index * SPACING * within
    let sd = within / probit((1 + confidence) / 2)
    for (let step = 0; step < STEPS; step++) {
      sd = Math.min(1, (sd * within) / halfWidth(prior, { mean, sd }, confidence))
    }
    cache.set(index, sd)
    return sd
  }
  return estimate => {
    const place = Math.min(1, Math.max(0, estimate)) / (SPACING * within)
    const index = Math.floor(place)
    return errorAt(index) + (place - index) * (errorAt(index + 1) - errorAt(index))
  }
}
