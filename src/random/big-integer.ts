import type { Rng } from './rng.ts'

/** Uniform on {0, …, n−1} for a positive `n` of any size, by rejection: no bias. */
export function integerBelowBig(rng: Rng, n: bigint): bigint {
  const bits = (n - 1n).toString(2).length
  const words = Math.ceil(bits / 32)
  const excess = BigInt(words * 32 - bits)
  for (;;) {
    let draw = 0n
    for (let i = 0; i < words; i++) draw = (draw << 32n) | BigInt(rng.uint32())
    draw >>= excess
    if (draw < n) return draw
  }
}
