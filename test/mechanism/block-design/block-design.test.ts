import { expect, test, vi } from 'vitest'
import { audit } from '../../../src/mechanism/audit.ts'
import { blockDesign } from '../../../src/mechanism/block-design/block-design.ts'
import {
  chooseParameters,
  countVariance,
  uniformVariance,
} from '../../../src/mechanism/block-design/choose-parameters.ts'
import { differenceSet, parametersOf } from '../../../src/mechanism/block-design/difference-set.ts'
import { keyedPermutation } from '../../../src/mechanism/block-design/keyed-permutation.ts'
import { channelMatrix } from '../../../src/mechanism/channel-matrix.ts'
import { columnLogValues } from '../../../src/mechanism/column.ts'
import { cryptoRng } from '../../../src/random/crypto.ts'
import { stream } from '../../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../../support/statistics.ts'
import { numbers } from '../../support/subjects.ts'

/** `n·Var (1 − e^−ε)²` of a nearly empty category by subset selection with the best size. */
function subsetSelectionVariance(categories: number, epsilon: number): number {
  const odds = Math.exp(-epsilon)
  const costs = numbers(categories - 1).map(i => {
    const size = i + 1
    const total = size + (categories - size) * odds
    const meet = (size * (size - 1)) / (categories - 1)
    const q = (meet + (size - meet) * odds) / total
    return q * (1 - q) * (total / (size - meet)) ** 2
  })
  return Math.min(...costs)
}

test('the design that is chosen costs little more than the best subset selection', () => {
  // Of K nearly equal ones, by counts; figures from the parameters of the families.
  for (const [categories, epsilon, most] of [
    [1000, 0.5, 1.01],
    [1000, 1, 1.004],
    [1000, 2, 1.025],
    [1000, 3, 1.014],
    [3000, 1, 1.003],
    [3000, 3, 1.01],
  ]) {
    const ratio =
      countVariance(chooseParameters(categories, epsilon), epsilon) /
      subsetSelectionVariance(categories, epsilon)
    expect(ratio).toBeGreaterThan(0.999)
    expect(ratio).toBeLessThan(most)
  }
})

test('of few categories designs are compared by the Fisher information, and the known best ones are chosen', () => {
  const points = (categories: number, epsilon: number) => chooseParameters(categories, epsilon).points
  expect([points(20, 0.5), points(20, 1), points(100, 0.5)]).toEqual([40, 21, 121])
  // Where most points are empty, counts are no good guide.
  expect(points(20, 2)).toBe(73)
})

test('the mean information at the uniform θ is that of the channel itself', () => {
  for (const [categories, epsilon] of [
    [5, 0.5],
    [8, 2],
    [20, 1],
  ]) {
    const parameters = chooseParameters(categories, epsilon)
    const { family, q, dimension } = parameters
    const matrix = channelMatrix(blockDesign({ categories, epsilon, family, q, dimension }))
    // Fisher information in the directions e_i − e_j, in the mean over pairs: twice that of a coordinate of the tangent.
    let total = 0
    for (const row of matrix) {
      const mean = row.reduce((sum, value) => sum + value, 0) / categories
      for (const one of row) for (const other of row) total += (one - other) ** 2 / mean
    }
    const information = total / (2 * categories * (categories - 1))
    const variance = ((1 - 1 / categories) / information) * Math.expm1(-epsilon) ** 2
    expect(uniformVariance(parameters, categories, epsilon) / variance).toBeCloseTo(1, 10)
  }
})

test.each([1e-300, 1e-9, 0.01, 1, 5, 50, 800])(
  'there is a design at ε = %d, whose level is exact',
  epsilon => {
    for (const categories of [2, 3, 20]) {
      const mechanism = blockDesign({ categories, epsilon })
      expect(mechanism.epsilon).toBe(audit(mechanism).epsilon)
      expect(mechanism.epsilon).toBeCloseTo(epsilon, 9)
    }
  },
)

