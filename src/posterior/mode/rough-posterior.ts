import { sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { pow } from '../../elementary/pow.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import { HYPERPRIOR } from '../kind/prior.ts'
import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { conjugateGradients } from './conjugate-gradients.ts'

/** Largest number of Newton steps; they end earlier after a step that changes the mean by less than `SMALL`. */
const MOST_STEPS = 12
const SMALL = 0.01
/** Accuracy of a step. */
const TOLERANCE = 0.05
/** Number of cells of [0, 1], and the end of the lowest one, in units of the smallest standard deviation. */
const CELLS = 64
const LOWEST = 0.05
/** Number of concentrations in the grid, and their reach to either side, in standard deviations of the hyperprior. */
const CONCENTRATIONS = 9
const REACH = 2.5
/** Precision of a category without informative answers. */
const LEAST_PRECISION = 1
/** Number of standard deviations above 0 from which on a category's prior is ignored. */
const CLEAR = 4
/** Largest number of standard deviations of an observation below 0. */
const FARTHEST = 5

/** An approximate posterior that is quick to compute, for designs. */
export interface RoughPosterior {
  readonly mean: Float64Array
  /** The precision of θ_x in the answers, for each category against all others. */
  readonly precision: Float64Array
  readonly draws: readonly Float64Array[]
}

/**
 * A rough posterior with a learnt concentration, in a few passes over the columns. The answers are summarized as one observation of each
 * category, `m_x ~ N(θ_x, C_xx)`. Answers by balanced channels whose likelihoods hardly vary are equivalent to that:
 *
 *     m = θ⁰ + (F + 1)⁻¹(s − n),    s = Σ_c N_c p_c/g_c,    F = Σ_c N_c p_c p_cᵀ/g_c²
 *     C = D⁻¹ − D⁻¹11ᵀD⁻¹/ΣD⁻¹,     D_xx = K/(K − 1) Σ_c N_c (p_c(x) − p̄_c)²/g_c²
 *
 * at a θ⁰ that is the posterior mean itself, found by Newton's steps. The prior of each θ_x is Gamma(ρ, rate Kρ), cut into cells; ρ has a
 * grid of values. Draws are scaled to sum to one.
 *
 * @param anchor the start, such as an earlier mean
 * @param count the number of draws
 */
export function roughPosterior(tally: Tally, anchor: Float64Array, count: number, rng: Rng): RoughPosterior {
  const K = tally.categories
  const expand = expansion(tally)
  let mean = anchor
  let cells: Cells
  let reading: Reading
  for (let step = 1; ; step++) {
    reading = expand(mean)
    cells = weigh(reading)
    const change = cells.mean.reduce((sum, value, x) => sum + Math.abs(value - mean[x]), 0)
    mean = step > 3 ? mean.map((value, x) => (value + cells.mean[x]) / 2) : cells.mean
    if (step === MOST_STEPS || change < SMALL) break
  }
  const { center, sd } = reading
  const draws = Array.from({ length: count }, () => {
    const c = pick(cells.concentrations, rng)
    const masses = cells.prior[c]
    const weights = new Float64Array(CELLS)
    const theta = new Float64Array(K)
    let total = 0
    for (let x = 0; x < K; x++) {
      if (center[x] > CLEAR * sd[x]) theta[x] = Math.max(0, center[x] + sd[x] * drawNormal(rng))
      else {
        const likelihood = cells.likelihood.subarray(x * CELLS, (x + 1) * CELLS)
        for (let j = 0; j < CELLS; j++) weights[j] = masses[j] * likelihood[j]
        const j = pick(weights, rng)
        theta[x] = cells.lower[j] + rng.uniform() * cells.width[j]
      }
      total += theta[x]
    }
    return theta.map(value => value / total)
  })
  return { mean, precision: reading.precision, draws }
}

/** One observation of each category. */
interface Reading {
  readonly center: Float64Array
  readonly sd: Float64Array
  /** D. */
  readonly precision: Float64Array
}

/** Returns a function that reads a tally at an anchor. */
function expansion(tally: Tally): (anchor: Float64Array) => Reading {
  const K = tally.categories
  const { counts, distinct } = tally
  const likelihood = new Likelihood(tally.table)
  const g = new Float64Array(distinct)
  const means = new Float64Array(distinct)
  const weights = new Float64Array(distinct)
  const score = new Float64Array(K)
  const cross = new Float64Array(K)
  likelihood.multiply(new Float64Array(K).fill(1 / K), means)
  return anchor => {
    likelihood.multiply(anchor, g)
    for (let c = 0; c < distinct; c++) weights[c] = counts[c] / g[c]
    likelihood.combine(weights, score)
    let shared = 0
    for (let c = 0; c < distinct; c++) {
      const ratio = means[c] / g[c]
      shared += counts[c] * ratio * ratio
      weights[c] *= ratio
    }
    likelihood.combine(weights, cross)
    const precision = new Float64Array(K)
    likelihood.addSquares(counts, g, precision)
    const diagonal = precision.map(value => value + LEAST_PRECISION)
    let inverses = 0
    for (let x = 0; x < K; x++) {
      const spread = (K / (K - 1)) * (precision[x] - 2 * cross[x] + shared)
      precision[x] = Math.max(LEAST_PRECISION, spread)
      inverses += 1 / precision[x]
    }
    const multiply = (v: Float64Array, out: Float64Array) => {
      likelihood.multiply(v, weights)
      for (let c = 0; c < distinct; c++) weights[c] = (counts[c] / g[c]) * (weights[c] / g[c])
      likelihood.combine(weights, out)
      for (let x = 0; x < K; x++) out[x] += LEAST_PRECISION * v[x]
    }
    const uphill = score.map(value => value - tally.size)
    const step = new Float64Array(K)
    conjugateGradients(multiply, diagonal, uphill, TOLERANCE, step)
    const sd = precision.map(value => Math.sqrt((1 / value) * (1 - 1 / (value * inverses))))
    return { precision, sd, center: anchor.map((value, x) => Math.max(value + step[x], -FARTHEST * sd[x])) }
  }
}

/** The cells of [0, 1], with the prior's masses and the observations' likelihoods in them. */
interface Cells {
  readonly lower: Float64Array
  readonly width: Float64Array
  /** For each concentration, the prior's mass in each cell. */
  readonly prior: readonly Float64Array[]
  /** The likelihood of each category's observation in each cell, K × CELLS. */
  readonly likelihood: Float64Array
  /** Weights of the concentrations. */
  readonly concentrations: Float64Array
  readonly mean: Float64Array
}

function weigh({ center, sd }: Reading): Cells {
  const K = center.length
  const lowest = Math.min(0.1, LOWEST * sd.reduce((least, value) => Math.min(least, value), 1))
  const lower = new Float64Array(CELLS)
  for (let j = 1; j < CELLS; j++) lower[j] = pow(lowest, 1 - (j - 1) / (CELLS - 1))
  const width = lower.map((value, j) => (j + 1 < CELLS ? lower[j + 1] : 1) - value)
  const middle = lower.map((value, j) => value + width[j] / 2)
  const likelihood = new Float64Array(K * CELLS)
  for (let x = 0; x < K; x++) {
    for (let j = 0; j < CELLS; j++) {
      // The cell's own variance is added, so that for a cell wider than the observation this is about the mean over the cell.
      const variance = sd[x] * sd[x] + (width[j] * width[j]) / 12
      const off = middle[j] - center[x]
      likelihood[x * CELLS + j] = exp((-off * off) / (2 * variance)) / Math.sqrt(variance)
    }
  }
  const concentrations = new Float64Array(CONCENTRATIONS)
  const means = new Float64Array(CONCENTRATIONS * K)
  const prior = Array.from(concentrations, (_, c) => {
    const z = (REACH * (2 * c - CONCENTRATIONS + 1)) / (CONCENTRATIONS - 1)
    const rho = HYPERPRIOR.median * exp(z * HYPERPRIOR.sd)
    const masses = gammaMasses(rho, K * rho, width, middle)
    let logWeight = (-z * z) / 2
    for (let x = 0; x < K; x++) {
      let evidence = 0
      let moment = 0
      for (let j = 0; j < CELLS; j++) {
        const weight = masses[j] * likelihood[x * CELLS + j]
        evidence += weight
        moment += weight * middle[j]
      }
      logWeight += log(Math.max(evidence, Number.MIN_VALUE))
      means[c * K + x] = evidence > 0 ? moment / evidence : 0
    }
    concentrations[c] = logWeight
    return masses
  })
  const top = concentrations.reduce((most, value) => Math.max(most, value), -Infinity)
  const mean = new Float64Array(K)
  let total = 0
  for (let c = 0; c < CONCENTRATIONS; c++) {
    concentrations[c] = exp(concentrations[c] - top)
    for (let x = 0; x < K; x++) mean[x] += concentrations[c] * means[c * K + x]
  }
  for (let x = 0; x < K; x++) {
    if (center[x] > CLEAR * sd[x]) mean[x] = center[x] * sum(concentrations)
    total += mean[x]
  }
  for (let x = 0; x < K; x++) mean[x] /= total
  return { lower, width, prior, likelihood, concentrations, mean }
}

/** The masses of Gamma(shape, rate) in the cells, of which the first begins at 0, scaled to sum to one. */
function gammaMasses(shape: number, rate: number, width: Float64Array, middle: Float64Array): Float64Array {
  const logs = width.map((value, j) =>
    j === 0 ? shape * log(value) - log(shape) : (shape - 1) * log(middle[j]) - rate * middle[j] + log(value),
  )
  const top = logs.reduce((most, value) => Math.max(most, value), -Infinity)
  const masses = logs.map(value => exp(value - top))
  const total = sum(masses)
  return masses.map(mass => mass / total)
}

/** Draws an index with probabilities proportional to these weights. */
function pick(weights: Float64Array, rng: Rng): number {
  let left = rng.uniform() * sum(weights)
  for (let j = 0; j < weights.length; j++) {
    left -= weights[j]
    if (left < 0) return j
  }
  return weights.length - 1
}
