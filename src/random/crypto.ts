import { integerBelow, uniform53 } from './integer.ts'
import type { CryptoRng } from './rng.ts'

const BATCH = 256

/**
 * The operating system's cryptographic generator, read in batches. A used word is wiped at once, so that a
 * later look into memory does not tell an earlier answer's randomness.
 *
 * @throws whatever the system throws where it has no such generator
 * @example
 * cryptoRng().integer(6) // 0…5, never reproducible
 */
export function cryptoRng(): CryptoRng {
  const words = new Uint32Array(BATCH)
  let next = BATCH
  const uint32 = () => {
    if (next === BATCH) {
      globalThis.crypto.getRandomValues(words)
      next = 0
    }
    const word = words[next]
    words[next++] = 0
    return word
  }
  const rng: CryptoRng = {
    kind: 'crypto',
    uint32,
    uniform: () => uniform53(rng),
    integer: n => integerBelow(rng, n),
    fill(words, count) {
      for (let j = 0; j < count; j++) words[j] = uint32()
    },
  }
  return rng
}