test('a seed places the categories at random, each at a point of its own, and no pair shares other than λ blocks', () => {
  for (const n of [1, 2, 3, 7, 64, 100, 1000]) {
    for (const key of [0, 1, 2 ** 32 - 1]) {
      expect(new Set(numbers(n).map(keyedPermutation(n, key))).size).toBe(n)
    }
  }
  const blocksWith = (seed?: number) => {
    const mechanism = blockDesign({ categories: 12, epsilon: 1, ...(seed !== undefined && { seed }) })
    return {
      mechanism,
      blocks: numbers(mechanism.points).map(y =>
        columnLogValues(mechanism.column(y)).map(log => (log === 0 ? 1 : 0)),
      ),
    }
  }
  for (const seed of [undefined, 0, 5, 2 ** 32 - 1]) {
    const { mechanism, blocks } = blocksWith(seed)
    for (const x of numbers(12)) {
      for (const z of numbers(12)) {
        const shared = blocks.reduce((sum, block) => sum + block[x] * block[z], 0)
        expect(shared).toBe(x === z ? mechanism.blockSize : mechanism.meet)
      }
    }
  }
  const sets = (seed: number) => new Set(blocksWith(seed).blocks.map(block => block.join('')))
  const common = [...sets(1)].filter(set => sets(2).has(set))
  expect(common.length).toBeLessThan(sets(1).size)
})

test('the images of a keyed permutation look uniform', () => {
  // False alarm 1e-6; the twin adds the key.
  const n = 1000
  const counts = (image: (key: number) => number) => {
    const cells = new Float64Array(20)
    for (let key = 0; key < 20_000; key++) cells[Math.floor((image(key) * 20) / n)]++
    return chiSquarePValue(cells, new Float64Array(20).fill(1000))
  }
  for (const point of [0, 1, 999]) {
    expect(counts(key => keyedPermutation(n, key)(point))).toBeGreaterThan(FALSE_ALARM)
  }
  expect(counts(key => (key >> 5) % n)).toBeLessThan(FALSE_ALARM)
})

test.each([
  ['seeded', () => stream(1, 'block-design')],
  ['cryptographic', () => cryptoRng()],
] as const)(
  'among 300,000 categories a person answers with a block of the own by the channel, from the %s source',
  (_, open) => {
    // Without tables: members of the difference set are found by trying. False alarm 1e-6 a category; the twin looks at another.
    const mechanism = blockDesign({ categories: 300_000, epsilon: 1, family: 'singer', q: 4, dimension: 10 })
    const { points, blockSize, meet } = mechanism
    expect([points, blockSize, meet]).toEqual([349_525, 87_381, 21_845])
    const isMember = differenceSet(parametersOf('singer', 4, 10)!).indicator()
    const rng = open()
    const n = 1000
    const holds = (y: number, x: number) => isMember[(x - y + points) % points] === 1
    const p = (blockSize * Math.E) / (blockSize * Math.E + points - blockSize)
    for (const x of [0, 299_999]) {
      const answers = numbers(n).map(() => mechanism.respond(x, rng))
      expect(answers.every(y => Number.isInteger(y) && y >= 0 && y < points)).toBe(true)
      const agreement = (category: number) => {
        const own = answers.filter(y => holds(y, category)).length
        return chiSquarePValue([own, n - own], [n * p, n * (1 - p)])
      }
      expect(agreement(x)).toBeGreaterThan(FALSE_ALARM)
      expect(agreement(x === 0 ? 1 : x - 1)).toBeLessThan(FALSE_ALARM)
    }
  },
)

test('an answer takes the same steps of the permutation for every category, even with a seed that was searched to tell them apart', () => {
  const steps = vi.spyOn(Math, 'imul')
  const stepsOf = (request: Parameters<typeof blockDesign>[0], category: number) => {
    const mechanism = blockDesign(request)
    steps.mockClear()
    mechanism.respond(category, cryptoRng())
    const first = steps.mock.calls.length
    mechanism.respond(category, cryptoRng())
    return [first, steps.mock.calls.length - first]
  }
  for (const [categories, q, seed] of [
    // Category 1 takes 57 rounds to its point, each other category at most 5.
    [5, 67, 1160125],
    [300, 1031, 1],
  ] as const) {
    const request = { categories, epsilon: 1, family: 'paley', q, dimension: 1, seed } as const
    const [first, ...others] = numbers(5).map(category => stepsOf(request, category))
    expect(first[1]).toBe(0)
    expect(others).toEqual(others.map(() => first))
  }
  steps.mockRestore()
})
