import { requireOptions } from '../check/check.ts'
import { sumSensitivity } from './adjacency.ts'
import { discreteLaplace } from './discrete-laplace.ts'
import { fromGrid, gridExponent, toGrid } from './grid.ts'
import { inclusionInMean } from './inclusion.ts'
import { personalizedThreshold, requireFiniteForMean, type ThresholdRule } from './personalized-threshold.ts'
import { GROUPED_VALUES, type GroupedValues, readValues } from './value-groups.ts'

/** People with levels of their own, and options of releasing their mean. */
export interface PersonalizedMeanOptions extends GroupedValues {
  /** Variance of one value, known beforehand; only the rule `optimal` uses it to choose. */
  readonly variance: number
  /** How the threshold is chosen: `min`, `mean`, `max` of the levels, or `optimal`. */
  readonly rule: ThresholdRule
}

const OPTIONS = { ...GROUPED_VALUES, variance: true, rule: true } as const

/** The release of the Sample mechanism for a mean. */
export interface PersonalizedMean {
  /** The private mean. */
  readonly estimate: number
  /** t: the level at which the people who were kept are protected. */
  readonly threshold: number
  /** Number of people kept. It is for the trusted side only, because the guarantee does not cover it. */
  readonly kept: number
}

/**
 * The mean by the Sample mechanism: keep each person with chance π, 1 where ε ≥ t, and release
 * `(Σ kept + Lap(S/t))/(number kept)`, with S = b − a for `replace-one` and max(|a|, |b|) for `add-remove`.
 *
 * **What it protects.** Sampling with `π = (e^ε − 1)/(e^t − 1)`, followed by a mechanism that is t-private when people are added
 * or removed, is ε-private; the noisy sum is such a mechanism for S = max(|a|, |b|). Here it is divided by the exact number kept,
 * which that argument leaves out:
 *
 * - `replace-one`: everybody has their ε exactly. Leaving out someone kept by chance, one of m, changes the density at y by
 *   a factor of at most `m/(m − 1)·e^t`, since |y − x| ≤ b − a within the range and the law with fewer people is the wider one
 *   outside. So they lose up to `ln((1 + π (c e^t − 1))/(1 + π (c − 1)))`, with `c = 1 + 1/n` for n people kept for sure. That is ε
 *   for the chance that is used, `π = (e^ε − 1)/(c (e^t − e^ε) + e^ε − 1)`; the published chance would make it
 *   0.341 for ε = 0.3, t = 3 and n = 6.
 * - `add-remove`: the number kept has to be public. Where it is secret the quotient promises nothing. The chance is the published
 *   one.
 *
 * Values are rounded to a grid of 2⁻⁵³ of the range's larger end or finer, and summed and made noisy in whole steps of
 * it (`discreteLaplace`); the ends of the range, rounded alike, give the sensitivity in steps. No draw depends on
 * rounded doubles, except by way of π, which is rounded down.
 *
 * Jorgensen, Yu and Cormode, "Conservative or liberal? Personalized differential privacy" (2015).
 *
 * @throws RangeError that names the argument, for an empty group, a value outside the range without `clamp`, one
 *   that is not finite, an epsilon that is not positive, an unknown adjacency or rule, and `mean` with a public group
 * @example
 * const groups = [
 *   { values: [2, 4, 6], epsilon: Infinity },
 *   { values: [1, 9], epsilon: 0.1 },
 * ]
 * const options = { groups, variance: 4, range: [0, 10], adjacency: 'replace-one' } as const
 * personalizedMean({ ...options, rule: 'max' }) // { estimate: 4, threshold: Infinity, kept: 3 }
 */
export function personalizedMean(options: PersonalizedMeanOptions): PersonalizedMean {
  requireOptions(options, OPTIONS)
  const { groups, range, adjacency, rng } = readValues(options)
  const epsilons = groups.map(group => group.epsilon)
  requireFiniteForMean(options.rule, epsilons, g => `groups[${g}].epsilon`)
  const { threshold, inclusion } = personalizedThreshold({
    counts: groups.map(group => group.values.length),
    epsilons,
    variance: options.variance,
    sensitivity: sumSensitivity({ range, adjacency }),
    rule: options.rule,
  })
  const sure = groups.reduce(
    (sum, { values, epsilon }) => sum + (epsilon >= threshold ? values.length : 0),
    0,
  )
  const exponent = gridExponent(Math.max(Math.abs(range[0]), Math.abs(range[1])))
  let total = 0n
  let count = 0
  groups.forEach(({ values, epsilon }, g) => {
    const chance = adjacency === 'replace-one' ? inclusionInMean(epsilon, threshold, sure) : inclusion[g]
    const chances = sureChances(chance)
    for (const value of values) {
      if (chances < ALL_CHANCES && rng.integer(ALL_CHANCES) >= chances) continue
      total += toGrid(value, exponent)
      count++
    }
  })
  if (threshold < Infinity) {
    const [low, high] = range.map(end => toGrid(end, exponent))
    const farther = low + high > 0n ? high : -low
    const sensitivity = adjacency === 'replace-one' ? high - low : farther
    total += discreteLaplace(sensitivity, threshold)(rng)
  }
  // Somebody is always kept, because no rule gives a threshold above the largest level.
  return { estimate: fromGrid(total, exponent) / count, threshold, kept: count }
}

const ALL_CHANCES = 2 ** 52

/** A probability in units of 2⁻⁵², rounded down so far that errors in its last bits never keep anyone too often. */
function sureChances(probability: number): number {
  return probability === 1 ? ALL_CHANCES : Math.floor(probability * (1 - 2 ** -48) * ALL_CHANCES)
}
