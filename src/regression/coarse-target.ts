import { square } from '../elementary/square.ts'
import { createMetric, invertFactor, type Metric } from '../posterior/moves/metric.ts'
import { Nuts, type Target } from '../posterior/moves/nuts.ts'
import type { Route } from '../posterior/moves/tuned-nuts.ts'
import { stream } from '../random/stream.ts'
import { RegressionTarget } from './regression-target.ts'
import { effectiveShare, negativeHessian, routeAlong } from './surrogate.ts'

/** Average number of patterns that one coarse pattern replaces. */
const PATTERNS_TO_ONE = 40
/** Least number of coarse patterns: fewer are not worth the error. */
const LEAST_COARSE = 250
/** Number of transitions along the coarse density between two tests by the exact one. */
const TRANSITIONS = 4
/** The trial chain: its number of steps, of which every fifth is weighed, and the share of these that must remain effective. */
const [TRIAL_STEPS, TRIAL_WARMUP, THINNING, LEAST_SHARE] = [250, 50, 5, 0.5]
const TRIAL_STEP_SIZE = 0.4

/**
 * A regression's log density with neighbouring patterns merged: people with the same answer, in the same groups, and with similar
 * covariates get the mean of their covariates. The log-likelihood is corrected so that its gradient and Hessian at one point are the exact
 * ones. The prior is exact for any τ.
 */
class CoarseTarget implements Target {
  readonly dimension: number
  readonly metric: Metric
  private readonly coarse: RegressionTarget
  private readonly density: RegressionTarget
  /** The point at which both densities have equal gradients and Hessians. */
  private readonly center: Float64Array
  /** Difference of the exact and the coarse gradient at `center`; and, below, that of the negative Hessians. */
  private readonly slope: Float64Array
  private readonly curvature: Float64Array
  /** The parameters minus `center`. */
  private readonly distance: Float64Array

  constructor(coarse: RegressionTarget, density: RegressionTarget, start: Float64Array, sds: Float64Array) {
    const n = density.dimension
    this.dimension = n
    this.coarse = coarse
    this.density = density
    this.center = start.slice()
    coarse.logTaus.set(density.logTaus)
    const hessian = negativeHessian(density, start, sds)
    const ofCoarse = negativeHessian(coarse, start, sds)
    this.curvature = hessian.map((value, i) => value - ofCoarse[i])
    this.slope = new Float64Array(n)
    const gradient = new Float64Array(n)
    density.evaluate(start, this.slope)
    coarse.evaluate(start, gradient)
    for (let j = 0; j < n; j++) this.slope[j] -= gradient[j]
    this.distance = new Float64Array(n)
    this.metric = createMetric(n, invertFactor(n, hessian))
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { center, slope, curvature, distance, coarse, dimension: n } = this
    coarse.logTaus.set(this.density.logTaus)
    let value = coarse.evaluate(z, gradient)
    for (let j = 0; j < n; j++) distance[j] = z[j] - center[j]
    for (let i = 0; i < n; i++) {
      let total = 0
      for (let j = 0; j < n; j++) total += curvature[i * n + j] * distance[j]
      value += (slope[i] - total / 2) * distance[i]
      gradient[i] += slope[i] - total
    }
    return value
  }
}

/**
 * The route along the coarse density of a regression with many patterns. It is undefined if there are too few patterns to merge, or if the
 * coarse density is too far from the exact one: the weights `π(z)/q(z)` of a short chain along it have to be about equal.
 *
 * @param start the mode
 * @param sds rough standard deviations of the parameters
 */
export function coarseRoute(
  density: RegressionTarget,
  start: Float64Array,
  sds: Float64Array,
): Route | undefined {
  const coarse = coarsened(density, start, sds)
  if (coarse === undefined) return undefined
  const target = new CoarseTarget(coarse, density, start, sds)
  const route = routeAlong(target, density, target.metric, TRANSITIONS)
  const rng = stream('trial of the coarse density')
  const nuts = new Nuts(target.dimension)
  const z = start.slice()
  const draws: Float64Array[] = []
  for (let i = 0; i < TRIAL_STEPS; i++) {
    nuts.transition(rng, z, route, TRIAL_STEP_SIZE)
    if (i >= TRIAL_WARMUP && i % THINNING === 0) draws.push(z.slice())
  }
  return effectiveShare(route.excess, draws) >= LEAST_SHARE ? route : undefined
}

