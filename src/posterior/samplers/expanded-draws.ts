import { sum } from '../../arrays/sums.ts'
import { refuse } from '../../check/check.ts'
import { log } from '../../elementary/log.ts'
import { drawGamma } from '../../random/gamma.ts'
import type { Rng } from '../../random/rng.ts'
import { HYPERPRIOR, type Prior, readPrior } from '../kind/prior.ts'
import { Expansion } from '../likelihood/log-likelihood.ts'
import { lump } from '../likelihood/lump.ts'
import { QuadraticLikelihood } from '../likelihood/quadratic-likelihood.ts'
import { drawCellConcentration } from '../moves/cell-concentration.ts'
import { createCoordinateSweep, type Place } from '../moves/coordinate-sweep.ts'
import { softmax } from '../moves/softmax-target.ts'
import { firstWidths, type SweepTuning, startTuning, tuneWidths } from '../moves/sweep-tuning.ts'
import type { Tally } from '../tally/tally.ts'

/** Number of sweeps that tune the brackets and find the mean, around which the likelihood is then expanded. */
const TUNING = 40
/**
 * Number of first sweeps that neither count for the mean nor renew the concentration. From a uniform start, the concentration would
 * otherwise grow without bound, and keep θ uniform.
 */
const DROPPED = 15
/** Number of sweeps for each renewal of the concentration, which costs as much as about two sweeps. */
const LEARNING = 3
/** Limit on the categories that the answers identify, because an expansion is a matrix with a row for each. */
export const MOST_TOLD_APART = 4096
/** Largest number of rounds in the search for the mean. Each expands the likelihood around the mean of the round before. */
const ROUNDS = 4
/** An anchor is near enough to the mean if draws are farther from the mean by this factor, in mean squared distance. */
const NEARER = 4
/** Smallest entry of an anchor. */
const LEAST = 1e-9

/** Draws from a posterior: θ row by row, and the concentration of each draw, if it is learnt. */
export interface ExpandedDraws {
  readonly theta: Float64Array
  readonly concentrations: Float64Array
}

/**
 * Draws of θ from an approximate posterior, in which the log-likelihood is replaced by its second-order expansion near the posterior
 * mean. It is for a quick look at a tally that cannot wait for an exact sampler. The prior is kept as it is. From about a hundred answers
 * on, the expansion is as good as the posterior is narrow: every factor `p·θ` of the likelihood lies within e^ε of the others, and the
 * sum of many of their logarithms is nearly quadratic where the posterior has its mass.
 *
 * Categories that no answer distinguishes are drawn as one and then split by their prior, which is exact.
 *
 * @param start an approximate θ; default uniform, which costs another expansion or two
 * @returns `draws` rows of K, and the concentrations
 * @throws RangeError if the answers distinguish more than 4,096 categories
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

/** Draws over cells with `sizes` categories each, with the concentration of each draw, if it is learnt. */
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
    // The sweep can move the concentration only if all cells have one category.
    concentration: learned && !isLumped ? HYPERPRIOR.median : null,
    widths,
  }
  let concentration: number = HYPERPRIOR.median
  const theta = new Float64Array(K)
  const concentrations = new Float64Array(draws)
  let anchor = start ?? sizes.map(size => size / sum(sizes))
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
    const visited: Float64Array[] = []
    for (let sweeps = 1; sweeps <= TUNING; sweeps++) {
      move(learned && sweeps > DROPPED, tuning)
      if (sweeps <= DROPPED) continue
      softmax(logPhi, theta)
      visited.push(theta.slice())
      for (let x = 0; x < K; x++) mean[x] += theta[x] / (TUNING - DROPPED)
    }
    const spread = visited.reduce((sum, draw) => sum + surrogate.distance(draw, mean) / visited.length, 0)
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
