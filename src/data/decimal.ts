const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i

/**
 * The number that a text stands for in decimal notation. It is NaN for any other text, and for a number too large for a double.
 *
 * @example
 * decimal('-1.5e3') // -1500
 * decimal('0x10') // NaN
 */
export function decimal(text: string): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : Number.NaN
}
