import { describe, expect, test } from 'vitest'
import { type LinearProgram, solve } from '../../experiments/support/linear-program.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { type PublicPriorKernel, publicPriorKernel } from '../../src/mechanism/public-prior-kernel.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { stream } from '../../src/random/stream.ts'
import { divergence } from '../../src/simplex/divergence.ts'
import {
  cases,
  type Divergences,
  expectDivergences,
  expectProbabilities,
  expectProbability,
  level,
} from '../private-sampling/vectors.ts'
import { randomLaw, total } from '../support/laws.ts'
import { plainKernel } from '../support/plain-kernel.ts'

interface Case {
  q: number[]
  eps: number | 'inf'
  p: number[]
  expected: {
    K: number[][]
    diag: number[]
    pK: number[]
    min_diag: number
    gamma: Divergences
    divergence_p_pK: Divergences
  }
}

const LEVELS = [0, 1e-6, 0.01, 0.3, 1, 2.5, 8, 20]

function matrix(kernel: PublicPriorKernel): number[][] {
  const all = Array.from({ length: kernel.categories }, (_, i) => i)
  return all.map(x => all.map(y => kernel.entry(x, y)))
}

function logEntry(kernel: PublicPriorKernel, x: number, y: number): number {
  const { logRatios, logDiagonal } = kernel.logColumn(y)
  return logDiagonal + logRatios[x]
}

/** The largest ln K_xy / K_x′y over columns that are not zero, from the logarithms. */
function enumeratedLevel(kernel: PublicPriorKernel): number {
  let worst = 0
  for (let y = 0; y < kernel.categories; y++) {
    const { logRatios } = kernel.logColumn(y)
    if (kernel.prior[y] > 0) worst = Math.max(worst, Math.max(...logRatios) - Math.min(...logRatios))
  }
  return worst
}

/** The largest distance of a value from the exact one, as a share of it; Infinity where only one of them is zero. */
function farthest(values: ArrayLike<number>, exact: (i: number) => number): number {
  return Math.max(
    ...Array.from(values, (value, i) =>
      value === exact(i) ? 0 : Math.abs(value - exact(i)) / Math.abs(exact(i)),
    ),
  )
}

function spread(column: number[]): number {
  const top = Math.max(...column)
  return top === 0 ? 0 : Math.log(top / Math.min(...column))
}

describe.each(cases<Case>('fixed_point'))('the vector $id', ({ q, eps, p, expected }) => {
  const kernel = publicPriorKernel(q, level(eps))
  test('has its kernel, by entries and by their logarithms', () => {
    matrix(kernel).forEach((row, x) => {
      expectProbabilities(row, expected.K[x])
    })
    expected.K.forEach((row, x) => {
      row.forEach((value, y) => {
        expectProbability(Math.exp(logEntry(kernel, x, y)), value)
      })
    })
    expectProbabilities(
      matrix(kernel).map((row, x) => row[x]),
      expected.diag,
    )
    expectProbability(kernel.smallestDiagonal, expected.min_diag)
  })
  test('has its output law and the divergence from it', () => {
    expectProbabilities(kernel.outputLaw(p), expected.pK)
    expectDivergences(name => divergence(name, p, kernel.outputLaw(p)), expected.divergence_p_pK)
  })
})

