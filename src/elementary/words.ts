/** A double, and the same 64 bits as two words, the order of which depends on the machine. */
export const DOUBLE = new Float64Array(1)
export const WORDS = new Int32Array(DOUBLE.buffer)

DOUBLE[0] = 1
/** Which of the two words has the sign, the exponent, and the first twenty bits of the fraction. */
export const HIGH = WORDS[0] === 0 ? 1 : 0

/** A number with its last 32 bits set to zero: 21 digits are left. */
export function withoutLowWord(x: number): number {
  DOUBLE[0] = x
  WORDS[1 - HIGH] = 0
  return DOUBLE[0]
}
