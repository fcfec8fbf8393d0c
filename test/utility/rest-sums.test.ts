import { describe, expect, test } from 'vitest'
import { drawDirichlet } from '../../src/random/dirichlet.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { type RrrrLevels, rrrrLevels } from '../../src/rrrr/levels.ts'
import { entropy } from '../../src/utility/entropy.ts'
import { mse } from '../../src/utility/mse.ts'
import { RestSums } from '../../src/utility/rest-sums.ts'
import { createSortedTheta, type SortedTheta, sortTheta } from '../../src/utility/sorted-theta.ts'

interface Case {
  readonly sorted: SortedTheta
  readonly levels: readonly RrrrLevels[]
}

/** Up to a few hundred categories, so that octaves have many members, few, or none; ε from 0.001 to 100. */
function randomCase(rng: SeededRng): Case {
  const K = 2 + rng.integer(300)
  const concentration = [0.001, 0.03, 0.3, 1, 20][rng.integer(5)]
  const theta = drawDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
  const epsilon = 0.001 * 1e5 ** rng.uniform()
  const epsilon1 = [0, 1, 0.8, 0.9, rng.uniform()][rng.integer(5)] * epsilon
  const sorted = createSortedTheta(K)
  sortTheta(theta, sorted)
  return { sorted, levels: Array.from({ length: K }, (_, k) => rrrrLevels(K, k, epsilon, epsilon1)) }
}

const shape = ({ sorted, levels }: Case, k: number) => ({
  shift: levels[k].ad * sorted.restMass[k] + levels[k].bm * sorted.mass[k],
  slope: levels[k].ac - levels[k].ad,
})

/** `Σ_j f(θ_j, h_j)` over the ranks above k, term by term. */
function termByTerm(one: Case, k: number, f: (t: number, h: number) => number): number {
  const { shift, slope } = shape(one, k)
  let total = 0
  for (const t of one.sorted.theta.subarray(k + 1)) {
    const h = shift + slope * t
    if (h > 0) total += f(t, h)
  }
  return total
}

/** The largest difference between the sums over the ranks above k and those term by term, over random cases. */
function worst(name: string, difference: (rest: RestSums, one: Case, k: number) => number): number {
  const rng = stream(1, 'rest', name)
  const rest = new RestSums()
  let most = 0
  for (let trial = 0; trial < 400; trial++) {
    const one = randomCase(rng)
    rest.start(one.sorted, one.levels)
    for (let k = one.levels.length - 1; k >= 0; k--) {
      most = Math.max(most, difference(rest, one, k))
      rest.add(k)
    }
  }
  return most
}

test('the entropy of the ranks above k is that of its terms, to 1e-14 for each unit of probability', () => {
  const difference = worst('entropy', (rest, one, k) => {
    const { shift, slope } = shape(one, k)
    const expected = termByTerm(one, k, (_, h) => h * Math.log(h))
    const sizes = termByTerm(one, k, (_, h) => Math.abs(h * Math.log(h)) + h)
    return sizes > 0 ? Math.abs(rest.entropy(shift, slope) - expected) / sizes : 0
  })
  expect(difference).toBeLessThan(1e-14)
})

test.each([
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [3, 2, 1],
])('the sum of (%d + %dθ + %dθ²)/h over the ranks above k is that of its terms, to 1e-13', (p0, p1, p2) => {
  const difference = worst(`${p0} ${p1} ${p2}`, (rest, one, k) => {
    const { shift, slope } = shape(one, k)
    const expected = termByTerm(one, k, (t, h) => (p0 + p1 * t + p2 * t * t) / h)
    // Below the normal doubles there are no thirteen digits.
    return expected > 1e-290 ? Math.abs(rest.quotients(shift, slope, p0, p1, p2) / expected - 1) : 0
  })
  expect(difference).toBeLessThan(1e-13)
})

test('sums with a slope or a shift off by 1e-12 of it fail such checks', () => {
  const off = (shiftBy: number, slopeBy: number) =>
    worst('off', (rest, one, k) => {
      const { shift, slope } = shape(one, k)
      const expected = termByTerm(one, k, (t, h) => t / h)
      const actual = rest.quotients(shift * (1 + shiftBy), slope * (1 + slopeBy), 0, 1, 0)
      return expected > 1e-290 ? Math.abs(actual / expected - 1) : 0
    })
  expect(off(1e-12, 0)).toBeGreaterThan(1e-13)
  expect(off(0, 1e-12)).toBeGreaterThan(1e-13)
})

describe('the scans of entropy and mse', () => {
  /** Every term of every candidate. */
  function squareScan({ sorted, levels }: Case, f: (one: Case, k: number) => number): Float64Array {
    return Float64Array.from(levels, (_, k) => f({ sorted, levels }, k))
  }
  const xLogX = (x: number) => (x > 0 ? x * Math.log(x) : 0)
  const plainEntropy = ({ sorted: { theta, mass, restMass }, levels }: Case, k: number) => {
    const { a, b, ac, ad, bm } = levels[k]
    const base = ad * restMass[k] + bm * mass[k]
    return theta.reduce((total, t, j) => total + xLogX(j < k ? b + (a - b) * t : base + (ac - ad) * t), 0)
  }
  const plainMse = ({ sorted, levels }: Case, k: number) => {
    const { theta, mass, squares, restMass, restSquares } = sorted
    const { a, b, ac, ad, bm } = levels[k]
    const [s, r] = [mass[k], restMass[k]]
    const base = ad * r + bm * s
    const inside = b * b * (1 - squares[theta.length])
    const outside = bm * bm * (s * s - squares[k]) + ad * ad * (r * r - restSquares[k]) + 2 * bm * ad * s * r
    return theta.reduce((total, t, j) => {
      const h = j < k ? b + (a - b) * t : base + (ac - ad) * t
      if (!(h > 0)) return total
      const pairs = j < k ? inside + 2 * b * (a - b) * t * (1 - t) : 0
      return total - (j < k ? pairs : outside + 2 * (ac - ad) * t * (ad * (r - t) + bm * s)) / h
    }, 0)
  }

  test('agree with the sums over all pairs of rank and candidate to 1e-12, at up to 300 categories', () => {
    const rng = stream(1, 'scans')
    for (let trial = 0; trial < 200; trial++) {
      const one = randomCase(rng)
      const values = new Float64Array(one.levels.length)
      entropy.scan(one.sorted, one.levels, values)
      squareScan(one, plainEntropy).forEach((expected, k) => {
        expect(Math.abs(values[k] - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected) + 1e-14)
      })
      mse.scan(one.sorted, one.levels, values)
      squareScan(one, plainMse).forEach((expected, k) => {
        expect(Math.abs(values[k] - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected) + 1e-17)
      })
    }
  })
})
