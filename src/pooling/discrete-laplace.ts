import { integerBelowBig } from '../random/big-integer.ts'
import type { Rng } from '../random/rng.ts'

/**
 * Whole-number noise `P(z) ∝ exp(−|z|·epsilon/sensitivity)`, drawn exactly.
 *
 * Two sums that differ by at most `sensitivity` (a whole number) get any noisy answer with chances within a factor `e^epsilon` of each
 * other. Epsilon is a double and so a fraction; no logarithm and no rounding is involved, only comparisons of uniform integers (Canonne,
 * Kamath and Steinke 2020, algorithms 1 and 2). The time of a draw reveals something about its size, as with every sampler of this kind.
 *
 * @param sensitivity at least 1
 * @param epsilon finite, positive
 */
export function discreteLaplace(sensitivity: bigint, epsilon: number): (rng: Rng) => bigint {
  const { numerator, denominator } = fraction(epsilon)
  // A geometric number with ratio e^(−1/t), in blocks of s, is one with ratio e^(−s/t).
  const t = sensitivity * denominator
  const s = numerator
  return rng => {
    for (;;) {
      const within = integerBelowBig(rng, t)
      if (!expCoin(rng, () => integerBelowBig(rng, t) < within)) continue
      let block = 0n
      while (expCoin(rng, () => true)) block++
      const size = (within + t * block) / s
      const negative = rng.integer(2) === 1
      // Zero is accepted with one sign only.
      if (negative && size === 0n) continue
      return negative ? -size : size
    }
  }
}

/** True with chance e^−γ, where `coin` is true with chance γ ≤ 1: the series of e^−γ, term by term. */
function expCoin(rng: Rng, coin: () => boolean): boolean {
  let k = 1
  while (rng.integer(k) === 0 && coin()) k++
  return k % 2 === 1
}

/** The exact value of a double, as a fraction in lowest terms. */
function fraction(value: number): { numerator: bigint; denominator: bigint } {
  let numerator = value
  let denominator = 1n
  while (!Number.isInteger(numerator)) {
    numerator *= 2
    denominator *= 2n
  }
  return { numerator: BigInt(numerator), denominator }
}
