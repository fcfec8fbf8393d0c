import { expect, test, vi } from 'vitest'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { CryptoRng, SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// These draws are new in every run: each statistical check fails, the code being right, once in a million runs at most.
// Its twin, wrong by design, must fail it.

const DRAWS = 300_000

function uniformity(cells: number, draw: () => number): number {
  const counts = new Float64Array(cells)
  for (let i = 0; i < DRAWS; i++) counts[draw()]++
  return chiSquarePValue(counts, new Float64Array(cells).fill(DRAWS / cells))
}

test('uniform draws are uniform on [0, 1)', () => {
  const rng = cryptoRng()
  expect(uniformity(256, () => Math.floor(rng.uniform() * 256))).toBeGreaterThan(FALSE_ALARM)
  expect(uniformity(256, () => Math.floor(rng.uniform() ** 1.05 * 256))).toBeLessThan(FALSE_ALARM)
})

test('the 53rd bit of a uniform draw is set half of the time', () => {
  const rng = cryptoRng()
  expect(uniformity(2, () => (rng.uniform() * 2 ** 53) % 2)).toBeGreaterThan(FALSE_ALARM)
  expect(uniformity(2, () => ((rng.uint32() / 2 ** 32) * 2 ** 53) % 2)).toBeLessThan(FALSE_ALARM)
})

test('integer draws are uniform', () => {
  const rng = cryptoRng()
  expect(uniformity(6, () => rng.integer(6))).toBeGreaterThan(FALSE_ALARM)
  const third = 2 ** 30
  expect(uniformity(3, () => Math.floor(rng.integer(3 * third) / third))).toBeGreaterThan(FALSE_ALARM)
  expect(uniformity(3, () => Math.floor((rng.uint32() % (3 * third)) / third))).toBeLessThan(FALSE_ALARM)
})

test('two generators give different words, and neither repeats itself', () => {
  // 4000 draws of 53 bits: two are equal with probability 9e-10.
  const [one, two] = [cryptoRng(), cryptoRng()]
  const words = Array.from({ length: 2000 }, () => [one, two].map(rng => rng.integer(2 ** 53 - 1))).flat()
  expect(new Set(words).size).toBe(words.length)
})

test('a word is wiped from memory as it is used', () => {
  const fill = vi.spyOn(globalThis.crypto, 'getRandomValues')
  const rng = cryptoRng()
  rng.uint32()
  const words = fill.mock.lastCall![0] as Uint32Array
  for (let i = 1; i < words.length; i++) rng.uint32()
  expect(fill).toHaveBeenCalledTimes(1)
  expect(words.every(word => word === 0)).toBe(true)
  rng.uint32()
  expect(fill).toHaveBeenCalledTimes(2)
  fill.mockRestore()
})

test('the compiler refuses a seeded stream where a cryptographic generator is asked for, and the reverse', () => {
  // @ts-expect-error: a seeded stream is not a source of privacy
  const secret: CryptoRng = stream(1)
  // @ts-expect-error: the operating system's generator cannot be resumed
  const seeded: SeededRng = cryptoRng()
  expect([secret.kind, seeded.kind]).toEqual(['seeded', 'crypto'])
})

test.each([0, 1.5, 2 ** 53, Number.NaN])('integer(%d) is refused', n => {
  expect(() => cryptoRng().integer(n)).toThrow(
    /^n must be a whole number (at least 1|from 1 to 9007199254740991); got/,
  )
})