describe('on 4000 random priors, with ties, zeros and many orders of magnitude', () => {
  const rng = stream(2, 'kernel')
  const kernels = Array.from({ length: 4000 }, () => {
    const epsilon = LEVELS[rng.integer(LEVELS.length)]
    return { epsilon, kernel: publicPriorKernel(randomLaw(rng, 1 + rng.integer(29)), epsilon) }
  })

  test('the rows sum to one, to 1e-13', () => {
    const sums = kernels.map(({ kernel }) => farthest(matrix(kernel).map(total), () => 1))
    expect(Math.max(...sums)).toBeLessThan(1e-13)
  })

  test('the prior is kept: qK = q, to 1e-13', () => {
    for (const { kernel } of kernels) {
      expect(farthest(kernel.outputLaw(kernel.prior), y => kernel.prior[y])).toBeLessThan(1e-13)
    }
  })

  test('the kernel is reversible: q_x K_xy = q_y K_yx, to 1e-13', () => {
    for (const { kernel } of kernels) {
      const flow = matrix(kernel).map((row, x) => row.map(value => kernel.prior[x] * value))
      const back = flow.flatMap((_, y) => flow.map(row => row[y]))
      expect(farthest(flow.flat(), i => back[i])).toBeLessThan(1e-13)
    }
  })

  test('the level by enumeration, of entries and of logarithms, is the one stated and the one asked for', () => {
    for (const { epsilon, kernel } of kernels) {
      const support = kernel.prior.filter(mass => mass > 0).length
      expect(kernel.epsilon).toBe(support > 1 ? epsilon : 0)
      expect(Math.abs(enumeratedLevel(kernel) - kernel.epsilon)).toBeLessThanOrEqual(1e-12 * epsilon)
      const rows = matrix(kernel)
      const spreads = rows.map((_, y) => rows.map(row => row[y])).map(spread)
      expect(Math.max(...spreads)).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
    }
  })

  test('the output law of a random p is p times the matrix, to 1e-13', () => {
    for (const { kernel } of kernels) {
      const p = randomLaw(rng, kernel.categories)
      const rows = matrix(kernel)
      expect(farthest(kernel.outputLaw(p), y => total(rows.map((row, x) => p[x] * row[y])))).toBeLessThan(
        1e-13,
      )
    }
  })

  test('the entries are those of the plain recursion, to 1e-12, where no prior is zero', () => {
    for (const { epsilon, kernel } of kernels) {
      if (kernel.prior.includes(0)) continue
      const plain = plainKernel(kernel.prior, epsilon).flat()
      expect(farthest(matrix(kernel).flat(), i => plain[i])).toBeLessThan(1e-12)
    }
  })

  test('the diagonal does not fall with the prior, and its smallest entry is the one stated', () => {
    for (const { kernel } of kernels) {
      const rank = Array.from(kernel.prior.keys()).sort((i, j) => kernel.prior[i] - kernel.prior[j])
      const diagonal = rank.map(x => kernel.entry(x, x))
      expect(Math.min(...diagonal)).toBe(kernel.smallestDiagonal)
      expect(diagonal.every((value, i) => i === 0 || value >= diagonal[i - 1] * (1 - 1e-14))).toBe(true)
    }
  })

  test('a twin that forgets e^−ε off the diagonal has rows that do not sum to one', () => {
    const wrong = kernels.filter(({ epsilon, kernel }) => {
      const twin = (x: number, y: number) => kernel.entry(x, y) * (x === y ? 1 : Math.exp(epsilon))
      const all = Array.from(kernel.prior.keys())
      return all.some(x => Math.abs(total(all.map(y => twin(x, y))) - 1) > 1e-13)
    })
    const real = kernels.filter(({ epsilon, kernel }) => epsilon > 0 && kernel.categories > 1)
    expect(wrong.length).toBe(real.length)
  })
})

test('the uniform prior gives standard randomized response', () => {
  for (const epsilon of [0.1, 1, 5]) {
    const rows = matrix(publicPriorKernel(new Array(7).fill(1), epsilon))
    channelMatrix(srr({ categories: 7, epsilon })).forEach((row, y) => {
      row.forEach((value, x) => {
        expect(Math.abs(rows[x][y] / value - 1)).toBeLessThan(1e-13)
      })
    })
  }
})

test('no ε-LDP channel that keeps the prior has a larger smallest diagonal (linear programs, n ≤ 5)', () => {
  const rng = stream(2, 'program')
  for (let round = 0; round < 40; round++) {
    const n = 2 + rng.integer(4)
    const epsilon = 0.2 + 2.5 * rng.uniform()
    const kernel = publicPriorKernel(
      Float64Array.from({ length: n }, () => 0.05 + rng.uniform()),
      epsilon,
    )
    const { value } = solve(bestDiagonal(kernel.prior, epsilon))
    expect(Math.abs(value - kernel.smallestDiagonal)).toBeLessThan(1e-8)
  }
})

function bestDiagonal(q: Float64Array, epsilon: number): LinearProgram {
  const all = Array.from(q.keys())
  const rows: LinearProgram['rows'][number][] = []
  for (const x of all) {
    rows.push({ terms: all.map(y => [1, `k${x}_${y}`]), relation: '=', value: 1 })
    rows.push({ terms: all.map(z => [q[z], `k${z}_${x}`]), relation: '=', value: q[x] })
    rows.push({
      terms: [
        [1, `k${x}_${x}`],
        [-1, 't'],
      ],
      relation: '>=',
      value: 0,
    })
    for (const z of all) {
      if (z === x) continue
      for (const y of all) {
        rows.push({
          terms: [
            [1, `k${x}_${y}`],
            [-Math.exp(epsilon), `k${z}_${y}`],
          ],
          relation: '<=',
          value: 0,
        })
      }
    }
  }
  return { sense: 'Maximize', objective: [[1, 't']], rows }
}

