import { bitLength } from '../elementary/quotient.ts'
import type { CryptoRng, Rng } from './rng.ts'

/** Uniform on {0, …, n−1} for a positive `n` of any size, by rejection: no bias. */
export function integerBelowBig(rng: Rng, n: bigint): bigint {
  const bits = bitLength(n - 1n)
  const words = Math.ceil(bits / 32)
  const excess = BigInt(words * 32 - bits)
  for (;;) {
    let draw = 0n
    for (let i = 0; i < words; i++) draw = (draw << 32n) | BigInt(rng.uint32())
    draw >>= excess
    if (draw < n) return draw
  }
}

/**
 * An index drawn with probability `weights[i] / total`, exactly. Every weight is looked at, whichever index is drawn.
 *
 * @param weights whole numbers, not negative, with the sum `total`
 */
export function drawIndexBig(rng: CryptoRng, weights: readonly bigint[], total: bigint): number {
  const target = integerBelowBig(rng, total)
  let index = 0
  let reached = 0n
  for (const weight of weights) {
    reached += weight
    if (target >= reached) index++
  }
  return index
}
