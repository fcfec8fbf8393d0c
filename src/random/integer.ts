import { requireInteger } from '../check/check.ts'
import type { Rng } from './rng.ts'

const TWO_32 = 2 ** 32
const TWO_53 = 2 ** 53

/** 53 bits of two 32-bit draws, as a number in [0, 1). */
export function uniform53(uint32: () => number): number {
  const high = uint32() >>> 5
  return (high * 67108864 + (uint32() >>> 6)) / TWO_53
}

/** Uniform on {0, …, n−1} from 32-bit draws, by rejection of the incomplete last block: no bias at any n < 2⁵³. */
export function integerBelow(uint32: () => number, n: number): number {
  requireInteger('n', n, 1)
  if (n <= TWO_32) {
    const limit = TWO_32 - (TWO_32 % n)
    for (;;) {
      const draw = uint32()
      if (draw < limit) return draw % n
    }
  }
  const limit = TWO_53 - (TWO_53 % n)
  for (;;) {
    const draw = (uint32() >>> 11) * TWO_32 + uint32()
    if (draw < limit) return draw % n
  }
}

/**
 * Fills `out` with `count` draws from {0, …, n−1}, without bias, n ≤ 2²¹: the high word of a 32-bit draw times n,
 * rejected where its low word shows that the draw is of the incomplete last block (Lemire 2019).
 */
export function fillIntegers(rng: Rng, n: number, out: Uint32Array, count: number): void {
  requireInteger('n', n, 1, 2 ** 21)
  const rejected = TWO_32 % n
  rng.fill(out, count)
  for (let j = 0; j < count; j++) {
    let product = out[j] * n
    let high = Math.floor(product / TWO_32)
    while (product - high * TWO_32 < rejected) {
      product = rng.uint32() * n
      high = Math.floor(product / TWO_32)
    }
    out[j] = high
  }
}
