/** Level below which four decimal places are too few. */
const SMALL = 0.01

/**
 * A privacy level ε to four decimal places, or a small one to four significant digits.
 *
 * @example
 * levelText(1) // '1.0000'
 * levelText(1e-6) // '0.000001'
 */
export function levelText(epsilon: number): string {
  return epsilon < SMALL ? String(Number(epsilon.toPrecision(4))) : epsilon.toFixed(4)
}
