import { square } from '../elementary/square.ts'
import type { Goal } from '../goal/goal.ts'
import type { Betas } from '../loop/goal/frequency-cells.ts'
import { FIRST_ANSWERS } from '../loop/goal/judge.ts'
import { FLAT, lawOfOne } from '../loop/goal/one-category.ts'
import { drawNormal } from '../random/normal.ts'
import { probit } from '../special/probit.ts'
import { MOST_ANSWERS, type Rule } from './rule.ts'
import type { FrequencyPriors } from './settle-threshold.ts'

/** Steps towards the standard error at which the interval is just narrow enough; each halves the distance several times. */
const STEPS = 5
/** Standard errors are known at estimates this far apart, in units of `within`. */
const SPACING = 1

/**
 * Half the width of the interval that the judge looks at, which covers both that of the posterior and that of the answers alone, under
 * a normal likelihood.
 */
export function halfWidth(prior: Betas, peak: { mean: number; sd: number }, confidence: number): number {
  const likelihood = (theta: number) => -square((theta - peak.mean) / peak.sd) / 2
  const law = lawOfOne(prior, likelihood, peak, confidence)
  const alone = lawOfOne(FLAT, likelihood, peak, confidence)
  return (Math.max(law.upper, alone.upper) - Math.min(law.lower, alone.lower)) / 2
}

/**
 * The rule for a frequency ± w: settled at the first look at which the standard error of the answers is below that at which the
 * interval is just narrow enough. How large an error may be depends on the estimate, and the error does, too.
 */
export function frequencyRule(
  { category, within }: Extract<Goal, { category: number }>,
  priors: FrequencyPriors,
  confidence: number,
): Rule {
  const forExact = largestErrors(priors.own, within, confidence)
  const forDraws = largestErrors(priors.drawn, within, confidence)
  return ({ theta, information, isBinary }) => {
    const variance = FIRST_ANSWERS / information(FIRST_ANSWERS)
    const truth = theta[category]
    const largestError = isBinary ? forExact : forDraws
    const inside = (estimate: number) => Math.min(1, Math.max(0, estimate))
    return rng => {
      let [n, last, noise] = [FIRST_ANSWERS, 0, 0]
      while (n < MOST_ANSWERS) {
        noise += Math.sqrt(n - last) * drawNormal(rng)
        last = n
        const estimate = truth + (Math.sqrt(variance) * noise) / n
        // What people's categories add to the variance is that of the share they hold.
        const held = inside(estimate)
        const own = variance + held * (1 - held) - truth * (1 - truth)
        const error = Math.sqrt(own / n) / largestError(estimate)
        if (error <= 1) return n
        n = Math.ceil(n * Math.min(1.5, Math.max(1.03, 0.97 * square(error))))
      }
      return Infinity
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
