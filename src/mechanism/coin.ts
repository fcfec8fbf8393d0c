import { exp } from '../elementary/exp.ts'
import { quotient } from '../elementary/quotient.ts'
import { integerBelowBig } from '../random/big-integer.ts'
import type { Rng } from '../random/rng.ts'

/**
 * `e^epsilon` as a fraction that is never above it, and below it by less than 2⁻⁴⁹ of it. Beyond ε = 700 the fraction stays at e^700, so
 * that a person spends less than promised.
 */
export function expRoundedDown(epsilon: number): Fraction {
  // `exp` may be a few ulps high; take off four. 1 is always safe.
  const value = Math.max(1, exp(Math.min(epsilon, 700)) * (1 - 2 ** -50))
  const whole = Math.floor(value)
  const rest = BigInt((value - whole) * 2 ** 60)
  return { numerator: BigInt(whole) * ONE + rest, denominator: ONE }
}

/** A ratio of positive integers. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const ONE = 1n << 60n

/**
 * The one random choice of a randomizer whose odds matter for privacy: heads with odds `heads : tails`.
 *
 * With a cryptographic source it is decided by integers alone, so that the promise is a comparison of
 * integers; a seeded simulation takes the same probability as a double.
 */
export interface Coin {
  readonly heads: bigint
  readonly tails: bigint
  toss(rng: Rng): boolean
}

/** A coin with these odds; `heads` and `tails` are non-negative, not both 0. */
export function coin(heads: bigint, tails: bigint): Coin {
  const total = heads + tails
  const probability = quotient(heads, total)
  return {
    heads,
    tails,
    toss: rng => (rng.kind === 'crypto' ? integerBelowBig(rng, total) < heads : rng.uniform() < probability),
  }
}

/** Odds of the truth among `size` alternatives, given its likelihood ratio `odds`. */
export function truthCoin(odds: Fraction, size: number): Coin {
  return coin(odds.numerator, odds.denominator * BigInt(size - 1))
}
