import { log } from '../../../elementary/log.ts'
import type { Rng } from '../../../random/rng.ts'
import { ExactLogLikelihood, Expansion } from '../../likelihood/log-likelihood.ts'
import { createMetric, invertFactor, MOST_DENSE } from '../../moves/metric.ts'
import { Nuts, type Transition } from '../../moves/nuts.ts'
import { denseCurvature, diagonalCurvature, SoftmaxTarget, softmax } from '../../moves/softmax-target.ts'
import { Kept } from '../../tally/kept.ts'
import type { Tally } from '../../tally/tally.ts'
import type { Geometry } from './hmc-state.ts'

/** A trajectory, and whether its outcome was taken. */
export interface Travelled {
  readonly info: Transition
  readonly taken: boolean
}

/**
 * Trajectories through softmax coordinates. Where a geometry says so, they follow the log-likelihood's second-order expansion ℓ̃ at its
 * anchor, and the outcome z′ is taken with probability `min(1, e^(ℓ(z′) − ℓ̃(z′) − ℓ(z) + ℓ̃(z)))`.
 *
 * @param rho the Dirichlet parameters, which may change between trajectories
 */
export function createTrajectories(tally: Tally, rho: Float64Array) {
  const K = tally.categories
  const exact = new ExactLogLikelihood(tally)
  const target = new SoftmaxTarget(exact, rho)
  const start = new Float64Array(K)
  const theta = new Float64Array(K)
  const score = new Float64Array(K)
  const trajectories = new Kept<Geometry, Nuts>()
  const expansions = new Kept<Geometry['anchor'], Expansion>(tally)
  const expand = (anchor: Geometry['anchor']) =>
    expansions.of(anchor, () => new Expansion(tally, Float64Array.from(anchor)))
  /** The exact log-likelihood at these coordinates less the expansion's. */
  const correction = (expansion: Expansion, coordinates: Float64Array) => {
    softmax(coordinates, theta)
    return exact.value(theta) - expansion.evaluate(theta, score)
  }
  return {
    /** A mass matrix from the curvature at an anchor, and whether trajectories are to follow an expansion there. */
    makeGeometry(anchor: Geometry['anchor'], expandable: boolean): Geometry {
      const { distinct, table, size } = tally
      const metric =
        K <= MOST_DENSE
          ? invertFactor(K, denseCurvature(expand(anchor), size, rho))
          : invertFactor(K, diagonalCurvature(tally, Float64Array.from(anchor), rho))
      // What one step of a trajectory costs: all columns and sets, against the square of the expansion.
      const expanded = expandable && K <= MOST_DENSE && distinct + table.sets.length * K > 2 * K * K
      return { anchor, metric: Array.from(metric), size, expanded }
    },
    /** Moves `z` by one trajectory. */
    travel(rng: Rng, z: Float64Array, geometry: Geometry, stepSize: number): Travelled {
      const nuts = trajectories.of(geometry, () => new Nuts(target, createMetric(K, geometry.metric)))
      const expansion = geometry.expanded ? expand(geometry.anchor) : undefined
      target.likelihood = expansion ?? exact
      start.set(z)
      const info = nuts.transition(rng, z, stepSize)
      if (expansion === undefined) return { info, taken: true }
      const gain = correction(expansion, z) - correction(expansion, start)
      const taken = log(rng.uniform()) < gain
      if (!taken) z.set(start)
      return { info, taken }
    },
  }
}
