import { requireNumber, type Vector } from '../check/check.ts'
import { pow } from '../elementary/pow.ts'
import { weights } from './probabilities.ts'

/**
 * A law to a power, `θ_x^τ / Σ θ^τ`: itself at τ = 1, flatter below, uniform at 0, steeper above.
 *
 * @param theta weights; they need not sum to one
 * @param power τ, from 0
 * @throws RangeError on a bad argument
 * @example
 * temper([0.8, 0.2], 0.5) // Float64Array [0.6666666666666666, 0.3333333333333333]
 */
export function temper(theta: Vector, power: number): Float64Array {
  requireNumber('power', power, { min: 0 })
  const law = weights('theta', theta)
  const largest = law.reduce((one, other) => Math.max(one, other))
  // Relative to the largest, so that not all of them underflow.
  return weights(
    'theta',
    law.map(mass => pow(mass / largest, power)),
  )
}
