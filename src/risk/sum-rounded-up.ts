/**
 * The sum of two positive numbers, rounded up: never below the exact sum, so that levels which were spent are never undercounted.
 *
 * @example
 * sumRoundedUp(0.1, 0.2) // 0.30000000000000004
 * sumRoundedUp(1, 1e-300) // 1.0000000000000002
 */
export function sumRoundedUp(one: number, other: number): number {
  const [large, small] = one > other ? [one, other] : [other, one]
  const sum = large + small
  // Exactly the rounding error, because large ≥ small.
  return small - (sum - large) > 0 ? nextUp(sum) : sum
}

/** The next double above a positive one. */
function nextUp(value: number): number {
  WORD[0] = value
  BITS[0]++
  return WORD[0]
}

const WORD = new Float64Array(1)
const BITS = new BigUint64Array(WORD.buffer)
