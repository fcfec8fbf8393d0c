import { refuse, requireInteger, requireOneOf, requireOptions, type Vector } from '../check/check.ts'
import { expectedCount, inclusionProbability, plugInVariance } from './inclusion.ts'
import { requireEpsilon, requireScale } from './limits.ts'
import type { Design } from './mixing.ts'
import { optimalThreshold } from './optimal-threshold.ts'

/** How the threshold of the Sample mechanism is chosen; `mean` is the unweighted mean over groups. */
export type ThresholdRule = 'min' | 'mean' | 'max' | 'optimal'

/** Groups of people, and the rule by which the threshold is chosen. */
export interface PersonalizedThresholdOptions {
  /** People in each group. */
  readonly counts: Vector
  /** Their privacy levels; Infinity for public data. */
  readonly epsilons: Vector
  /** Variance of one value. */
  readonly variance: number
  /** Largest change of a sum by one person; see `sumSensitivity`. */
  readonly sensitivity: number
  /** How the threshold is chosen: `min`, `mean`, `max` of the levels, or `optimal`. */
  readonly rule: ThresholdRule
}

/** A threshold of the Sample mechanism, with its variance. */
export interface PersonalizedThreshold {
  /** The level at which the people kept are protected; Infinity keeps public data alone. */
  readonly threshold: number
  /** Plug-in variance of the estimate at this threshold. */
  readonly variance: number
  /** The probability with which a person of each group is kept. */
  readonly inclusion: Float64Array
  /** Expected number of people who are kept. */
  readonly expectedCount: number
}

/**
 * The threshold t of the Sample mechanism for a mean, with its variance.
 *
 * A person of level ε is kept with chance `π = min(1, (e^ε − 1)/(e^t − 1))`; m = Σ n_i π_i people are kept on
 * average, and their noisy mean has variance `V(t) = (m σ² + 2 S²/t²)/m²` with m for their random number.
 * `min`, `mean` and `max` are taken over the groups' levels, `optimal` minimises V over all t > 0.
 *
 * Jorgensen, Yu and Cormode, "Conservative or liberal? Personalized differential privacy" (2015).
 *
 * @throws RangeError that names the argument, for no groups, unequal lengths, a count below 1, an epsilon that
 *   is not positive, a variance or sensitivity outside 1e±50, an unknown rule, and `mean` with a public group
 * @example
 * const design = { counts: [100, 1000], epsilons: [Infinity, 0.1], variance: 25, sensitivity: 15 }
 * personalizedThreshold({ ...design, rule: 'optimal' }).threshold // 0.1
 * personalizedThreshold({ ...design, rule: 'max' }).variance // 0.25
 */
export function personalizedThreshold(options: PersonalizedThresholdOptions): PersonalizedThreshold {
  requireOptions(options, { counts: true, epsilons: true, variance: true, sensitivity: true, rule: true })
  const { counts, epsilons } = options
  if (!(counts?.length >= 1)) refuse('counts', counts, 'a vector of one number or more')
  if (epsilons?.length !== counts.length) refuse('epsilons', epsilons, `a vector of ${counts.length} numbers`)
  for (let i = 0; i < counts.length; i++) {
    requireInteger(`counts[${i}]`, counts[i], 1)
    requireEpsilon(`epsilons[${i}]`, epsilons[i])
  }
  const design = {
    counts,
    epsilons,
    variance: requireScale('variance', options.variance),
    sensitivity: requireScale('sensitivity', options.sensitivity),
  }
  const rule = requireOneOf('rule', options.rule, ['min', 'mean', 'max', 'optimal'])
  requireFiniteForMean(rule, epsilons, i => `epsilons[${i}]`)
  const threshold = RULES[rule](design)
  return {
    threshold,
    variance: plugInVariance(design, threshold),
    inclusion: Float64Array.from(epsilons, epsilon => inclusionProbability(epsilon, threshold)),
    expectedCount: expectedCount(design, threshold),
  }
}

/**
 * Refuses public groups under the rule `mean`, whose threshold would be Infinity.
 *
 * @param nameOf how the error names the level of group i
 */
export function requireFiniteForMean(
  rule: ThresholdRule,
  epsilons: Vector,
  nameOf: (i: number) => string,
): void {
  const publicGroup = rule === 'mean' ? Array.from(epsilons).indexOf(Infinity) : -1
  if (publicGroup >= 0) refuse(nameOf(publicGroup), Infinity, "finite under the rule 'mean'")
}

const RULES: Record<ThresholdRule, (design: Design) => number> = {
  min: ({ epsilons }) => Array.from(epsilons).reduce((a, b) => Math.min(a, b)),
  max: ({ epsilons }) => Array.from(epsilons).reduce((a, b) => Math.max(a, b)),
  mean: design => {
    const levels = Array.from(design.epsilons)
    const mean = levels.reduce((total, epsilon) => total + epsilon / levels.length, 0)
    // Equal levels may average to an ulp above them.
    return Math.min(mean, RULES.max(design))
  },
  optimal: optimalThreshold,
}
