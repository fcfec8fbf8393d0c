import { square } from '../elementary/square.ts'
import { createMetric, invertFactor, type Metric } from '../posterior/moves/metric.ts'
import { Nuts, type Target } from '../posterior/moves/nuts.ts'
import type { Route } from '../posterior/moves/tuned-nuts.ts'
import { stream } from '../random/stream.ts'
import { RegressionTarget } from './regression-target.ts'
import { effectiveShare, negativeHessian, routeAlong } from './surrogate.ts'

/** One coarse pattern stands for about so many. */
const PATTERNS_TO_ONE = 40
/** Fewer coarse patterns than this are not worth the error. */
const LEAST_COARSE = 250
/** A chain along the coarse density looks at the exact one after so many transitions. */
const TRANSITIONS = 4
/** The trial: a chain of so many steps, of which each fifth is weighed, and the share of them that must remain effective. */
const [TRIAL_STEPS, TRIAL_WARMUP, THINNING, LEAST_SHARE] = [250, 50, 5, 0.5]
const TRIAL_STEP_SIZE = 0.4

/**
 * A regression's log density with neighbouring patterns made one: of all people who gave the same answer, those whose covariates are alike
 * have their mean, in each group by itself. What the answers say has the gradient and Hessian of the density itself at one point, in
 * coefficients b and effects u: the two differ in nothing else, whatever τ is.
 */
class CoarseTarget implements Target {
  readonly dimension: number
  readonly metric: Metric
  private readonly coarse: RegressionTarget
  /** b and u where the two agree. */
  private readonly center: Float64Array
  /** By how much the log density's gradient and negative Hessian exceed the coarse one's there. */
  private readonly slope: Float64Array
  private readonly curvature: Float64Array
  /** b and u less `center`, at the parameters of the last call. */
  private readonly distance: Float64Array

  constructor(
    coarse: RegressionTarget,
    target: RegressionTarget,
    start: Float64Array,
    sds: Float64Array,
    metric: Metric | undefined,
  ) {
    const n = target.dimension
    this.dimension = n
    this.coarse = coarse
    this.center = start.slice()
    target.toEffects(this.center)
    // Centred, so that the parameters are the effects.
    const [exact, rough] = [centred(target), centred(coarse)]
    const at = this.center.slice()
    if (n > target.fixed) at[n - 1] = start[n - 1]
    const hessian = negativeHessian(exact, at, sds)
    const ofCoarse = negativeHessian(rough, at, sds)
    this.curvature = hessian.map((value, i) => value - ofCoarse[i])
    this.slope = new Float64Array(n)
    const gradient = new Float64Array(n)
    exact.evaluate(at, this.slope)
    rough.evaluate(at, gradient)
    for (let j = 0; j < n; j++) this.slope[j] -= gradient[j]
    this.distance = new Float64Array(n)
    this.metric = metric ?? createMetric(n, invertFactor(n, hessian))
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { center, slope, curvature, distance, coarse, dimension: n } = this
    const { fixed, scales, law } = coarse
    let value = coarse.evaluate(z, gradient)
    const predictors = law.records.categories - 1
    const effects = n > fixed ? n - 1 : fixed
    const groupOf = (j: number) => Math.floor((j - fixed) / predictors)
    for (let j = 0; j < effects; j++) {
      distance[j] = (j < fixed ? z[j] : scales[groupOf(j)] * z[j]) - center[j]
    }
    for (let i = 0; i < effects; i++) {
      let total = 0
      for (let j = 0; j < effects; j++) total += curvature[i * n + j] * distance[j]
      value += (slope[i] - total / 2) * distance[i]
      if (i < fixed) {
        gradient[i] += slope[i] - total
        continue
      }
      const g = groupOf(i)
      const ofEffect = (slope[i] - total) * scales[g]
      gradient[i] += ofEffect
      gradient[n - 1] += ofEffect * z[i] * (1 - law.centring[g])
    }
    return value
  }
}

/** The same density where the parameters are the effects of groups themselves. */
function centred(target: RegressionTarget): RegressionTarget {
  const { law } = target
  return law.groups === 0 ? target : new RegressionTarget({ ...law, centring: law.centring.map(() => 1) })
}

/**
 * The route along the coarse density of a regression of many patterns; undefined where that would not be a fraction of them, or too far
 * from the density itself: the weights `π(z)/q(z)` of a short chain along it have to be about equal.
 *
 * @param start the mode, at some τ if there are groups
 * @param sds rough standard deviations of the parameters
 * @param metric the mass matrix of chains; by default, of the curvature at the mode
 */
export function coarseRoute(
  density: RegressionTarget,
  start: Float64Array,
  sds: Float64Array,
  metric?: Metric,
): Route | undefined {
  const coarse = coarsened(density, start, sds)
  if (coarse === undefined) return undefined
  const target = new CoarseTarget(coarse, density, start, sds, metric)
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

/** The same regression on coarse patterns; undefined where they would not be a fraction of the patterns. */
function coarsened(
  target: RegressionTarget,
  start: Float64Array,
  sds: Float64Array,
): RegressionTarget | undefined {
  const { law, fixed } = target
  const { columns: D, rows, records, group, groups: G } = law
  const { starts, column, count, columns, categories: K } = records
  const patterns = starts.length - 1
  const most = Math.floor(patterns / PATTERNS_TO_ONE)
  /** People of one kind gave the same answer, in one group. */
  const kinds = (columns.length / K) * Math.max(1, G)
  if (most < LEAST_COARSE || 8 * kinds > most) return undefined
  /** How much a difference in a covariate matters. */
  const weights = Array.from({ length: D }, (_, j) => {
    let weight = 0
    for (let at = j; at < fixed; at += D) weight += square(start[at]) + square(sds[at])
    return weight
  })
  const patternOf = new Int32Array(column.length)
  for (let p = 0; p < patterns; p++) patternOf.fill(p, starts[p], starts[p + 1])
  const cellsOf: number[][] = Array.from({ length: kinds }, () => [])
  const kindOf = (cell: number) =>
    group === undefined ? column[cell] : column[cell] * G + group[patternOf[cell]]
  for (let cell = 0; cell < column.length; cell++) cellsOf[kindOf(cell)].push(cell)
  const valuesOf = (cells: readonly number[], j: number) => cells.map(cell => rows[patternOf[cell] * D + j])
  const parts = cellsOf.flatMap(cells =>
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
    group: group && Int32Array.from(parts, ([cell]) => group[patternOf[cell]]),
    records: {
      ...records,
      starts: Int32Array.from({ length: parts.length + 1 }, (_, p) => p),
      column: Int32Array.from(parts, ([cell]) => column[cell]),
      count: people,
    },
  })
}

/** About so many parts of a list of cells, which is halved again and again at the median of the coordinate along which it is widest. */
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
