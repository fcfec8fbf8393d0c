import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'
import { srr } from '../../src/mechanism/srr.ts'
import type { Posterior } from '../../src/posterior/chains/posterior.ts'
import { maximumLikelihood } from '../../src/posterior/mode/maximum-likelihood.ts'
import { createTally, type Tally } from '../../src/posterior/tally/tally.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { sum } from '../../src/simplex/probabilities.ts'

/** The answers of the people of one privacy level. */
export interface Answers {
  /** Number of answers for each category. */
  readonly counts: Float64Array
  /** The probability that an answer is the truth; the next field is the probability that it is a given other category. */
  readonly truth: number
  readonly other: number
  readonly tally: Tally
}

/** Answers by randomized response at level ε, of `people[x]` people with category x; the truth itself if ε is Infinity. */
export function answer(people: Float64Array, epsilon: number, rng: SeededRng): Answers {
  const categories = people.length
  const tally = createTally(categories)
  if (epsilon === Infinity) {
    people.forEach((count, x) => {
      tally.addPublic(x, count)
    })
    return { counts: people, truth: 1, other: 0, tally }
  }
  const mechanism = srr({ categories, epsilon })
  const counts = mechanism.respondMany!(people, rng)
  counts.forEach((count, y) => {
    tally.add(mechanism, y, count)
  })
  const total = Math.exp(epsilon) + categories - 1
  return { counts, truth: Math.exp(epsilon) / total, other: 1 / total, tally }
}

/** A posterior of 500 draws, from two chains. */
export function posteriorOf(tally: Tally, seed: string): Posterior {
  return samplePosterior(tally, { draws: 250, chains: 2, seed })
}

export function together(groups: readonly Answers[]): Tally {
  const tally = createTally(groups[0].counts.length)
  for (const group of groups) tally.merge(group.tally)
  return tally
}

export function jointLikelihood(groups: readonly Answers[]): Float64Array {
  return maximumLikelihood(together(groups)).theta
}

/** The means of separate posteriors, weighted category by category by `1/sd²`, and scaled to sum to one. */
export function bySpread(posteriors: readonly Pick<Posterior, 'mean' | 'sd'>[]): Float64Array {
  const mixed = inverseVariance(
    posteriors.map(({ mean }) => mean),
    posteriors.map(({ sd }) => sd.map(value => value * value)),
  )
  const total = sum(mixed)
  return mixed.map(value => value / total)
}

/**
 * The unbiased estimates `(share − q)/(p − q)` of the groups, where p and q are the chances of the truth and of another answer,
 * weighted category by category by the inverse of the plug-in variance `s(1 − s)/(n(p − q)²)`. The mixture is moved to the
 * nearest probability vector.
 *
 * In the variance, s is the share with half a person added on either side. With the plain share, a category without answers would have
 * variance zero, and therefore all the weight.
 */
export function byPlugIn(groups: readonly Answers[]): Float64Array {
  const sizes = groups.map(({ counts }) => sum(counts))
  return nearestProbabilities(
    inverseVariance(
      groups.map(({ counts, truth, other }, g) =>
        counts.map(count => (count / sizes[g] - other) / (truth - other)),
      ),
      groups.map(({ counts, truth, other }, g) =>
        counts.map(count => {
          const share = (count + 0.5) / (sizes[g] + 1)
          return (share * (1 - share)) / (sizes[g] * (truth - other) ** 2)
        }),
      ),
    ),
  )
}

function inverseVariance(
  estimates: readonly Float64Array[],
  variances: readonly Float64Array[],
): Float64Array {
  return estimates[0].map((_, x) => {
    const precisions = variances.map(variance => 1 / variance[x])
    return estimates.reduce((total, estimate, g) => total + precisions[g] * estimate[x], 0) / sum(precisions)
  })
}

/** The probability vector nearest in Euclidean distance: the excess of each entry over a common level, or zero. */
export function nearestProbabilities(values: Float64Array): Float64Array {
  const descending = values.toSorted().reverse()
  let total = 0
  let level = 0
  descending.forEach((value, i) => {
    total += value
    if (value > (total - 1) / (i + 1)) level = (total - 1) / (i + 1)
  })
  return values.map(value => Math.max(0, value - level))
}
