/**
 * Sources of randomness. The seeded one is for science, the cryptographic one for people's privacy; the two
 * carry different `kind`s, so that the compiler refuses one where the other is asked for.
 */
interface Source {
  /** Uniform on [0, 1), a multiple of 2⁻⁵³. */
  uniform(): number
  /** Uniform on {0, …, n−1}, without bias; n from 1 to 2⁵³−1. */
  integer(n: number): number
  /** Uniform on {0, …, 2³²−1}: the raw material of the two above. */
  uint32(): number
  /** Fills the first `count` places of `words` with such draws, for inner loops. */
  fill(words: Uint32Array, count: number): void
}

/** Reproducible: equal seeds and names give equal numbers on every machine. For simulation only. */
export interface SeededRng extends Source {
  /** Distinguishes it from the cryptographic source. */
  readonly kind: 'seeded'
  /** Plain data from which `resumeStream` continues the very same numbers. */
  state(): StreamState
}

/** The operating system's generator: for everything that protects a real person. */
export interface CryptoRng extends Source {
  /** Distinguishes it from a seeded source. */
  readonly kind: 'crypto'
}

/** A source of randomness: a seeded one for simulations, the cryptographic one for people. */
export type Rng = SeededRng | CryptoRng

/** The state of a stream's generator: plain data. */
export interface StreamState {
  /** The Weyl counter. */
  readonly w: number
  /** The position in `X`. */
  readonly i: number
  /** The 128 words of 32 bits. */
  readonly X: readonly number[]
}
