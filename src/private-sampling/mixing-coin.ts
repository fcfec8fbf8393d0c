import { scaledInteger } from '../elementary/scaled-integer.ts'
import { type Coin, coin, expRoundedDown } from '../mechanism/coin.ts'
import type { Guarantee, Mixture } from './optimal-mixing.ts'
import type { WholeBox } from './whole-box.ts'

/**
 * The binary places of a λ that is known only as a double, and a reduction of it, which is larger than its error and too small to matter.
 */
const PLACES = 128
const MARGIN = 2 ** -47

/**
 * The coin that decides between a draw from P and one from h, in whole numbers: heads with probability λ*.
 *
 * For ε-LDP its odds are those of the formula itself, with `c1 = l/M`, `c2 = u/M` and e^ε rounded down,
 *
 *     heads : tails = M (e^ε − 1) : u − e^ε l,
 *
 * so that `(λ c2 + 1−λ) / (λ c1 + 1−λ)` is not above e^ε; tails never come up only where the class itself is within e^ε. For the
 * other guarantees λ is the double, less 2⁻⁴⁷.
 *
 * @param members the class, from c1 to c2 times the reference
 */
export function mixingCoin(members: WholeBox, guarantee: Guarantee, mix: Mixture): Coin {
  if (guarantee.gaussian !== undefined || guarantee.delta) {
    const tails = scaledInteger(Math.min(1, mix.rest + MARGIN), PLACES)
    return coin((1n << BigInt(PLACES)) - tails, tails)
  }
  const { numerator, denominator } = expRoundedDown(guarantee.epsilon)
  const { least, unit, most } = members
  const tails = most * denominator - least * numerator
  return tails > 0n ? coin(unit * (numerator - denominator), tails) : coin(1n, 0n)
}
