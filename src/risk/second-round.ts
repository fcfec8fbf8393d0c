import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { bitLength } from '../elementary/quotient.ts'
import { type Coin, coin, expRoundedDown } from '../mechanism/coin.ts'

/**
 * The fresh randomization on top of a permanent one, such that both together are randomized response at exactly the level ε1.
 *
 * Over g values, with `a = e^ε∞` and `e = e^ε1`, the second round is b times as likely to keep its input as to give any one other
 * value:
 *
 *     b = (e (a + g − 2) − (g − 1)) / (a − e),
 *
 * since then `(ab + g − 1) / (a + b + g − 2) = e`. A report is the person's value after two truths, or after one of g − 1 pairs
 * of lies. It is a given other value after a truth and a lie, in either order, or after one of g − 2 pairs of lies.
 *
 * @see Arcolezi, Pinzón, Palamidessi, Gambs (2023), Frequency estimation of evolving data under local differential privacy, who
 * leave out the last pairs, which is right only for g = 2
 */
export interface SecondRound {
  /** ln b, from the whole numbers of the coin, because for ε1 close to ε∞ these matter rather than the exact e^ε. */
  readonly level: number
  /** Decides whether the permanent answer is reported: exact, in whole numbers, with a = A/D and e = E/D. */
  readonly keeps: Coin
}

/** @param permanent ε∞, which exceeds `first`, that is ε1, by more than the rounding of e^ε */
export function secondRound(values: number, permanent: number, first: number): SecondRound {
  const g = BigInt(values)
  const { numerator: A, denominator: D } = expRoundedDown(permanent)
  const { numerator: E } = expRoundedDown(first)
  const truth = E * (A + (g - 2n) * D) - (g - 1n) * D * D
  const other = D * (A - E)
  return { level: logOnePlus(truth - other, other), keeps: coin(truth, (g - 1n) * other) }
}

/** `ln(1 + part/whole)`, where the quotient may be beyond the largest double. */
function logOnePlus(part: bigint, whole: bigint): number {
  // A quotient of 64 binary digits or so.
  const shift = 64 + bitLength(whole) - bitLength(part)
  if (shift < 0) return log(Number(part / (whole << BigInt(-shift)))) - shift * Math.LN2
  return log1p(Number((part << BigInt(shift)) / whole) * 2 ** -shift)
}
