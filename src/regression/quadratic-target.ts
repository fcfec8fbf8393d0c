import { factorize } from '../arrays/cholesky.ts'
import { createMetric, invertFactorized, type Metric } from '../posterior/moves/metric.ts'
import { drawNormal } from '../random/normal.ts'
import { stream } from '../random/stream.ts'
import type { RegressionTarget } from './regression-target.ts'
import { type Approximation, effectiveShare, negativeHessian } from './surrogate.ts'

/** With fewer patterns than this the log density itself is cheap. */
const LEAST_PATTERNS = 1000
/** How many draws the approximation is tried with, and the share of them that must remain effective under its weights. */
const [TRIALS, LEAST_SHARE] = [40, 0.8]

/** The second-order expansion of a regression's log density around the mode m: `−(z − m)ᵀ H (z − m)/2`. */
export class QuadraticTarget implements Approximation {
  readonly dimension: number
  readonly metric: Metric
  /** Its draws are nearly independent, so that the density itself is looked at after each. */
  readonly transitions = 1
  private readonly mode: Float64Array
  private readonly hessian: Float64Array

  /** @param hessian the negative Hessian at the mode, row-major */
  constructor(mode: Float64Array, hessian: Float64Array) {
    const n = mode.length
    this.dimension = n
    this.mode = mode
    this.hessian = hessian
    const factor = hessian.slice()
    factorize(factor, n)
    this.metric = createMetric(n, invertFactorized(n, factor))
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { mode, hessian, dimension: n } = this
    let value = 0
    for (let i = 0; i < n; i++) {
      let total = 0
      for (let j = 0; j < n; j++) total += hessian[i * n + j] * (z[j] - mode[j])
      gradient[i] = -total
      value -= (total * (z[i] - mode[i])) / 2
    }
    return value
  }
}

/**
 * The expansion of a log density that is costly and almost normal; undefined where it is cheap or not normal enough. A chain may then travel along
 * the expansion, and look at the log density itself once a transition, to accept its outcome or not.
 *
 * @param sds rough standard deviations of the parameters
 */
export function quadraticTarget(
  target: RegressionTarget,
  mode: Float64Array,
  sds: Float64Array,
): QuadraticTarget | undefined {
  if (target.law.records.patterns.length < LEAST_PATTERNS) return undefined
  const quadratic = new QuadraticTarget(mode, negativeHessian(target, mode, sds))
  return isGoodFor(target, quadratic, mode) ? quadratic : undefined
}

/** Whether the weights `π(z)/q(z)` of draws from the expansion are about equal. */
function isGoodFor(target: RegressionTarget, quadratic: QuadraticTarget, mode: Float64Array): boolean {
  const rng = stream('trials of the expansion')
  const n = mode.length
  const noise = new Float64Array(n)
  const draws = Array.from({ length: TRIALS }, () => {
    const z = new Float64Array(n)
    for (let j = 0; j < n; j++) noise[j] = drawNormal(rng)
    quadratic.metric.unwhitenVelocity(noise, z)
    for (let j = 0; j < n; j++) z[j] += mode[j]
    return z
  })
  return effectiveShare(target, quadratic, draws) >= LEAST_SHARE
}
