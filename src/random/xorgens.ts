import { integerBelow, uniform53 } from './integer.ts'
import type { SeededRng, StreamState } from './rng.ts'

/**
 * Positions in the words of a state: that of the Weyl counter, and that of the index of the latest word. The 128 words before
 * them are those that xorgens works on.
 */
const W = 128
const I = 129
/** Increment of Brent's Weyl generator: 2³² divided by the golden ratio, made odd. */
const WEYL = 0x61c88647

/**
 * Brent's xorgens with 4,096 bits of state, added to a Weyl generator: the generator that seedrandom calls `xor4096`, number for
 * number. Simulations ask for random words millions of times a second, and an inner loop that makes its own words needs the state, which the
 * library's closures hide. Seeding is left to the library.
 *
 * @see Brent (2010), Some long-period random number generators using shifts and xors
 */
export class Xorgens implements SeededRng {
  readonly kind = 'seeded'
  /** The whole state. The generator continues from whatever is written to it. */
  readonly words: Int32Array

  constructor(words: Int32Array) {
    this.words = words
  }

  static from({ X, w, i }: StreamState): Xorgens {
    return new Xorgens(Int32Array.of(...X, w, i))
  }

  uint32(): number {
    const x = this.words
    const i = (x[I] = (x[I] + 1) & 127)
    const w = (x[W] = x[W] + WEYL)
    x[i] = step(x[(i + 33) & 127], x[i])
    return (x[i] + (w ^ (w >>> 16))) >>> 0
  }

  fill(words: Uint32Array, count: number): void {
    const x = this.words
    let w = x[W]
    let i = x[I]
    for (let j = 0; j < count; j++) {
      i = (i + 1) & 127
      w = (w + WEYL) | 0
      const word = step(x[(i + 33) & 127], x[i])
      x[i] = word
      words[j] = word + (w ^ (w >>> 16))
    }
    x[W] = w
    x[I] = i
  }

  uniform(): number {
    return uniform53(this)
  }

  integer(n: number): number {
    return integerBelow(this, n)
  }

  state(): StreamState {
    return { w: this.words[W], i: this.words[I], X: Array.from(this.words.subarray(0, W)) }
  }
}

/** The next word of the state, from the one 95 steps back and the one 128 steps back. */
function step(v: number, t: number): number {
  v ^= v << 13
  v ^= v >>> 15
  t ^= t << 17
  t ^= t >>> 12
  return v ^ t
}
