import { expect, test } from 'vitest'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { type Digits, thresholds } from '../../src/random/thresholds.ts'

/** A source that gives these words, and then fails. */
function words(...list: number[]): Rng {
  return { kind: 'crypto', uint32: () => list.shift()! } as never
}

const wholeOf = (digits: Digits) =>
  digits.reduceRight((value, digit) => (value << 16n) | BigInt(digit), 0n as bigint)

test('a draw is made of whole words, the highest first and cut to length; too large ones are drawn anew', () => {
  const limit = 3n << 40n
  const { draw } = thresholds([], limit)
  expect(wholeOf(draw(words(0x12345678, 0x9abcdef0)))).toBe((BigInt(0x12345678 >>> 22) << 32n) | 0x9abcdef0n)
  // 3·2⁴⁰ itself is too large, one less is not.
  expect(wholeOf(draw(words(0xc0000000, 0, 0, 1)))).toBe(1n)
  expect(wholeOf(draw(words(0xbfffffff, 0xffffffff)))).toBe(limit - 1n)
})

test('comparisons are those of the whole numbers, at the thresholds and beside them, on 2,000 random pairs', () => {
  const rng = stream(1, 'thresholds')
  for (let round = 0; round < 2000; round++) {
    const bits = 1 + rng.integer(200)
    let limit = 1n << BigInt(bits)
    for (let k = 0; k < bits; k++) limit |= BigInt(rng.integer(2)) << BigInt(k)
    const { draw, isBelow } = thresholds([0n, 1n, limit >> 1n, limit - 1n, limit], limit)
    const drawn = draw(rng)
    const value = wholeOf(drawn)
    const own = thresholds([value, value + 1n], limit)
    expect([0, 1, 2, 3, 4].map(index => isBelow(drawn, index))).toEqual(
      [0n, 1n, limit >> 1n, limit - 1n, limit].map(threshold => value < threshold),
    )
    expect([own.isBelow(drawn, 0), own.isBelow(drawn, 1)]).toEqual([false, true])
  }
})

test('a limit that is a power of 2³² is above every number, with a digit that no number has', () => {
  const { isBelow } = thresholds([1n << 64n, 0n], 1n << 64n)
  expect([0, 1].map(index => isBelow(new Uint16Array(6).fill(0xffff, 0, 4), index))).toEqual([true, false])
})

test('a comparison reads every digit once, however short the numbers are and wherever they differ', () => {
  const limit = 1n << 300n
  const values = [0n, 1n, 1n << 64n, (1n << 64n) - 1n, 1n << 299n, limit - 1n, limit]
  const { draw, isBelow } = thresholds(values, limit)
  const drawn = draw(stream(2, 'thresholds'))
  for (const digits of [drawn, drawn.map(() => 0), drawn.map(() => 0xffff)]) {
    for (let index = 0; index < values.length; index++) {
      const read: string[] = []
      const watched = new Proxy(digits, {
        get: (target, key) => {
          read.push(String(key))
          return target[key as never]
        },
      })
      isBelow(watched, index)
      expect(read).toEqual(Array.from(digits.keys(), String))
    }
  }
})
