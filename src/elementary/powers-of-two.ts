/** Exponents of the smallest and the largest power of two that is a double. */
const LOWEST = -1074
const HIGHEST = 1023

/** 2^LOWEST … 2^HIGHEST, each exact. */
const POWERS = new Float64Array(HIGHEST - LOWEST + 1)
POWERS[-LOWEST] = 1
for (let k = 1; k <= HIGHEST; k++) POWERS[k - LOWEST] = 2 * POWERS[k - 1 - LOWEST]
for (let k = -1; k >= LOWEST; k--) POWERS[k - LOWEST] = POWERS[k + 1 - LOWEST] / 2

/**
 * `2^exponent`, exact.
 *
 * @param exponent a whole number from −1074 to 1023
 * @example
 * powerOfTwo(-3) // 0.125
 */
export function powerOfTwo(exponent: number): number {
  return POWERS[exponent - LOWEST]
}

/**
 * `⌊log₂ x⌋`, exact.
 *
 * @param x a positive finite number
 * @example
 * exponentOf(0.125) // -3
 */
export function exponentOf(x: number): number {
  let low = LOWEST
  let high = HIGHEST + 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (powerOfTwo(middle) <= x) low = middle
    else high = middle
  }
  return low
}
