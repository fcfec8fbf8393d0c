/**
 * `base^exponent` for whole numbers, exact up to 2⁵³.
 *
 * @param exponent not negative
 * @example
 * wholePower(3, 4) // 81
 */
export function wholePower(base: number, exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power *= base
  return power
}
