import { requireInteger } from '../check/check.ts'
import type { Rng } from './rng.ts'

const TWO_16 = 2 ** 16
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
 * Fills `out` with `count` draws from {0, …, n−1}, without bias, n ≤ 2²¹: the high word of a draw times n, rejected where
 * its low word shows that the draw is of the incomplete last block (Lemire 2019). Where few of 16 bits are rejected, a
 * random word serves two draws.
 */
export function fillIntegers(rng: Rng, n: number, out: Uint32Array, count: number): void {
  requireInteger('n', n, 1, 2 ** 21)
  if (n <= TWO_16 && 8 * (TWO_16 % n) <= TWO_16) fillFromHalves(rng, n, out, count)
  else fillFromWords(rng, n, out, count)
}

function fillFromHalves(rng: Rng, n: number, out: Uint32Array, count: number): void {
  const rejected = TWO_16 % n
  const words = Math.ceil(count / 2)
  rng.fill(out, words)
  // From the end, so that no word is overwritten before it is used.
  for (let j = words - 1; j >= 0; j--) {
    const word = out[j]
    if (2 * j + 1 < count) out[2 * j + 1] = fromHalf(rng, n, rejected, word >>> 16)
    out[2 * j] = fromHalf(rng, n, rejected, word & 0xffff)
  }
}

function fromHalf(rng: Rng, n: number, rejected: number, half: number): number {
  let product = half * n
  while ((product & 0xffff) < rejected) product = (rng.uint32() >>> 16) * n
  return product >>> 16
}

function fillFromWords(rng: Rng, n: number, out: Uint32Array, count: number): void {
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
