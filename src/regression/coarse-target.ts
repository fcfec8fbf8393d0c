import { factorize } from '../arrays/cholesky.ts'
import { square } from '../elementary/square.ts'
import { createMetric, invertFactorized, type Metric } from '../posterior/moves/metric.ts'
import { Nuts, type Target } from '../posterior/moves/nuts.ts'
import { stream } from '../random/stream.ts'
import { RegressionTarget } from './regression-target.ts'
import { type Approximation, effectiveShare, negativeHessian } from './surrogate.ts'

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
 * have their mean. Its gradient and Hessian at the mode are made those of the density itself.
 */
class CoarseTarget implements Approximation {
  readonly dimension: number
  readonly metric: Metric
  readonly transitions = TRANSITIONS
  private readonly coarse: RegressionTarget
  private readonly mode: Float64Array
  /** By how much the log density's gradient and negative Hessian at the mode exceed the coarse one's. */
  private readonly slope: Float64Array
  private readonly curvature: Float64Array

  constructor(coarse: RegressionTarget, target: Target, mode: Float64Array, sds: Float64Array) {
    const n = target.dimension
    this.dimension = n
    this.coarse = coarse
    this.mode = mode
    const hessian = negativeHessian(target, mode, sds)
    const ofCoarse = negativeHessian(coarse, mode, sds)
    this.curvature = hessian.map((value, i) => value - ofCoarse[i])
    this.slope = new Float64Array(n)
    const gradient = new Float64Array(n)
    target.evaluate(mode, this.slope)
    coarse.evaluate(mode, gradient)
    for (let j = 0; j < n; j++) this.slope[j] -= gradient[j]
    factorize(hessian, n)
    this.metric = createMetric(n, invertFactorized(n, hessian))
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { mode, slope, curvature, dimension: n } = this
    let value = this.coarse.evaluate(z, gradient)
    for (let i = 0; i < n; i++) {
      let total = 0
      for (let j = 0; j < n; j++) total += curvature[i * n + j] * (z[j] - mode[j])
      gradient[i] += slope[i] - total
      value += (slope[i] - total / 2) * (z[i] - mode[i])
    }
    return value
  }
}

/**
 * The coarse density of a regression of many patterns without random intercept; undefined where it would not be a fraction of them, or too far
 * from the density itself.
 *
 * @param sds rough standard deviations of the parameters
 */
export function coarseTarget(
  target: RegressionTarget,
  mode: Float64Array,
  sds: Float64Array,
): CoarseTarget | undefined {
  const coarse = coarsened(target, mode, sds)
  if (coarse === undefined) return undefined
  const found = new CoarseTarget(coarse, target, mode, sds)
  return isGoodFor(target, found, mode) ? found : undefined
}

/** Whether the weights `π(z)/q(z)` of a short chain along the coarse density are about equal. */
function isGoodFor(target: RegressionTarget, coarse: CoarseTarget, mode: Float64Array): boolean {
  const rng = stream('trial of the coarse density')
  const nuts = new Nuts(coarse, coarse.metric)
  const z = mode.slice()
  const draws: Float64Array[] = []
  for (let i = 0; i < TRIAL_STEPS; i++) {
    nuts.transition(rng, z, TRIAL_STEP_SIZE)
    if (i >= TRIAL_WARMUP && i % THINNING === 0) draws.push(z.slice())
  }
  return effectiveShare(target, coarse, draws) >= LEAST_SHARE
}

/** The same regression on coarse patterns; undefined where they would not be a fraction of the patterns. */
function coarsened(
  target: RegressionTarget,
  mode: Float64Array,
  sds: Float64Array,
): RegressionTarget | undefined {
  const { law } = target
  const { columns: D, rows, records } = law
  const { starts, column, count, columns, categories: K } = records
  const patterns = starts.length - 1
  const most = Math.floor(patterns / PATTERNS_TO_ONE)
  const kinds = columns.length / K
  if (most < LEAST_COARSE || 8 * kinds > most) return undefined
  /** How much a difference in a covariate matters. */
  const weights = Array.from({ length: D }, (_, j) => {
    let weight = 0
    for (let at = j; at < mode.length; at += D) weight += square(mode[at]) + square(sds[at])
    return weight
  })
  const patternOf = new Int32Array(column.length)
  for (let p = 0; p < patterns; p++) patternOf.fill(p, starts[p], starts[p + 1])
  const cellsOf: number[][] = Array.from({ length: kinds }, () => [])
  for (const [cell, c] of column.entries()) cellsOf[c].push(cell)
  const valuesOf = (cells: readonly number[], j: number) => cells.map(cell => rows[patternOf[cell] * D + j])
  const groups = cellsOf.flatMap((cells, c) =>
    halved(cells, (most * cells.length) / column.length, valuesOf, weights).map(cells => ({ cells, c })),
  )
  const coarseRows = new Float64Array(groups.length * D)
  const people = new Float64Array(groups.length)
  groups.forEach(({ cells }, p) => {
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
    records: {
      ...records,
      starts: Int32Array.from({ length: groups.length + 1 }, (_, p) => p),
      column: Int32Array.from(groups, ({ c }) => c),
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
