import { refuse } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { drawExponential } from './exponential.ts'
import { drawNormal } from './normal.ts'
import type { Rng } from './rng.ts'

/** Shapes beyond these would bring infinite logarithms, or infinite sums of draws. */
export const SHAPE_RANGE = 'a number from 1e-300 to 1e300'

export function isShape(shape: unknown): boolean {
  return typeof shape === 'number' && shape >= 1e-300 && shape <= 1e300
}

/**
 * A draw from the gamma law with density `x^(shape−1) e^(−x) / Γ(shape)`, scale 1.
 *
 * Marsaglia and Tsang (2000); below shape 1, `G(a) = G(a+1)·U^(1/a)`. The draw underflows to 0 where it is less than
 * 5e-324, which is common below shape 0.01: `drawLogGamma` does not.
 *
 * @throws RangeError unless 1e-300 ≤ shape ≤ 1e300
 * @example
 * drawGamma(stream(1, 'example'), 2.5) // 1.4489736522877195
 */
export function drawGamma(rng: Rng, shape: number): number {
  if (!isShape(shape)) refuse('shape', shape, SHAPE_RANGE)
  if (shape < 1) return drawAboveOne(rng, shape + 1) * exp(-drawExponential(rng) / shape)
  return drawAboveOne(rng, shape)
}

/**
 * The natural logarithm of a Gamma(shape, 1) draw: `ln G(a) = ln G(a+1) + ln(U)/a` below shape 1. Always finite.
 *
 * @throws RangeError unless 1e-300 ≤ shape ≤ 1e300
 * @example
 * drawLogGamma(stream(1, 'example'), 1e-6) // -1601741.2042736798
 */
export function drawLogGamma(rng: Rng, shape: number): number {
  if (!isShape(shape)) refuse('shape', shape, SHAPE_RANGE)
  if (shape < 1) return log(drawAboveOne(rng, shape + 1)) - drawExponential(rng) / shape
  return log(drawAboveOne(rng, shape))
}

/** Shape at least 1: the cube of a shifted normal, by rejection. */
function drawAboveOne(rng: Rng, shape: number): number {
  const d = shape - 1 / 3
  const c = 1 / (3 * Math.sqrt(d))
  for (;;) {
    const x = drawNormal(rng)
    const t = c * x
    if (t <= -1) continue
    const cube = (1 + t) * (1 + t) * (1 + t)
    const u = rng.uniform()
    if (u < 1 - 0.0331 * (x * x) * (x * x)) return d * cube
    // d (1 − v + ln v) for v = (1+t)³, written without cancellation at large d.
    if (log(u) < (x * x) / 2 + d * (3 * (log1p(t) - t) - t * t * (3 + t))) return d * cube
  }
}
