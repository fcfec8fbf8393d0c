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

/** Steps towards the standard error at which the interval is just narrow enough; each halves the distance several times. */
const STEPS = 5
/** Standard errors are known at estimates this far apart, in units of `within`. */
const SPACING = 1
/** No interval is narrow enough whose standard error is this many times that of one without a prior and away from 0 and 1. */
const HOPELESS = 2.5
/**
 * Half the width of the interval that the judge looks at, which covers both that of the posterior and that of the answers alone, under
 * a normal likelihood.
 */
function halfWidth(prior: Betas, peak: { mean: number; sd: number }, confidence: number): number {
  const likelihood = (theta: number) => -square((theta - peak.mean) / peak.sd) / 2
  const law = lawOfOne(prior, likelihood, peak, confidence)
  const alone = lawOfOne(FLAT, likelihood, peak, confidence)
  return (Math.max(law.upper, alone.upper) - Math.min(law.lower, alone.lower)) / 2
}

/**
 * A frequency ± w: settled at the first look at which the standard error of the answers is below that at which the interval is just
 * narrow enough. How large an error may be depends on the estimate, and the error does, too.
 *
 * @param priors as they are where the standard error is so large
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
    // What people's categories add to the variance is that of the share they hold.
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
  const known = new Map<number, number>()
  const errorAt = (index: number) => {
    const found = known.get(index)
    if (found !== undefined) return found
    const mean = index * SPACING * within
    let sd = within / probit((1 + confidence) / 2)
    for (let step = 0; step < STEPS; step++) {
      sd = Math.min(1, (sd * within) / halfWidth(prior, { mean, sd }, confidence))
    }
    known.set(index, sd)
    return sd
  }
  return estimate => {
    const place = Math.min(1, Math.max(0, estimate)) / (SPACING * within)
    const index = Math.floor(place)
    return errorAt(index) + (place - index) * (errorAt(index + 1) - errorAt(index))
  }
}
