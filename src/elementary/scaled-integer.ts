import { DOUBLE, HIGH, WORDS } from './words.ts'

/**
 * `⌊x · 2^bits⌋`, exact.
 *
 * @param x a finite number, not negative
 * @param bits a whole number
 * @example
 * Number(scaledInteger(0.3, 4)) // 4
 */
export function scaledInteger(x: number, bits: number): bigint {
  DOUBLE[0] = x
  const high = WORDS[HIGH] & 0x7fffffff
  const exponent = high >>> 20
  // Numbers below 2⁻¹⁰²² have no leading one, and have the same exponent as the numbers just above.
  const first = exponent === 0 ? high : (high & 0xfffff) | 0x100000
  const digits = (BigInt(first) << 32n) | BigInt(WORDS[1 - HIGH] >>> 0)
  const shift = bits + Math.max(exponent, 1) - 1075
  return shift < 0 ? digits >> BigInt(-shift) : digits << BigInt(shift)
}
