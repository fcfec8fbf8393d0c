import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { square } from '../../elementary/square.ts'
import { drawLogDirichlet } from '../../random/dirichlet.ts'
import { drawNormal } from '../../random/normal.ts'
import type { Rng } from '../../random/rng.ts'
import type { SweepTuning } from '../moves/sweep-tuning.ts'

/**
 * The prior of groups that are pooled: `θ_g ~ Dirichlet(α m)`, `m ~ Dirichlet(½)`, `ln α ~ N(ln 10, 1.5²)`. Pooling has the effect of α
 * additional people of the mean law m in a group, whose categories are known.
 */
export const POOLING = { median: 10, sd: 1.5, mean: 0.5 } as const

/** Log density of ln α, up to a constant. */
export function poolingPrior(logAlpha: number): number {
  return -square((logAlpha - log(POOLING.median)) / POOLING.sd) / 2
}

/** The state of a chain, in logarithms, because with a small α, entries of θ are far below the smallest double. */
export interface PooledPlace {
  logAlpha: number
  /** ln m, length K. */
  readonly logMean: Float64Array
  /** ln θ_g, one vector of length K a group; of groups with answers first. */
  readonly logTheta: readonly Float64Array[]
  /** Width of each coordinate's first bracket, for each group with answers. */
  readonly widths: readonly number[][]
  /** The tuning of these widths; null once it is over. */
  readonly tuning: (SweepTuning | null)[]
}

/** The Dirichlet parameter α m_x. */
export function shapeOf(alpha: number, logMean: number): number {
  return Math.max(LEAST_SHAPE, alpha * exp(logMean))
}

/** Smallest parameter of draws. No chain reaches it, because the prior of m keeps its entries above e⁻²⁰⁰ or so. */
const LEAST_SHAPE = 1e-300

/** Overwrites a state by a draw from the prior of pooled groups: α, then m, then the laws of the groups. */
export function drawPooledPrior(
  rng: Rng,
  place: Pick<PooledPlace, 'logAlpha' | 'logMean' | 'logTheta'>,
): void {
  const { logMean, logTheta } = place
  place.logAlpha = log(POOLING.median) + POOLING.sd * drawNormal(rng)
  drawLogDirichlet(rng, new Float64Array(logMean.length).fill(POOLING.mean), logMean)
  const alpha = exp(place.logAlpha)
  const shapes = logMean.map(value => shapeOf(alpha, value))
  for (const row of logTheta) drawLogDirichlet(rng, shapes, row)
}
