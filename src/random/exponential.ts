import { log } from '../elementary/log.ts'
import type { Rng } from './rng.ts'

/**
 * A draw from the standard exponential law, density e^(−x) on x > 0: minus the logarithm of a uniform draw.
 *
 * Always positive and finite, from 2⁻⁵³ to 53 ln 2 = 36.7…; nothing is thrown.
 *
 * @example
 * drawExponential(stream(1, 'example')) // 0.1933498722678003
 */
export function drawExponential(rng: Rng): number {
  for (;;) {
    const u = rng.uniform()
    if (u > 0) return -log(u)
  }
}
