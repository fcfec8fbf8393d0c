/**
 * Number of binary digits of a positive whole number.
 *
 * @example
 * bitLength(5n) // 3
 */
export function bitLength(value: bigint): number {
  return value.toString(2).length
}
