import { expect, test } from 'vitest'
import { drawIndexBig, integerBelowBig } from '../../src/random/big-integer.ts'
import type { CryptoRng, Rng } from '../../src/random/rng.ts'

/** A source that gives these words, and then fails. */
function words(...list: number[]): Rng & CryptoRng {
  return { kind: 'crypto', uint32: () => list.shift()! } as never
}

test('an integer is made of whole words, of which the excess bits are dropped; too large ones are drawn anew', () => {
  const n = 3n << 40n
  const made = (high: number, low: number) => ((BigInt(high) << 32n) | BigInt(low)) >> 22n
  expect(integerBelowBig(words(0x12345678, 0x9abcdef0), n)).toBe(made(0x12345678, 0x9abcdef0))
  // 3·2⁴⁰ itself is too large, one less is not.
  expect(integerBelowBig(words(0xc0000000, 0, 1, 0), n)).toBe(made(1, 0))
  expect(integerBelowBig(words(0xbfffffff, 0xffffffff), n)).toBe(n - 1n)
})

test('an index has the share of all numbers that its weight is of the total', () => {
  const counts = [0, 0, 0, 0]
  // All 16 outcomes of four bits.
  for (let draw = 0; draw < 16; draw++)
    counts[drawIndexBig(words((draw << 28) >>> 0), [1n, 0n, 5n, 10n], 16n)]++
  expect(counts).toEqual([1, 0, 5, 10])
})
