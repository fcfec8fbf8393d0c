import { refuse, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { weights } from '../simplex/probabilities.ts'
import type { Density, Reference } from './density.ts'

/**
 * The Laplace density `e^{−|x−m|/b} / (2b)`.
 *
 * @param location m
 * @param scale b, positive
 * @throws RangeError on a bad argument
 * @example
 * laplace(0, 1).quantile(0.25) // -0.6931471805599453
 */
export function laplace(location = 0, scale = 1): Reference {
  requireNumber('location', location)
  requireNumber('scale', scale, { above: 0 })
  return {
    kinks: [location],
    density: x => exp(-Math.abs(x - location) / scale) / (2 * scale),
    cdf: x => {
      const tail = exp(-Math.abs(x - location) / scale) / 2
      return x < location ? tail : 1 - tail
    },
    quantile: probability => {
      const distance = scale * log(2 * Math.min(probability, 1 - probability))
      return probability < 0.5 ? location + distance : location - distance
    },
  }
}

/**
 * A mixture of Laplace densities of one scale: `Σ w_i e^{−|x−m_i|/b} / (2b)`.
 *
 * @param options.locations the m_i
 * @param options.weights the w_i, scaled to sum to one
 * @param options.scale b, positive; 1 if left out
 * @throws RangeError on a bad argument
 * @example
 * laplaceMixture({ locations: [-1, 1], weights: [1, 1] }).density(0) // 0.18393972058572117
 */
export function laplaceMixture(options: { locations: Vector; weights: Vector; scale?: number }): Density {
  requireOptions(options, { locations: true, weights: true, scale: true })
  const { locations, scale = 1 } = options
  requireNumber('scale', scale, { above: 0 })
  const share = weights('weights', options.weights)
  if (locations.length !== share.length) refuse('locations', locations, `as many as weights, ${share.length}`)
  const kinks = Array.from(locations, (location, i) => requireNumber(`locations[${i}]`, location))
  return {
    kinks,
    density(x) {
      let total = 0
      for (let i = 0; i < share.length; i++) total += share[i] * exp(-Math.abs(x - kinks[i]) / scale)
      return total / (2 * scale)
    },
  }
}
