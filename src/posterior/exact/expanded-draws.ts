import { refuse } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { drawGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { HYPERPRIOR, type Prior, readPrior } from '../contract/prior.ts'
import { Expansion } from '../tally/log-likelihood.ts'
import { lump } from '../tally/lump.ts'
import { QuadraticLikelihood } from '../tally/quadratic-likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { drawCellConcentration } from './cell-concentration.ts'
import { createCoordinateSweep, type Place } from './coordinate-sweep.ts'
import { softmax } from './softmax-target.ts'
import { firstWidths, type SweepTuning, startTuning, tuneWidths } from './sweep-tuning.ts'

/** Sweeps that tune the brackets and find the mean, about which the likelihood is expanded. */
const TUNING = 40
/**
 * Those at the beginning that do not count for the mean, nor renew the concentration: at a uniform start it would grow beyond all bounds, and hold
 * θ there.
 */
const DROPPED = 15
/** Sweeps to one renewal of the concentration, which costs about two. */
const LEARNING = 3
/** An expansion is a matrix of so many rows at the most. */
export const MOST_TOLD_APART = 4096
/** The mean is looked for so often at the most, each time about the one that was found before. */
const ROUNDS = 4
/** An anchor is near enough to the mean where the draws are this much farther from it, by squares of the distance. */
const NEARER = 4
/** No entry of an anchor is smaller. */
const LEAST = 1e-9

/** Draws from a posterior: `theta` row by row, and where it is learnt, the concentration of each. */
export interface ExpandedDraws {
  readonly theta: Float64Array
  readonly concentrations: Float64Array
}

/**
 * Draws of θ from the posterior in which the log-likelihood is replaced by its second-order expansion near the posterior mean: for a
 * look at a tally that cannot wait for an exact sampler. The prior is kept as it is. From a hundred answers or so the expansion is as good as
 * the posterior is narrow: every factor `p·θ` of the likelihood lies within e^ε of the others, and the sum of many is nearly quadratic where the
 * posterior has its mass.
 *
 * Categories that no answer tells apart are drawn as one and then split by their prior, which is exact.
 *
 * @param start where θ is about; default uniform, at the cost of another expansion or two
 * @returns `draws` rows of K, and the concentrations
 * @throws RangeError if the answers tell more than 4,096 categories apart
 */
export function expandedDraws(
  tally: Tally,
  prior: Prior,
  draws: number,
  rng: Rng,
  start?: Float64Array,
): ExpandedDraws {
  const K = tally.categories
  const { rho, learned } = readPrior(prior, K)
  const lumped = lump(tally)
  if (lumped === undefined) {
    if (K > MOST_TOLD_APART) {
      refuse('categories', K, `at most ${MOST_TOLD_APART} that the answers tell apart, with this goal`)
    }
    return drawCells(tally, rho, learned, new Float64Array(K).fill(1), draws, rng, start)
  }
  const { cellOf, sizes } = lumped
  const G = sizes.length
  const sum = (values: Float64Array) => {
    const out = new Float64Array(G)
    values.forEach((value, x) => {
      out[cellOf[x]] += value
    })
    return out
  }
  const { theta, concentrations } = drawCells(
    lumped.tally,
    sum(rho),
    learned,
    sizes,
    draws,
    rng,
    start && sum(start),
  )
  const out = new Float64Array(draws * K)
  const totals = new Float64Array(G)
  for (let d = 0; d < draws; d++) {
    const row = out.subarray(d * K, (d + 1) * K)
    totals.fill(0)
    for (let x = 0; x < K; x++) {
      row[x] = sizes[cellOf[x]] === 1 ? 1 : drawGamma(rng, learned ? concentrations[d] : rho[x])
      totals[cellOf[x]] += row[x]
    }
    for (let x = 0; x < K; x++) {
      const cell = cellOf[x]
      const share = totals[cell] > 0 ? row[x] / totals[cell] : 1 / sizes[cell]
      row[x] = theta[d * G + cell] * share
    }
  }
  return { theta: out, concentrations }
}

/** The same over cells of so many categories; where it is learnt, also the concentration of each draw. */
function drawCells(
  tally: Tally,
  rho: Float64Array,
  learned: boolean,
  sizes: Float64Array,
  draws: number,
  rng: Rng,
  start: Float64Array | undefined,
): ExpandedDraws {
  const K = tally.categories
  const all = Int32Array.from(rho.keys())
  const isLumped = sizes.some(size => size > 1)
  const surrogate = new QuadraticLikelihood(K)
  const sweep = createCoordinateSweep(surrogate, rho)
  const { logPhi } = sweep
  const widths = firstWidths(K)
  const place: Place = {
    logTheta: [],
    // The sweep's moves of it are for cells of one size.
    concentration: learned && !isLumped ? HYPERPRIOR.median : null,
    widths,
  }
  let concentration: number = HYPERPRIOR.median
  const theta = new Float64Array(K)
  const concentrations = new Float64Array(draws)
  let anchor = start ?? sizes.map(size => size / sizes.reduce((sum, each) => sum + each))
  const expand = () => surrogate.expand(new Expansion(tally, floored(anchor)))
  const learn = () => {
    if (!isLumped) {
      sweep.moveConcentration(rng, place)
      concentration = place.concentration!
      return
    }
    const scale = softmax(logPhi, theta)
    concentration = drawCellConcentration(rng, concentration, logPhi, scale, sizes)
    for (let x = 0; x < K; x++) rho[x] = sizes[x] * concentration
  }
  const move = (learning: boolean, tuning: SweepTuning | null) => {
    if (learning) learn()
    sweep.moveCategories(rng, widths, tuning, all)
    if (tuning !== null) tuneWidths(widths, tuning)
  }
  let isNear = false
  for (let round = 0; !isNear && round < ROUNDS; round++) {
    expand()
    sweep.start({ ...place, logTheta: Array.from(floored(anchor), value => log(value)) })
    const tuning = startTuning(K, TUNING)
    const mean = new Float64Array(K)
    const made: Float64Array[] = []
    for (let sweeps = 1; sweeps <= TUNING; sweeps++) {
      move(learned && sweeps > DROPPED, tuning)
      if (sweeps <= DROPPED) continue
      softmax(logPhi, theta)
      made.push(theta.slice())
      for (let x = 0; x < K; x++) mean[x] += theta[x] / (TUNING - DROPPED)
    }
    const spread = made.reduce((sum, each) => sum + surrogate.distance(each, mean) / made.length, 0)
    isNear = NEARER * surrogate.distance(anchor, mean) <= spread
    anchor = mean
  }
  if (!isNear) expand()
  const out = new Float64Array(draws * K)
  for (let d = 0; d < draws; d++) {
    move(learned && d % LEARNING === 0, null)
    softmax(logPhi, out.subarray(d * K, (d + 1) * K))
    concentrations[d] = concentration
  }
  return { theta: out, concentrations }
}

function floored(anchor: Float64Array): Float64Array {
  return anchor.map(value => Math.max(value, LEAST))
}
