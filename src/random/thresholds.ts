import { bitLength } from '../elementary/quotient.ts'
import type { Rng } from './rng.ts'

/** A number that was drawn, as digits of 16 bits, the lowest first. */
export type Digits = Uint16Array

/** Whole numbers with which a number that was drawn is compared. */
export interface Thresholds {
  /** Draws a number uniform on {0, …, limit−1}. Rejection makes it free of bias. */
  draw(rng: Rng): Digits
  /** Whether the number that was drawn is below the threshold of this index. */
  isBelow(drawn: Digits, index: number): boolean
}

/**
 * Thresholds of one width. A comparison reads as many digits of 16 bits for every threshold and every number, and subtracts them without
 * a branch, so that its time tells neither. The time of an operation on a `bigint` depends on how long the number is.
 *
 * @param values from 0 to `limit`
 * @example
 * const half = thresholds([1n << 99n], 1n << 100n)
 * half.isBelow(half.draw(cryptoRng()), 0) // true in one half of all cases
 */
export function thresholds(values: readonly bigint[], limit: bigint): Thresholds {
  const width = 2 * Math.ceil(bitLength(limit) / 32)
  const digits = new Uint16Array((values.length + 1) * width)
  const write = (value: bigint, index: number) => {
    let rest = value
    for (let k = 0; k < width; k += 2) {
      const word = Number(BigInt.asUintN(32, rest))
      digits[index * width + k] = word & 0xffff
      digits[index * width + k + 1] = word >>> 16
      rest >>= 32n
    }
  }
  values.forEach(write)
  write(limit, values.length)
  const bits = bitLength(limit - 1n)
  const words = Math.ceil(bits / 32)
  const isBelow = (drawn: Digits, index: number) => {
    let borrow = 0
    // After the highest digit a borrow is left if the number is below the threshold.
    for (let k = 0, at = index * width; k < width; k++, at++) borrow = (drawn[k] - digits[at] - borrow) >>> 31
    return borrow === 1
  }
  return {
    draw(rng) {
      const drawn = new Uint16Array(width)
      do {
        for (let w = words - 1; w >= 0; w--) {
          const word = rng.uint32() >>> (w === words - 1 ? 32 * words - bits : 0)
          drawn[2 * w] = word & 0xffff
          drawn[2 * w + 1] = word >>> 16
        }
      } while (!isBelow(drawn, values.length))
      return drawn
    },
    isBelow,
  }
}
