import { expect, test } from 'vitest'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { columnLogValues } from '../../src/mechanism/column.ts'
import { hadamard } from '../../src/mechanism/hadamard.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'
import { sylvester } from '../support/subjects.ts'

const SIZES = [2, 3, 4, 7, 8, 20, 31, 32]

/** For each category its half: the responses that are likelier by e^ε, from the columns. */
function halvesOf(categories: number): boolean[][] {
  const mechanism = hadamard({ categories, epsilon: 1 })
  const scales = Array.from({ length: mechanism.responseCount }, (_, y) => {
    const column = mechanism.column(y)
    return columnLogValues(column).map(log => log + column.logScale)
  })
  const top = scales[0][0]
  return Array.from({ length: categories }, (_, x) => scales.map(scale => scale[x] > top - 0.5))
}

const count = (flags: boolean[]) => flags.filter(Boolean).length

/** Whether every category is likelier at half of the responses, and any two together at a quarter. */
function isBalanced(halves: boolean[][]): boolean {
  const [{ length }] = halves
  return halves.every(
    (half, x) =>
      count(half) === length / 2 &&
      halves.every((other, z) => z === x || count(half.map((plus, y) => plus && other[y])) === length / 4),
  )
}

test('every category has half of the responses, and any two share a quarter', () => {
  for (const categories of SIZES) expect(isBalanced(halvesOf(categories))).toBe(true)
})

test('the twin without the shift by one row, whose first category tells nothing, is not balanced', () => {
  for (const categories of SIZES) {
    const rows = sylvester(categories + 1).map(row => row.map(sign => sign > 0))
    expect(halvesOf(categories)).toEqual(rows.slice(1, categories + 1))
    expect(isBalanced(rows.slice(0, categories))).toBe(false)
  }
})

test('the number of responses is the smallest power of two above K', () => {
  for (const [categories, responses] of [
    [2, 4],
    [3, 4],
    [4, 8],
    [1000, 1024],
    [1023, 1024],
    [1024, 2048],
  ]) {
    expect(hadamard({ categories, epsilon: 1 }).responseCount).toBe(responses)
  }
})

test('over three categories at ε = ln 3 the channel is known', () => {
  const known = [
    [3, 3, 3],
    [1, 3, 1],
    [3, 1, 1],
    [1, 1, 3],
  ]
  channelMatrix(hadamard({ categories: 3, epsilon: Math.log(3) })).forEach((row, y) => {
    row.forEach((value, x) => {
      expect(value).toBeCloseTo(known[y][x] / 8, 15)
    })
  })
})

test('a person who holds another category adds ((e^ε + 1)/(e^ε − 1))² to the variance of a count', () => {
  for (const epsilon of [0.5, 1, 3]) {
    const categories = 6
    const matrix = channelMatrix(hadamard({ categories, epsilon }))
    const half = halvesOf(categories)[2]
    const inside = (x: number) => matrix.reduce((sum, row, y) => sum + (half[y] ? row[x] : 0), 0)
    const [p, q] = [inside(2), inside(5)]
    const variance = (q * (1 - q)) / (p - q) ** 2
    expect(variance / ((Math.exp(epsilon) + 1) / Math.expm1(epsilon)) ** 2).toBeCloseTo(1, 12)
  }
})

test('response 0 says nothing, and over two categories nor does 3', () => {
  for (const epsilon of [1e-300, 1, 800]) {
    const flat = (categories: number, y: number) =>
      columnLogValues(hadamard({ categories, epsilon }).column(y)).every(log => log === 0)
    expect([0, 1, 2, 3].map(y => flat(2, y))).toEqual([true, false, false, true])
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(y => flat(5, y))).toEqual([true, ...new Array(7).fill(false)])
  }
})

test('a response has one column, made once', () => {
  const mechanism = hadamard({ categories: 20, epsilon: 1 })
  expect(mechanism.column(7)).toBe(mechanism.column(7))
})

test.each([
  ['seeded', () => stream(1, 'hadamard')],
  ['cryptographic', () => cryptoRng()],
] as const)(
  'of 100,000 categories a person answers from the own half with probability e^ε/(e^ε + 1), from the %s source',
  (_, open) => {
    // False alarm 1e-6 for each of the three categories; the twin looks at another category's half.
    const mechanism = hadamard({ categories: 100_000, epsilon: 1 })
    expect(mechanism.responseCount).toBe(131_072)
    const ones = (bits: number) => bits.toString(2).split('1').length - 1
    const rng = open()
    const n = 20_000
    const p = Math.E / (Math.E + 1)
    for (const x of [0, 65_535, 99_999]) {
      const answers = Array.from({ length: n }, () => mechanism.respond(x, rng))
      expect(answers.every(y => y >= 0 && y < 131_072)).toBe(true)
      const agreement = (category: number) => {
        const own = answers.filter(y => ones((category + 1) & y) % 2 === 0).length
        return chiSquarePValue([own, n - own], [n * p, n * (1 - p)])
      }
      expect(agreement(x)).toBeGreaterThan(FALSE_ALARM)
      expect(agreement(x === 0 ? 1 : x - 1)).toBeLessThan(FALSE_ALARM)
      // All but the bit that decides about the half is uniform: sixteen stretches are equally often met.
      const bit = (x + 1) & -(x + 1)
      const stretches = new Float64Array(16)
      for (const y of answers) stretches[(((y & -bit & ~bit) >> 1) | (y & (bit - 1))) >> 12]++
      expect(chiSquarePValue(stretches, new Float64Array(16).fill(n / 16))).toBeGreaterThan(FALSE_ALARM)
    }
  },
)
