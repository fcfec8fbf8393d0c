import { exponentOf } from '../../elementary/powers-of-two.ts'

const ROUNDS = 4

/**
 * The permutation of {0, …, n − 1} that a key picks. It is computed point by point, without a table, by four rounds of a Feistel
 * network on the next power of four, repeated until the image is below n. It only has to look random, and keeps no secret.
 *
 * The number of repetitions depends on the point, and somebody could search for a key with which one point takes very long. A person with a
 * secret point therefore has to compute the images of all points, and look up their own.
 *
 * @param n from 1 to 2³⁰
 * @param key from 0 to 2³² − 1
 * @see Black, Rogaway (2002), Ciphers with arbitrary finite domains
 */
export function keyedPermutation(n: number, key: number): (point: number) => number {
  const bits = n < 3 ? 1 : (exponentOf(n - 1) >> 1) + 1
  const mask = 2 ** bits - 1
  const encipher = (point: number) => {
    let left = point >>> bits
    let right = point & mask
    for (let round = 0; round < ROUNDS; round++) {
      const next = left ^ (mix(right, key, round) & mask)
      left = right
      right = next
    }
    return ((left << bits) | right) >>> 0
  }
  return point => {
    let image = encipher(point)
    while (image >= n) image = encipher(image)
    return image
  }
}

/** A word that depends on every bit of the three arguments (the finalizer of MurmurHash3). */
function mix(value: number, key: number, round: number): number {
  let word = Math.imul(value ^ key, 0x9e3779b1) + Math.imul(round + 1, 0x85ebca77)
  word = Math.imul(word ^ (word >>> 16) ^ (key >>> 7), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return (word ^ (word >>> 16)) >>> 0
}
