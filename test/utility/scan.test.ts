import { describe, expect, test } from 'vitest'
import { evaluateUtility, scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import { UTILITIES, UTILITY_NAMES, type UtilityName } from '../../src/catalogue/utilities.ts'
import { strayScans } from '../../src/contract/utility.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import { stream } from '../../src/random/stream.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { totalVariation } from '../../src/simplex/total-variation.ts'
import { createScan } from '../../src/utility/scan.ts'
import { CORE } from '../support/core-vectors.ts'
import { randomTheta } from '../support/random-theta.ts'

/** The values of every k by the plain definition. */
function plainValues(
  utility: UtilityName,
  theta: ArrayLike<number>,
  epsilon: number,
  epsilon1: number,
): number[] {
  const order = Array.from(theta, (_, x) => x).sort((i, j) => theta[j] - theta[i] || i - j)
  return order.map((_, k) => {
    const mechanism = rrrr({ categories: theta.length, subset: order.slice(0, k), epsilon, epsilon1 })
    return evaluateUtility(utility, theta, mechanism)
  })
}

function expectValues(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  relative: number,
  absolute = 0,
): void {
  expect(actual.length).toBe(expected.length)
  Array.from(expected).forEach((value, k) => {
    if (actual[k] === value) return
    expect(Math.abs(actual[k] - value), `${actual[k]} at k = ${k}, not ${value}`).toBeLessThanOrEqual(
      relative * Math.abs(value) + absolute,
    )
  })
}

describe.each(UTILITY_NAMES)('%s', utility => {
  test('has the values of the vectors at every k, plain and scanned, and the best size', () => {
    for (const { theta, epsilon, epsilon1, utilities, bestSize } of CORE.utilities) {
      const scan = scanSubsets({ theta, utility, epsilon, epsilon1 })
      expectValues(scan.values, utilities[utility], 1e-8)
      expectValues(plainValues(utility, theta, epsilon, epsilon1), utilities[utility], 1e-8)
      expect(scan.size).toBe(bestSize[utility])
      expect(scan.subset.length).toBe(scan.size)
    }
  })

  test('with its sign flipped, or θ not sorted, has not', () => {
    const [, { theta, epsilon, epsilon1, utilities }] = CORE.utilities
    const flipped = plainValues(utility, theta, epsilon, epsilon1).map(value => -value)
    expect(() => expectValues(flipped, utilities[utility], 1e-8)).toThrow()
    const unsorted = theta.map((_, k) => {
      const subset = theta.map((_, x) => x).slice(0, k)
      return evaluateUtility(utility, theta, rrrr({ categories: theta.length, subset, epsilon, epsilon1 }))
    })
    expect(() => expectValues(unsorted, utilities[utility], 1e-8)).toThrow()
  })
})

// Sums of terms of the size of one.
test.each(UTILITIES)(
  'the scan of $name has the values of the plain definition to eleven digits, in 1,500 random cases',
  kind => {
    const tolerance = { relative: 1e-11, absolute: 1e-13 }
    expect(Array.from(strayScans(kind, stream(1, 'plain and scan'), 1500, tolerance))).toEqual([])
  },
)

test('the best size is that of the largest value, and its subset the likeliest categories, in 300 random cases', () => {
  const rng = stream(1, 'best')
  for (let i = 0; i < 300; i++) {
    const theta = randomTheta(rng, 2 + rng.integer(9))
    for (const utility of UTILITY_NAMES) {
      const { values, size, subset } = scanSubsets({ theta, utility, epsilon: 1 })
      expect(values[size]).toBeGreaterThanOrEqual(Math.max(...values) - 1e-11 * Math.abs(values[size]))
      const order = Array.from(theta.keys()).sort((x, y) => theta[y] - theta[x] || x - y)
      expect(subset).toEqual(order.slice(0, size).sort((x, y) => x - y))
    }
  }
})

test('the scan keeps the digits of mse and marginal-tv at large ε, where they are near 0', () => {
  // With K = 2 and k = 0: minus the two sums over pairs of categories, in closed form.
  for (const epsilon of [5, 20, 40, 100, 300]) {
    const [p, q] = [0.7, 0.3]
    const [truth, lie] = [1 / (1 + Math.exp(-epsilon)), 1 / (1 + Math.exp(epsilon))]
    const mse = -2 * truth * lie * p * q * (1 / (truth * p + lie * q) + 1 / (truth * q + lie * p))
    const scan = (utility: UtilityName) => scanSubsets({ theta: [p, q], utility, epsilon }).values.slice(0, 1)
    expectValues(scan('mse'), [mse], 1e-13)
    expectValues(scan('marginal-tv'), [-lie * (p - q)], 1e-13)
  }
})

test('both forms of fisher agree to 1e-12 at ε = 30 and beyond, though some categories have probability 0', () => {
  for (const epsilon of [30, 40, 100, 800]) {
    for (const theta of [
      [0.5, 0.3, 0.2, 0, 0],
      [0, 0.9, 0, 0.1],
    ]) {
      const { values } = scanSubsets({ theta, utility: 'fisher', epsilon })
      expectValues(plainValues('fisher', theta, epsilon, 0.8 * epsilon), values, 1e-12)
      expectValues(
        values,
        theta.map(() => theta.reduce((sum, t) => sum + t * t, -1)),
        1e-8,
      )
    }
  }
})

test('values that differ by rounding alone are a tie, and go to the smaller k', () => {
  // At ε = 60 the utilities of all k are less than 1e-20 apart.
  const rng = stream(1, 'ties')
  let rounded = 0
  for (let i = 0; i < 300; i++) {
    const theta = drawDirichlet(rng, new Array(8).fill(1), new Float64Array(8))
    for (const utility of ['fisher', 'entropy', 'posterior-tv', 'honesty'] as const) {
      const { values, size } = scanSubsets({ theta, utility, epsilon: 60 })
      expect(size).toBe(0)
      if (Math.max(...values) > values[0]) rounded++
    }
  }
  // Without the tie another would have been the largest.
  expect(rounded).toBeGreaterThan(0)
})

test('a scan used again and again gives what a new one gives', () => {
  const rng = stream(1, 'again')
  for (const utility of UTILITIES) {
    const scan = createScan({ categories: 90, epsilon: 1, epsilon1: 0.8, utility })
    for (let i = 0; i < 20; i++) {
      const theta = randomTheta(rng, 90)
      const fresh = scanSubsets({ theta, utility: utility.name, epsilon: 1 })
      expect(scan.best(theta)).toBe(fresh.size)
      expectValues(scan.values, fresh.values, 1e-12)
    }
  }
})

test('the plain definitions say what they mean, of any mechanism, in 300 random cases', () => {
  const rng = stream(1, 'meaning')
  for (let i = 0; i < 300; i++) {
    const theta = randomTheta(rng, 4)
    const epsilon = 0.1 * 100 ** rng.uniform()
    const mechanism = [
      srr({ categories: 4, epsilon }),
      rrrr({ categories: 4, subset: [2, 0], epsilon }),
      subsetSelection({ categories: 4, epsilon, size: 2 }),
    ][i % 3]
    const matrix = channelMatrix(mechanism)
    const marginal = matrix.map(row => row.reduce((sum, g, x) => sum + g * theta[x], 0))
    const posterior = matrix.map((row, y) => row.map((g, x) => (g * theta[x]) / marginal[y]))
    const expectation = (value: (y: number) => number) =>
      marginal.reduce((sum, h, y) => sum + (h > 0 ? h * value(y) : 0), 0)
    const meaning: Partial<Record<UtilityName, number>> = {
      entropy: expectation(y => Math.log(marginal[y])),
      'posterior-tv': expectation(y => totalVariation(posterior[y], theta)),
      mse: -expectation(y => 1 - posterior[y].reduce((sum, p) => sum + p * p, 0)),
      ...(i % 3 < 2 && {
        'marginal-tv': -totalVariation(marginal, theta),
        honesty: matrix.reduce((sum, row, x) => sum + row[x] * theta[x], 0),
      }),
    }
    for (const [utility, value] of Object.entries(meaning)) {
      expectValues([evaluateUtility(utility as UtilityName, theta, mechanism)], [value], 1e-12, 1e-14)
    }
  }
})

describe('a utility of one’s own', () => {
  /** Its value for each size of the subset; notes the subsets that it is asked about. */
  const best = (values: readonly number[], asked: number[][] = []) => {
    const evaluate = (_: unknown, { subset = [] }: { subset?: readonly number[] }) => {
      asked.push(Array.from(subset))
      return values[subset.length]
    }
    const scan = createScan({ categories: 3, epsilon: 1, epsilon1: 0.8, utility: { name: 'own', evaluate } })
    return scan.best(Float64Array.of(0.2, 0.5, 0.3))
  }

  test('is asked about the likeliest categories', () => {
    const asked: number[][] = []
    best([1, 2, 3], asked)
    expect(asked.map(subset => subset.sort())).toEqual([[], [1], [1, 2]])
  })

  test('has the smallest subset of those that are equal but for rounding, and the best of others', () => {
    expect(best([1, 1 + 5e-13, 0])).toBe(0)
    expect(best([1, 1 + 1e-9, 0])).toBe(1)
    expect(best([-1 - 1e-9, -1, -1])).toBe(1)
    expect(best([-Infinity, 3, -Infinity])).toBe(1)
  })

  test('is refused where it has no value, even of no subset', () => {
    for (const values of [
      [Number.NaN, 1, 1],
      [1, 1, Number.NaN],
    ]) {
      expect(() => best(values)).toThrow(/^the utility own of a subset of [02] must be a number/)
    }
  })
})
