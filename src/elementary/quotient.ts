import { log } from './log.ts'
import { log1p } from './log1p.ts'

/**
 * The double nearest to `part / whole` in [0, 1], to a unit in the last place.
 *
 * @param part from 0 to `whole`
 * @example
 * quotient(1n, 4n) // 0.25
 */
export function quotient(part: bigint, whole: bigint): number {
  if (part === 0n) return 0
  // Scaled so that the quotient has 60 bits or more, however small the part.
  const shift = BigInt(Math.max(0, 62 + bitLength(whole) - bitLength(part)))
  return Number((part << shift) / whole) / 2 ** Number(shift)
}

/**
 * `ln(part / whole)`, right to a few ulps, for a ratio as near to one or to zero as whole numbers can be; −Infinity for 0.
 *
 * @param part from 0 to `whole`
 * @example
 * logQuotient(1n, 4n) // -1.3862943611198906
 */
export function logQuotient(part: bigint, whole: bigint): number {
  if (part === 0n) return -Infinity
  if (2n * part > whole) return log1p(-quotient(whole - part, whole))
  // The ratio itself may be below the smallest double.
  const shift = bitLength(whole) - bitLength(part) - 1
  return log(quotient(part << BigInt(shift), whole)) - shift * Math.LN2
}

/**
 * Number of binary digits of a positive whole number.
 *
 * @example
 * bitLength(5n) // 3
 */
export function bitLength(value: bigint): number {
  return value.toString(2).length
}
