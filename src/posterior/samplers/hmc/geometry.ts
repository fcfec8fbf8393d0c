import { refuse, requireNumber, requireNumbers, requireOptions } from '../../../check/check.ts'
import { probabilities } from '../../../simplex/probabilities.ts'
import { ExactLogLikelihood, Expansion } from '../../likelihood/log-likelihood.ts'
import { createMetric, invertFactor, type Metric, MOST_DENSE } from '../../moves/metric.ts'
import { denseCurvature, diagonalCurvature, SoftmaxTarget, softmax } from '../../moves/softmax-target.ts'
import type { Route } from '../../moves/tuned-nuts.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'

/** The mass matrix and the expansion, with their anchor. */
export interface Geometry {
  /** The θ at which both were made. */
  readonly anchor: readonly number[]
  /** Inverse factor of the mass matrix. */
  readonly metric: readonly number[]
  /** The tally's size at that time. */
  readonly size: number
  /** Whether trajectories follow the expansion instead of the answers themselves. */
  readonly expanded: boolean
}

/**
 * The geometries of softmax coordinates. If a geometry is `expanded`, trajectories follow the log-likelihood's second-order expansion at
 * its anchor.
 *
 * @param rho the Dirichlet parameters, which may change between trajectories
 */
export function createGeometries(tally: Tally, rho: Float64Array) {
  const K = tally.categories
  const exact = new ExactLogLikelihood(tally)
  const target = new SoftmaxTarget(exact, rho)
  const theta = new Float64Array(K)
  const score = new Float64Array(K)
  const metrics = new Kept<Geometry, Metric>()
  const expansions = new Kept<Geometry['anchor'], Expansion>(tally)
  const expand = (anchor: Geometry['anchor']) =>
    expansions.of(anchor, () => new Expansion(tally, Float64Array.from(anchor)))
  return {
    /** A mass matrix from the curvature at an anchor, and whether trajectories are to follow an expansion there. */
    makeGeometry(anchor: Geometry['anchor'], expandable: boolean): Geometry {
      const { distinct, table, size } = tally
      const curvature =
        K <= MOST_DENSE
          ? denseCurvature(expand(anchor), size, rho)
          : diagonalCurvature(tally, Float64Array.from(anchor), rho)
      // Cost of one step of a trajectory: all columns and sets, compared with the square of the expansion.
      const expanded = expandable && K <= MOST_DENSE && distinct + table.sets.length * K > 2 * K * K
      return { anchor, metric: Array.from(invertFactor(K, curvature)), size, expanded }
    },
    /** The route of a step. It is new each time, because answers and ρ may have changed. */
    routeOf(geometry: Geometry): Route {
      const metric = metrics.of(geometry, () => createMetric(K, geometry.metric))
      if (!geometry.expanded) return { target, metric }
      const expansion = expand(geometry.anchor)
      return {
        target: new SoftmaxTarget(expansion, rho),
        metric,
        excess(z) {
          softmax(z, theta)
          return exact.value(theta) - expansion.evaluate(theta, score)
        },
      }
    },
  }
}

/** @throws RangeError unless the data of a stored state are a geometry over K categories */
export function requireGeometry(geometry: Geometry, K: number): void {
  const names = { anchor: true, metric: true, size: true, expanded: true } as const
  const { anchor, metric, size, expanded } = requireOptions(geometry, names, 'state.geometry')
  probabilities('state.geometry.anchor', anchor, K)
  const isDense = K <= MOST_DENSE
  requireNumbers('state.geometry.metric', metric, isDense ? K * K : K)
  for (let x = 0; x < K; x++) {
    const at = isDense ? x * K + x : x
    requireNumber(`state.geometry.metric[${at}]`, metric[at], { above: 0 })
  }
  requireNumber('state.geometry.size', size, { min: 0 })
  if (typeof expanded !== 'boolean' || (expanded && !isDense)) {
    refuse('state.geometry.expanded', expanded, isDense ? 'true or false' : 'false')
  }
}