/** The regression on coarse patterns; undefined if merging would not make them much fewer. */
function coarsened(
  target: RegressionTarget,
  start: Float64Array,
  sds: Float64Array,
): RegressionTarget | undefined {
  const { law, fixed } = target
  const { columns: D, rows, records, terms } = law
  const { starts, column, count } = records
  const patterns = starts.length - 1
  const most = Math.floor(patterns / PATTERNS_TO_ONE)
  if (most < LEAST_COARSE) return undefined
  const patternOf = new Int32Array(column.length)
  for (let p = 0; p < patterns; p++) patternOf.fill(p, starts[p], starts[p + 1])
  /** People of one kind have the same answer and the same groups. */
  const kindOf = (cell: number) => [column[cell], ...terms.map(({ group }) => group[patternOf[cell]])].join()
  const cellsOf = new Map<string, number[]>()
  for (let cell = 0; cell < column.length; cell++) {
    const kind = kindOf(cell)
    const cells = cellsOf.get(kind)
    if (cells === undefined) cellsOf.set(kind, [cell])
    else cells.push(cell)
  }
  if (8 * cellsOf.size > most) return undefined
  /** The importance of a difference in a covariate. */
  const weights = Array.from({ length: D }, (_, j) => {
    let weight = 0
    for (let at = j; at < fixed; at += D) weight += square(start[at]) + square(sds[at])
    return weight
  })
  const valuesOf = (cells: readonly number[], j: number) => cells.map(cell => rows[patternOf[cell] * D + j])
  const parts = [...cellsOf.values()].flatMap(cells =>
    halved(cells, (most * cells.length) / column.length, valuesOf, weights),
  )
  const coarseRows = new Float64Array(parts.length * D)
  const people = new Float64Array(parts.length)
  parts.forEach((cells, p) => {
    for (const cell of cells) people[p] += count[cell]
    for (const cell of cells) {
      for (let j = 0; j < D; j++) {
        coarseRows[p * D + j] += (count[cell] / people[p]) * rows[patternOf[cell] * D + j]
      }
    }
  })
  return new RegressionTarget({
    ...law,
    rows: coarseRows,
    terms: terms.map(term => ({
      ...term,
      group: Int32Array.from(parts, ([cell]) => term.group[patternOf[cell]]),
    })),
    records: {
      ...records,
      starts: Int32Array.from({ length: parts.length + 1 }, (_, p) => p),
      column: Int32Array.from(parts, ([cell]) => column[cell]),
      count: people,
    },
  })
}

/**
 * Splits a list of cells into approximately this number of parts. Each part is halved again at the median of the coordinate along which it
 * is widest.
 */
function halved(
  cells: readonly number[],
  parts: number,
  valuesOf: (cells: readonly number[], j: number) => number[],
  weights: readonly number[],
): (readonly number[])[] {
  if (parts < Math.SQRT2 || cells.length < 2) return cells.length === 0 ? [] : [cells]
  let widest: number[] = []
  let width = 0
  weights.forEach((weight, j) => {
    const values = valuesOf(cells, j)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const spread = weight * values.reduce((sum, value) => sum + square(value - mean), 0)
    if (spread > width) [width, widest] = [spread, values]
  })
  if (width === 0) return [cells]
  const order = cells.map((_, i) => i).sort((a, b) => widest[a] - widest[b] || a - b)
  const middle = order.length >> 1
  return [order.slice(0, middle), order.slice(middle)].flatMap(half =>
    halved(
      half.map(i => cells[i]),
      parts / 2,
      valuesOf,
      weights,
    ),
  )
}