describe('at the ends of ε', () => {
  const q = [0.5, 0, 0.3, 0.2]
  test('0 makes every row the prior', () => {
    for (const row of matrix(publicPriorKernel(q, 0))) expectProbabilities(row, q)
  })
  test('Infinity tells a category of positive prior for certain, and answers by the prior for one of prior zero', () => {
    const kernel = publicPriorKernel(q, Infinity)
    expect(matrix(kernel)).toEqual([
      [1, 0, 0, 0],
      [0.5, 0, 0.3, 0.2],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ])
    expect(logEntry(kernel, 0, 2)).toBe(-Infinity)
    expect(logEntry(kernel, 1, 0)).toBeCloseTo(Math.LN2 * -1, 15)
    const rng = stream(3)
    for (let i = 0; i < 1000; i++) expect(kernel.draw(2, rng)).toBe(2)
  })
  test.each([720, 800, 5000])('at %d the logarithms are exact where the probabilities underflow', epsilon => {
    const kernel = publicPriorKernel([0.1, 0.2, 0.7], epsilon)
    expect(enumeratedLevel(kernel)).toBeCloseTo(epsilon, 9)
    expect(logEntry(kernel, 1, 0)).toBeCloseTo(-epsilon, 9)
    expect(logEntry(kernel, 0, 2)).toBeCloseTo(Math.log(7) - epsilon, 9)
    expect(logEntry(kernel, 0, 0)).toBeCloseTo(0, 12)
    expectProbabilities(matrix(kernel).flat(), [1, 0, 0, 0, 1, 0, 0, 0, 1])
  })
  test('a prior of 1e-310 counts as zero, one of 1e-300 is told at ε = 720', () => {
    expect(publicPriorKernel([1e-310, 1], 720).entry(0, 0)).toBe(0)
    expect(publicPriorKernel([1e-300, 1], 720).entry(0, 0)).toBeCloseTo(1, 10)
  })
})

test('who holds a category of prior zero answers by the prior, in logarithms too, whatever ε is', () => {
  const q = [0.2, 0, 0.7, 0.1]
  for (const epsilon of [1e-3, 0.3, 3, 40]) {
    const kernel = publicPriorKernel(q, epsilon)
    for (const y of [0, 2, 3]) {
      expect(kernel.entry(1, y)).toBeCloseTo(q[y], 14)
      expect(logEntry(kernel, 1, y)).toBeCloseTo(Math.log(q[y]), 13)
    }
  }
})

test('one category is always answered, at the level 0; so is the only category of positive prior', () => {
  expect(publicPriorKernel([3], 1)).toMatchObject({ categories: 1, epsilon: 0, smallestDiagonal: 1 })
  expect(matrix(publicPriorKernel([0, 1, 0], 2))).toEqual([
    [0, 1, 0],
    [0, 1, 0],
    [0, 1, 0],
  ])
  expect(publicPriorKernel([0, 1, 0], 2).epsilon).toBe(0)
})

test('a million categories: the output law sums to one and keeps the prior, to 1e-11', () => {
  const rng = stream(4)
  const kernel = publicPriorKernel(
    Float64Array.from({ length: 1e6 }, () => rng.uniform() ** 4 + 1e-9),
    8,
  )
  const kept = kernel.outputLaw(kernel.prior)
  let worst = 0
  for (let y = 0; y < kept.length; y++) worst = Math.max(worst, Math.abs(kept[y] / kernel.prior[y] - 1))
  expect(worst).toBeLessThan(1e-11)
  expect(kernel.draw(0, rng)).toBeLessThan(1e6)
})

test('bad arguments are refused by name', () => {
  expect(() => publicPriorKernel([], 1)).toThrow(/^prior/)
  expect(() => publicPriorKernel([0.5, -0.5], 1)).toThrow(/^prior\[1\]/)
  expect(() => publicPriorKernel([1, 1], -1)).toThrow(/^epsilon .*got -1/)
  expect(() => publicPriorKernel([1, 1], Number.NaN)).toThrow(RangeError)
  const kernel = publicPriorKernel([1, 1], 1)
  expect(() => kernel.entry(0, 2)).toThrow(/^y .*from 0 to 1; got 2/)
  expect(() => kernel.draw(-1, stream(1))).toThrow(
    /^category must be a category, a whole number from 0 to 1$/,
  )
  expect(() => kernel.outputLaw([1])).toThrow(/^p /)
})
