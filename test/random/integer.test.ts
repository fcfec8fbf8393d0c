import { expect, test } from 'vitest'
import { fillFromList, integerBelow, uniform53 } from '../../src/random/integer.ts'
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
  expect(uniform53({ uint32: () => 0 })).toBe(0)
  expect(uniform53({ uint32: () => 2 ** 32 - 1 })).toBe(1 - 2 ** -53)
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
  expect(integerBelow({ uint32: () => words.shift()! }, 10)).toBe((2 ** 32 - 7) % 10)
  expect(words).toEqual([])
})

test('integer(1) is 0, and integer(2⁵³ − 1) reaches both ends', () => {
  expect(stream(1).integer(1)).toBe(0)
  expect(integerBelow({ uint32: () => 0 }, Number.MAX_SAFE_INTEGER)).toBe(0)
  const words = [2 ** 32 - 1, 2 ** 32 - 2]
  expect(integerBelow({ uint32: () => words.shift()! }, Number.MAX_SAFE_INTEGER)).toBe(
    Number.MAX_SAFE_INTEGER - 1,
  )
})

test.each([0, -1, 0.5, 2 ** 53, Number.NaN, Infinity, undefined, '5'])('integer(%s) is refused', n => {
  expect(() => stream(1).integer(n as number)).toThrow(
    /^n must be a whole number (at least 1|from 1 to 9007199254740991); got/,
  )
})

/** The numbers from 0 to n − 1. */
const numbers = (n: number) => Uint32Array.from({ length: n }, (_, i) => i)

test.each([3, 10, 10_000, 2 ** 15, 2 ** 15 + 1, 3 * 2 ** 19])(
  'fillFromList draws uniformly from a list of %d',
  n => {
    const rng = stream(1, 'fill', n)
    const draws = new Uint32Array(DRAWS)
    fillFromList(rng, numbers(n), n, draws, DRAWS)
    let next = 0
    expect(uniformity(n, () => draws[next++])).toBeGreaterThan(FALSE_ALARM)
    next = 0
    const halved = () => (next % 20 === 0 ? draws[next++] >> 1 : draws[next++])
    expect(uniformity(n, halved)).toBeLessThan(FALSE_ALARM)
  },
)

test('the two draws of a word are independent, and so are the second and the next first', () => {
  const draws = new Uint32Array(DRAWS)
  fillFromList(stream(1, 'pairs'), numbers(12), 12, draws, DRAWS)
  const independence = (start: number, values: Uint32Array) => {
    const counts = new Float64Array(144)
    for (let i = start; i + 1 < values.length; i += 2) counts[12 * values[i] + values[i + 1]]++
    const pairs = counts.reduce((sum, count) => sum + count)
    return chiSquarePValue(counts, new Float64Array(144).fill(pairs / 144))
  }
  for (const start of [0, 1]) {
    expect(independence(start, draws)).toBeGreaterThan(FALSE_ALARM)
    // Every twentieth draw repeats the one before.
    const sticky = draws.map((value, i) => (i % 20 === start + 1 ? draws[i - 1] : value))
    expect(independence(start, sticky)).toBeLessThan(FALSE_ALARM)
  }
})

test('fillFromList takes no more than the beginning of a list, and fills no more than was asked', () => {
  const list = Uint32Array.of(7, 8, 9, 1000)
  for (const count of [0, 1, 2, 127, 128, 129, 300]) {
    const out = new Uint32Array(400).fill(5)
    fillFromList(stream(1, 'beginning'), list, 3, out, count)
    expect(out.indexOf(5)).toBe(count)
    expect(new Set(out.subarray(0, count))).toEqual(new Set(count < 3 ? out.subarray(0, count) : [7, 8, 9]))
  }
})

test.each([0, 4, 1.5, Number.NaN])('%d is refused as the length of a beginning of three', n => {
  expect(() => fillFromList(stream(1), numbers(3), n, new Uint32Array(2), 2)).toThrow(
    /^n must be a whole number from 1 to 3; got/,
  )
})

test.each([
  // 2³² mod 10² is 96: the first two words leave 0 and 4; 2³⁰ + 1 is a quarter, of which ten are 2 and a half.
  ['two draws', 10, [0, 42_949_673, 2 ** 30 + 1], [2, 5]],
  // 2³² mod 70000 is 47296: the words 0 and 61357 leave 0 and 22704.
  ['one draw', 70_000, [0, 61_357, 150_000], [2]],
])('a word for %s is drawn again where it is of the incomplete last block', (_, n, words, expected) => {
  const left = [...words]
  const out = new Uint32Array(expected.length)
  const uint32 = () => left.shift()!
  const fill = (into: Uint32Array, count: number) => {
    for (let j = 0; j < count; j++) into[j] = uint32()
  }
  fillFromList({ ...stream(1), uint32, fill }, numbers(n), n, out, out.length)
  expect(Array.from(out)).toEqual(expected)
  expect(left).toEqual([])
})
