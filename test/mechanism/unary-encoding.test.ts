import { expect, test } from 'vitest'
import { audit } from '../../src/mechanism/audit.ts'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import { columnLogValues } from '../../src/mechanism/column.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import { stream } from '../../src/random/stream.ts'
import { drawsFollowChannel } from '../support/contract.ts'
import { FALSE_ALARM } from '../support/statistics.ts'

/** The probability that v's bit is 1 where x is the truth, summed from the channel over all responses with v. */
function bit(categories: number, epsilon: number, v: number, x: number): number {
  const mechanism = unaryEncoding({ categories, epsilon })
  const matrix = channelMatrix(mechanism)
  return Array.from(mechanism.responses()).reduce(
    (sum, set, row) => sum + (set.includes(v) ? matrix[row][x] : 0),
    0,
  )
}

test('the bit of the truth is 1 with probability ½, any other with 1/(e^ε + 1)', () => {
  for (const epsilon of [0.1, 1, 5]) {
    expect(bit(4, epsilon, 2, 2)).toBeCloseTo(0.5, 14)
    for (const x of [0, 1, 3]) expect(bit(4, epsilon, 2, x)).toBeCloseTo(1 / (Math.exp(epsilon) + 1), 14)
  }
})

test('a person who holds another category adds 4e^ε/(e^ε − 1)² to the variance of a count', () => {
  for (const epsilon of [0.5, 1, 3]) {
    const [p, q] = [bit(5, epsilon, 1, 1), bit(5, epsilon, 1, 4)]
    const variance = (q * (1 - q)) / (p - q) ** 2
    expect(variance / ((4 * Math.exp(epsilon)) / Math.expm1(epsilon) ** 2)).toBeCloseTo(1, 12)
  }
})

test('over two categories at ε = ln 3 the channel is known', () => {
  const mechanism = unaryEncoding({ categories: 2, epsilon: Math.log(3) })
  expect(Array.from(mechanism.responses())).toEqual([[], [0], [1], [0, 1]])
  const known = [
    [3, 3],
    [3, 1],
    [1, 3],
    [1, 1],
  ]
  channelMatrix(mechanism).forEach((row, y) => {
    row.forEach((value, x) => {
      expect(value).toBeCloseTo(known[y][x] / 8, 15)
    })
  })
})

test('no bit and all bits say nothing about the category, whatever they say of its probability', () => {
  for (const epsilon of [1e-300, 1, 800, 1e6]) {
    const mechanism = unaryEncoding({ categories: 4, epsilon })
    for (const set of [[], [0, 1, 2, 3]]) {
      expect(Array.from(columnLogValues(mechanism.column(set)))).toEqual([0, 0, 0, 0])
    }
    expect(likelihood(mechanism, [])[0]).toBeCloseTo(0.5 / (1 + Math.exp(-epsilon)) ** 3, 14)
    expect(audit(mechanism)).toEqual({ epsilon, response: [0], pair: [0, 1] })
    expect(mechanism.column([0, 1, 2, 3]).logScale).toBeCloseTo(
      -Math.LN2 - 3 * epsilon - 3 * Math.log1p(Math.exp(-epsilon)),
      12,
    )
  }
})

test('there are 2^K responses, and Infinity of them beyond the doubles', () => {
  expect(unaryEncoding({ categories: 60, epsilon: 1 }).responseCount).toBe(2 ** 60)
  expect(unaryEncoding({ categories: 2000, epsilon: 1 }).responseCount).toBe(Infinity)
  expect(() => channelMatrix(unaryEncoding({ categories: 30, epsilon: 1 }))).toThrow(
    /^mechanism must be one of/,
  )
})

test('all sets are among the responses, each once', () => {
  const sets = Array.from(unaryEncoding({ categories: 7, epsilon: 1 }).responses(), set => set.join())
  expect(new Set(sets).size).toBe(128)
  expect(sets.length).toBe(128)
})

test('the largest ε whose probabilities have logarithms is allowed, and its columns are finite', () => {
  const epsilon = Number.MAX_VALUE / 3
  const mechanism = unaryEncoding({ categories: 3, epsilon })
  for (const set of mechanism.responses()) expect(Number.isFinite(mechanism.column(set).logScale)).toBe(true)
  expect(mechanism.epsilon).toBe(epsilon)
  expect(() => unaryEncoding({ categories: 4, epsilon })).toThrow(
    /^epsilon must be a number above 0 and at most/,
  )
})

test.each([
  ['seeded', () => stream(1, 'unary')],
  ['cryptographic', () => cryptoRng()],
] as const)(
  'the contract rejects the twin whose two probabilities are swapped, from the %s source',
  (_, open) => {
    const mechanism = unaryEncoding({ categories: 3, epsilon: 1 })
    const q = 1 / (Math.E + 1)
    const swapped: typeof mechanism = {
      ...mechanism,
      respond: (category, rng) => [0, 1, 2].filter(x => rng.uniform() < (x === category ? q : 0.5)),
    }
    expect(() => drawsFollowChannel(swapped, open(), 4000, FALSE_ALARM / 3)).toThrow(/observed/)
    expect(() => drawsFollowChannel(mechanism, open(), 4000, FALSE_ALARM / 3)).not.toThrow()
  },
)
