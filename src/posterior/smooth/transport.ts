import { log } from '../../elementary/log.ts'
import type { Mode } from './modes.ts'
import type { SmoothTarget } from './smooth-target.ts'

/**
 * Carries parameters from one mode to another, so that they lie as far from it, in the directions of its own curvature:
 * `z′ = m′ + L′⁻ᵀ Lᵀ (z − m)`.
 */
export function transport(from: Mode, to: Mode, z: Float64Array, out: Float64Array): void {
  const n = z.length
  for (let i = 0; i < n; i++) {
    let value = 0
    for (let j = i; j < n; j++) value += from.factor[j * n + i] * (z[j] - from.z[j])
    out[i] = value
  }
  for (let i = n - 1; i >= 0; i--) {
    let value = out[i]
    for (let j = i + 1; j < n; j++) value -= to.factor[j * n + i] * out[j]
    out[i] = value / to.factor[i * n + i]
  }
  for (let i = 0; i < n; i++) out[i] += to.z[i]
}

/**
 * `ln π(z, h) − ln |L_h| − ln w_h`: a jump from (z, h) to (z′, h′) is accepted with the exponential of its difference. Proposals come
 * with probability w_h′, and the Jacobian of the transport is |L_h| / |L_h′|.
 */
export function jumpDensity(target: SmoothTarget, mode: Mode, weight: number, z: Float64Array): number {
  return target.value(z) + target.point.logWeight - mode.logDeterminant - log(weight)
}
