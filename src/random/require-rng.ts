import { refuse } from '../check/check.ts'
import type { Rng } from './rng.ts'

/**
 * Refuses what is no source of randomness. Every public function that draws checks its source here, before it draws.
 *
 * @throws RangeError that names the argument
 * @example
 * requireRng(Math.random)
 * // RangeError: rng must be a source of randomness, as cryptoRng() and stream(1) give; got a function
 */
export function requireRng<R extends Rng>(rng: R): R {
  const isSource =
    (rng?.kind === 'crypto' || rng?.kind === 'seeded') &&
    typeof rng.uint32 === 'function' &&
    typeof rng.uniform === 'function' &&
    typeof rng.integer === 'function' &&
    typeof rng.fill === 'function'
  if (!isSource) refuse('rng', rng, 'a source of randomness, as cryptoRng() and stream(1) give')
  return rng
}
