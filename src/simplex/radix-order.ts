import type { Vector } from '../check/check.ts'
import { HIGH } from '../elementary/words.ts'

/** Bits of a digit, and how many digits a double has. */
const BITS = 8
const DIGITS = 64 / BITS
const BASE = 2 ** BITS

/** Scratch space that grows with the longest vector. */
let keys = new Float64Array(0)
let words = new Uint32Array(0)
let spare = new Uint32Array(0)
const starts = new Uint32Array(BASE)

/**
 * Fills `order` with the indices of `theta` from the largest entry to the smallest, and of equal entries with the lower index
 * first. It sorts the bits of the doubles digit by digit, stably each time. That is O(K), where comparing takes
 * O(K log K).
 */
export function radixOrder(theta: Vector, order: Uint32Array): Uint32Array {
  const { length } = order
  reserve(length)
  for (let i = 0; i < length; i++) order[i] = i
  setKeys(theta, length)
  let from = order
  let to: Uint32Array = spare
  for (let digit = 0; digit < DIGITS; digit++) {
    const word = digit < DIGITS / 2 ? 1 - HIGH : HIGH
    const shift = (BITS * digit) % 32
    starts.fill(0)
    for (let i = 0; i < length; i++) starts[(words[2 * i + word] >>> shift) % BASE]++
    // All entries have the same digit, as they do for the sign: the order does not change.
    if (starts[(words[word] >>> shift) % BASE] === length) continue
    let start = 0
    for (let value = 0; value < BASE; value++) {
      const count = starts[value]
      starts[value] = start
      start += count
    }
    for (let i = 0; i < length; i++) {
      const index = from[i]
      to[starts[(words[2 * index + word] >>> shift) % BASE]++] = index
    }
    ;[from, to] = [to, from]
  }
  if (from !== order) order.set(from.subarray(0, length))
  return order
}

/** Writes doubles to `words` such that their bits, as an unsigned number, grow as the entries fall. */
function setKeys(theta: Vector, length: number): void {
  for (let i = 0; i < length; i++) {
    // −0 becomes 0.
    keys[i] = theta[i] + 0
    const [high, low] = [2 * i + HIGH, 2 * i + 1 - HIGH]
    // Negative numbers, which have the sign bit, are in that order already.
    if (words[high] >>> 31 === 1) continue
    words[high] = ~words[high] & 0x7fffffff
    words[low] = ~words[low]
  }
}

function reserve(length: number): void {
  if (spare.length >= length) return
  keys = new Float64Array(2 * length)
  words = new Uint32Array(keys.buffer)
  spare = new Uint32Array(2 * length)
}
