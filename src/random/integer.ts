import { requireInteger } from '../check/check.ts'
import type { Rng } from './rng.ts'

/** The source of random words for the draws below. */
type Words = Pick<Rng, 'uint32'>

const TWO_32 = 2 ** 32
const TWO_53 = 2 ** 53

/** 53 bits of two 32-bit draws, as a number in [0, 1). */
export function uniform53(rng: Words): number {
  const high = rng.uint32() >>> 5
  return (high * 67108864 + (rng.uint32() >>> 6)) / TWO_53
}

/** Uniform on {0, …, n−1} from 32-bit draws, by rejection of the incomplete last block: no bias at any n < 2⁵³. */
export function integerBelow(rng: Words, n: number): number {
  requireInteger('n', n, 1)
  if (n <= TWO_32) {
    const limit = TWO_32 - (TWO_32 % n)
    for (;;) {
      const draw = rng.uint32()
      if (draw < limit) return draw % n
    }
  }
  const limit = TWO_53 - (TWO_53 % n)
  for (;;) {
    const draw = (rng.uint32() >>> 11) * TWO_32 + rng.uint32()
    if (draw < limit) return draw % n
  }
}

/** A buffer for random words, which are requested for many draws at once. */
const WORDS = new Uint32Array(64)
/** For a list of at most this length, one word serves two draws, and fewer than a quarter of the words are rejected. */
const MOST_PAIRED = 2 ** 15

/**
 * Fills the first `count` places of `out` with entries of `list` at indices drawn from {0, …, n−1}, without bias and with
 * replacement. An index is the high word of a random word times n; it is rejected if the low word shows that it belongs to the
 * incomplete last block (Lemire 2019). For a short list, one word serves two draws: the second index is the high word of n times
 * the first product's low word (Brackett-Rozinsky, Lemire 2024).
 *
 * @param n at most 2²¹ and the length of `list`
 */
export function fillFromList(rng: Rng, list: Uint32Array, n: number, out: Uint32Array, count: number): void {
  requireInteger('n', n, 1, Math.min(list.length, 2 ** 21))
  if (n > MOST_PAIRED) {
    for (let start = 0; start < count; start += WORDS.length) {
      fillSingles(rng, list, n, out, start, Math.min(count, start + WORDS.length))
    }
  } else {
    for (let start = 0; start < count; start += 2 * WORDS.length) {
      fillPairs(rng, list, n, out, start, Math.min(count, start + 2 * WORDS.length))
    }
  }
}

function fillSingles(
  rng: Rng,
  list: Uint32Array,
  n: number,
  out: Uint32Array,
  start: number,
  end: number,
): void {
  drawWords(rng, end - start, n)
  for (let i = start; i < end; i++) out[i] = list[((WORDS[i - start] * n) / TWO_32) | 0]
}

function fillPairs(
  rng: Rng,
  list: Uint32Array,
  n: number,
  out: Uint32Array,
  start: number,
  end: number,
): void {
  drawWords(rng, (end - start + 1) >> 1, n * n)
  for (let i = start, j = 0; i < end; i += 2, j++) {
    const word = WORDS[j]
    const low = Math.imul(word, n) >>> 0
    out[i] = list[((word * n) / TWO_32) | 0]
    if (i + 1 < end) out[i + 1] = list[((low * n) / TWO_32) | 0]
  }
}

/** Draws words whose high word, times n, is uniform on {0, …, n−1}; n ≤ 2³⁰. */
function drawWords(rng: Rng, count: number, n: number): void {
  rng.fill(WORDS, count)
  const rejected = TWO_32 % n
  for (let j = 0; j < count; ) {
    if (Math.imul(WORDS[j], n) >>> 0 < rejected) WORDS[j] = rng.uint32()
    else j++
  }
}
