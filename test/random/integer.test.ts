import { expect, test } from 'vitest'
import { fillIntegers, integerBelow, uniform53 } from '../../src/random/integer.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 300_000

/** Goodness of fit to the uniform law on {0, …, n−1}, in `cells` equal parts of it. */
function uniformity(n: number, draw: () => number, cells = Math.min(n, 12)): number {
  const counts = new Float64Array(cells)
  for (let i = 0; i < DRAWS; i++) counts[Math.floor(draw() / (n / cells))]++
  return chiSquarePValue(counts, new Float64Array(cells).fill(DRAWS / cells))
}

test('the extreme words give a uniform draw of 0 and of 1 − 2⁻⁵³', () => {
  expect(uniform53(() => 0)).toBe(0)
  expect(uniform53(() => 2 ** 32 - 1)).toBe(1 - 2 ** -53)
})

test.each([2, 3, 10, 3 * 2 ** 30, 2 ** 32, 3 * 2 ** 40, 3 * 2 ** 51])('integer(%d) is uniform', n => {
  const rng = stream(1, 'integer', n)
  expect(uniformity(n, () => rng.integer(n))).toBeGreaterThan(FALSE_ALARM)
})

test('a remainder of plain 32 or 53 bits is not uniform at three quarters of their range', () => {
  const rng = stream(1, 'integer')
  expect(uniformity(3 * 2 ** 30, () => rng.uint32() % (3 * 2 ** 30))).toBeLessThan(FALSE_ALARM)
  const plain = () => (rng.uniform() * 2 ** 53) % (3 * 2 ** 51)
  expect(uniformity(3 * 2 ** 51, plain)).toBeLessThan(FALSE_ALARM)
})

test('integer(n) is uniform in its lowest digits for n above 2³²', () => {
  const rng = stream(1, 'low digits')
  const n = 3 * 2 ** 51
  expect(uniformity(8, () => rng.integer(n) % 8)).toBeGreaterThan(FALSE_ALARM)
  expect(uniformity(8, () => Math.floor(rng.uint32() * (n / 2 ** 32)) % 8)).toBeLessThan(FALSE_ALARM)
})

test('words of the incomplete last block are drawn again', () => {
  const words = [2 ** 32 - 1, 2 ** 32 - 4, 2 ** 32 - 7]
  expect(integerBelow(() => words.shift()!, 10)).toBe((2 ** 32 - 7) % 10)
  expect(words).toEqual([])
})

test('integer(1) is 0, and integer(2⁵³ − 1) reaches both ends', () => {
  expect(stream(1).integer(1)).toBe(0)
  expect(integerBelow(() => 0, Number.MAX_SAFE_INTEGER)).toBe(0)
  const words = [2 ** 32 - 1, 2 ** 32 - 2]
  expect(integerBelow(() => words.shift()!, Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER - 1)
})

test.each([0, -1, 0.5, 2 ** 53, Number.NaN, Infinity, undefined, '5'])('integer(%s) is refused', n => {
  expect(() => stream(1).integer(n as number)).toThrow(/^n must be a whole number at least 1; got/)
})

test.each([3, 10, 2 ** 21, 3 * 2 ** 19])('fillIntegers draws uniformly from %d numbers', n => {
  const rng = stream(1, 'fill', n)
  const draws = new Uint32Array(DRAWS)
  fillIntegers(rng, n, draws, DRAWS)
  let next = 0
  expect(uniformity(n, () => draws[next++])).toBeGreaterThan(FALSE_ALARM)
  next = 0
  expect(uniformity(n, () => (next % 20 === 0 ? draws[next++] & 1 : draws[next++]))).toBeLessThan(FALSE_ALARM)
})

test.each([
  // 2¹⁶ mod 10 is 6: the halves 0 and 6554 give the low halves 0 and 4.
  ['half', 10, [0, 6554 << 16, 13108 << 16]],
  // 2³² mod 70000 is 47296: the words 0 and 61357 give the low words 0 and 22704.
  ['word', 70_000, [0, 61357, 150_000]],
])(
  'fillIntegers draws again where the low %s of the product is of the incomplete last block',
  (_, n, words) => {
    const left = [...words]
    const out = new Uint32Array(1)
    const uint32 = () => left.shift()! >>> 0
    const fill = (into: Uint32Array, count: number) => {
      for (let j = 0; j < count; j++) into[j] = uint32()
    }
    fillIntegers({ ...stream(1), uint32, fill }, n, out, 1)
    expect(out[0]).toBe(2)
    expect(left).toEqual([])
  },
)
