import { largest, sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { columnLogValues } from '../../mechanism/column.ts'
import { HYPERPRIOR, type Prior, readPrior } from '../../posterior/kind/prior.ts'
import type { Tally } from '../../posterior/tally/tally.ts'
import type { LogOdds } from './evidence.ts'
import { type Betas, type Cells, cellsAround, logSum } from './frequency-cells.ts'

/** The flat distribution, used as the prior for prior-free evidence. */
export const FLAT: Betas = { weights: [1], a: [1], b: [1] }

/** The distribution of a share, on cells of [0, 1]. */
export interface FrequencyLaw {
  /** Ends of the central interval. */
  readonly lower: number
  readonly upper: number
  readonly mean: number
  readonly sd: number
  /** P(from ≤ θ_c ≤ to). */
  probability(from: number, to: number): number
}

/**
 * Quadrature nodes for a learnt concentration, in standard deviations of its hyperprior. They go far out: a frequency near 1/K makes
 * concentrations likely that the hyperprior hardly expects. Twice as many change no probability by more than 2e-5.
 */
const NODES = Array.from({ length: 29 }, (_, i) => -7 + i / 2)
/** Number of quantiles that replace the draws of the concentration. */
const QUANTILES = 25

/** The prior distribution of the share of a set of categories, under a Dirichlet prior. */
export function priorOfOne(prior: Prior, set: readonly number[], categories: number): Betas {
  const { rho, learned } = readPrior(prior, categories)
  const own = sum(set.map(x => rho[x]))
  if (!learned) return { weights: [1], a: [own], b: [sum(rho) - own] }
  const shares = NODES.map(z => exp(-square(z) / 2))
  const total = sum(shares)
  const each = NODES.map(z => HYPERPRIOR.median * exp(HYPERPRIOR.sd * z))
  return { weights: shares.map(share => share / total), ...betasOf(each, set.length, categories) }
}

/**
 * The prior distribution of a share, given draws of the concentration that was learnt from answers about all categories. It is that of any
 * `size` categories. What the answers about the others say about the concentration is no evidence about these in particular.
 */
export function learntPriorOfOne(concentrations: Float64Array, size: number, categories: number): Betas {
  const sorted = concentrations.slice().sort()
  const each = Array.from(
    { length: QUANTILES },
    (_, i) => sorted[Math.floor(((i + 0.5) / QUANTILES) * sorted.length)],
  )
  return { weights: each.map(() => 1 / each.length), ...betasOf(each, size, categories) }
}

/** The distributions of the share of `size` of the categories, for several concentrations. */
function betasOf(each: readonly number[], size: number, categories: number) {
  return { a: each.map(value => size * value), b: each.map(value => (categories - size) * value) }
}

/** A log-likelihood of a share. */
export type LogLikelihoodOfOne = (theta: number) => number

/**
 * The log-likelihood of the share θ_S of a set of categories given a tally. It is undefined unless every answer treats the categories of
 * the set alike, and all others alike. With `p` the value for the set and `q` that for all others, it is `Σ N ln(q + (p − q)θ_S)`.
 */
export function likelihoodOfOne(tally: Tally, set: readonly number[]): LogLikelihoodOfOne | undefined {
  const found = likelihoodOf(tally, set)
  return found?.isWhole ? found.likelihood : undefined
}

/**
 * The log-likelihood of the share of a set from only those answers that distinguish the set from all others and nothing else; undefined
 * without any.
 */
export function likelihoodOfSome(tally: Tally, set: readonly number[]): LogLikelihoodOfOne | undefined {
  return likelihoodOf(tally, set)?.likelihood
}

function likelihoodOf(tally: Tally, set: readonly number[]) {
  const terms: { own: number; other: number; count: number }[] = []
  if (tally.distinct > MOST_COLUMNS) return undefined
  const isInside = Array.from({ length: tally.categories }, (_, x) => set.includes(x))
  const outside = isInside.indexOf(false)
  for (let c = 0; c < tally.distinct; c++) {
    const logs = columnLogValues(tally.table.column(c))
    const [own, other] = [logs[set[0]], logs[outside]]
    if (logs.some((value, x) => value !== (isInside[x] ? own : other))) continue
    terms.push({
      own: exp(own),
      other: exp(other),
      count: tally.counts[c],
    })
  }
  if (terms.length === 0 && tally.distinct > 0) return undefined
  const likelihood = (theta: number) =>
    terms.reduce((sum, { own, other, count }) => sum + count * log(other + (own - other) * theta), 0)
  return { likelihood, isWhole: terms.length === tally.distinct }
}

/** Largest number of distinct columns that are searched. */
const MOST_COLUMNS = 64

/** The normal likelihood that gives the posterior this mean and standard deviation, approximately, found in a few steps. */
export function fittedLikelihood(betas: Betas, mean: number, sd: number): LogLikelihoodOfOne {
  let [centre, scale] = [mean, sd]
  const normal = (c: number, s: number) => (theta: number) => -square((theta - c) / s) / 2
  const cells = cellsAround(betas, mean, sd)
  for (let step = 0; step < 12; step++) {
    const found = momentsOf(cells, cells.middles.map(normal(centre, scale)))
    centre += (mean - found.mean) * Math.min(4, square(scale / found.sd))
    centre = Math.min(mean + 5 * sd, Math.max(mean - 5 * sd, centre))
    scale = Math.min(5 * sd, Math.max(sd / 2, scale * Math.sqrt(sd / found.sd)))
  }
  return normal(centre, scale)
}

/**
 * The posterior distribution of θ_c. With a constant likelihood it is the prior itself.
 *
 * @param peak the maximum of the likelihood, and its width there
 */
export function lawOfOne(
  betas: Betas,
  likelihood: LogLikelihoodOfOne,
  peak: { mean: number; sd: number },
  level: number,
): FrequencyLaw {
  const cells = cellsAround(betas, peak.mean, peak.sd)
  const { masses, mean, sd } = momentsOf(cells, cells.middles.map(likelihood))
  const { edges } = cells
  const quantile = (p: number) => {
    let reached = 0
    for (let i = 0; i < masses.length; i++) {
      if (reached + masses[i] >= p) return edges[i] + ((p - reached) / masses[i]) * (edges[i + 1] - edges[i])
      reached += masses[i]
    }
    return 1
  }
  const probability = (from: number, to: number) => {
    let total = 0
    masses.forEach((mass, i) => {
      const shared = Math.min(to, edges[i + 1]) - Math.max(from, edges[i])
      if (shared > 0) total += mass * (shared / (edges[i + 1] - edges[i]))
    })
    // A sum of rounded masses may exceed one.
    return Math.min(1, total)
  }
  return { mean, sd, lower: quantile((1 - level) / 2), upper: quantile((1 + level) / 2), probability }
}

/**
 * The logarithms of the prior odds of θ_c > threshold, and of the factor by which the likelihood changes them: its mean over the prior
 * above the threshold, divided by its mean over the prior below. Neither is limited by the precision of doubles near one.
 *
 * @param peak the maximum of the likelihood, and its width there
 */
export function oddsAbove(
  betas: Betas,
  likelihood: LogLikelihoodOfOne,
  peak: { mean: number; sd: number },
  threshold: number,
): LogOdds {
  return oddsOver(cellsAround(betas, peak.mean, peak.sd, threshold), likelihood, threshold)
}

/** Probability over given cells, which are split at the threshold. */
export function oddsOver(
  { edges, middles, logPrior }: Cells,
  likelihood: LogLikelihoodOfOne,
  threshold: number,
): LogOdds {
  const logLikelihoods = middles.map(likelihood)
  const split = edges.indexOf(threshold)
  const side = (from: number, to: number) => {
    const prior = logPrior.subarray(from, to)
    const most = largest(prior)
    // The prior is taken relative to its largest value, so that a tiny prior does not swallow the likelihood.
    const relative = prior.map(value => value - most)
    const total = logSum(relative)
    const joint = logSum(relative.map((value, i) => value + logLikelihoods[from + i]))
    return { prior: most + total, likelihood: joint - total }
  }
  const [below, above] = [side(0, split), side(split, middles.length)]
  return { prior: above.prior - below.prior, evidence: above.likelihood - below.likelihood }
}

/** The maximum of the likelihood, by golden-section search, and its width there, by its curvature. */
export function peakOf(likelihood: LogLikelihoodOfOne): {
  mean: number
  sd: number
} {
  const golden = (Math.sqrt(5) - 1) / 2
  let [low, high] = [0, 1]
  for (let i = 0; i < 40; i++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (likelihood(left) > likelihood(right)) high = right
    else low = left
  }
  const mean = (low + high) / 2
  const h = 1e-3
  const inside = Math.min(1 - h, Math.max(h, mean))
  const bend = (likelihood(inside + h) - 2 * likelihood(inside) + likelihood(inside - h)) / square(h)
  return { mean, sd: bend < 0 ? Math.min(0.5, 1 / Math.sqrt(-bend)) : 0.5 }
}

/** The posterior probabilities of the cells, and their mean and standard deviation. */
function momentsOf({ middles, logPrior }: Cells, logLikelihoods: Float64Array) {
  const logs = logPrior.map((value, i) => value + logLikelihoods[i])
  const most = largest(logs)
  const masses = logs.map(value => exp(value - most))
  const total = sum(masses)
  let mean = 0
  for (let i = 0; i < masses.length; i++) {
    masses[i] /= total
    mean += masses[i] * middles[i]
  }
  const variance = masses.reduce((sum, mass, i) => sum + mass * square(middles[i] - mean), 0)
  return { masses, mean, sd: Math.max(1e-9, Math.sqrt(variance)) }
}
