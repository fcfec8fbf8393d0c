import { expect, test } from 'vitest'
import { columnValues, levelColumn } from '../../../src/mechanism/column.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { Expansion } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { Augmentation } from '../../../src/posterior/moves/augmentation.ts'
import { Likelihood } from '../../../src/posterior/tally/likelihood.ts'
import { addSetProducts } from '../../../src/posterior/tally/set-products.ts'
import { SetStore } from '../../../src/posterior/tally/set-store.ts'
import { SetSums } from '../../../src/posterior/tally/set-sums.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import { normalised, randomTheta } from '../../support/tally.ts'

const rng = stream(1, 'byte sums')

/** A tally of this many random sets, each of at most half of the categories. */
function manySets(K: number, count: number, epsilon = 1) {
  const tally = createTally(K)
  for (let i = 0; i < count; i++) {
    const size = 1 + rng.integer(Math.floor(K / 2))
    const set = new Set<number>()
    while (set.size < size) set.add(rng.integer(K))
    const column = { categories: K, logScale: 0, logBase: -epsilon, logLevel: 0 }
    tally.addColumn(levelColumn({ ...column, set: Int32Array.from(set).sort() }), 1 + rng.integer(3))
  }
  return tally
}

const gather = (members: Iterable<number>, theta: Float64Array) => {
  let total = 0
  for (const x of members) total += theta[x]
  return total
}

test('sums by bytes are those of the members, and a running sum is passed where it is member by member', () => {
  const wrong: unknown[] = []
  for (const K of [2, 7, 8, 9, 20, 64, 130]) {
    // Two categories have only two sets, too few for tables.
    const { sets } = manySets(K, 600).table
    const sums = new SetSums(sets)
    for (let trial = 0; trial < 5; trial++) {
      const theta = normalised(randomTheta(rng, K, 1))
      sums.tabulate(theta)
      for (let s = 0; s < sets.length; s++) {
        const inside = sums.inside(s)
        for (const [isInside, members, sum] of [
          [true, sets.inside(s), inside],
          [false, sets.outside(s), sums.outside(s, inside)],
        ] as const) {
          const direct = gather(members, theta)
          const target = rng.uniform() * sum
          const found = sums.locate(s, isInside, target, theta)
          const before = gather(
            members.filter(x => x < found),
            theta,
          )
          const isRight =
            Math.abs(sum - direct) < 1e-14 &&
            members.includes(found) &&
            before <= target + 1e-14 &&
            before + theta[found] > target - 1e-14
          if (!isRight) wrong.push({ K, trial, s, isInside, sum, direct, target, found, before })
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

test('with many sets likelihoods are looked up, and are those of the dense columns', () => {
  for (const [count, fast] of [
    [100, false],
    [3000, true],
  ] as const) {
    const tally = manySets(20, count)
    const likelihood = new Likelihood(tally.table)
    expect(likelihood.codes !== undefined).toBe(fast)
    const theta = normalised(randomTheta(rng, 20, 0.3))
    const g = new Float64Array(tally.distinct)
    likelihood.evaluate(theta, g)
    tally.table.mapColumns((column, c) => {
      if (column.kind !== 'levels') throw new Error('a dense column')
      const plain = column.base + (column.level - column.base) * gather(column.set, theta)
      expect(Math.abs(g[c] / plain - 1)).toBeLessThan(1e-13)
    })
  }
})

test('with few sets, many, and many of which some are listed, sums over columns are those of the dense columns', () => {
  for (const [K, count, isMany] of [
    [20, 100, false],
    [20, 3000, true],
    [90, 600, true],
  ] as const) {
    const tally = manySets(K, count, 9)
    expect(tally.table.sets.isMany).toBe(isMany)
    const likelihood = new Likelihood(tally.table)
    const g = new Float64Array(tally.distinct)
    likelihood.evaluate(normalised(randomTheta(rng, K, 0.3)), g)
    const weights = g.map(() => rng.uniform() - 0.5)
    const [sums, squares, denseSums, denseSquares] = [0, 0, 0, 0].map(() => new Float64Array(K))
    // The second time, nothing is left over from the first.
    for (let i = 0; i < 2; i++) {
      likelihood.combine(weights, sums)
      squares.fill(0)
      likelihood.addSquares(tally.counts, g, squares)
    }
    tally.table.mapColumns((column, c) => {
      columnValues(column).forEach((value, x) => {
        denseSums[x] += weights[c] * value
        denseSquares[x] += tally.counts[c] * (value / g[c]) ** 2
      })
    })
    for (let x = 0; x < K; x++) {
      expect(sums[x]).toBeCloseTo(denseSums[x], 10)
      expect(Math.abs(squares[x] / denseSquares[x] - 1)).toBeLessThan(1e-11)
    }
  }
})

test('the expansion’s information is the sum of outer products, at levels near and far apart', () => {
  for (const epsilon of [0.1, 1, 5, 12, 20]) {
    const tally = manySets(9, 60, epsilon)
    const theta = normalised(randomTheta(rng, 9, 1))
    const { information, score } = new Expansion(tally, theta)
    const F = new Float64Array(81)
    const s = new Float64Array(9)
    tally.table.mapColumns((column, c) => {
      if (column.kind !== 'levels') throw new Error('a dense column')
      const p = Array.from(theta, (_, x) => (column.set.includes(x) ? column.level : column.base))
      const g = p.reduce((sum, value, x) => sum + value * theta[x], 0)
      for (let i = 0; i < 9; i++) {
        s[i] += (tally.counts[c] * p[i]) / g
        for (let j = 0; j < 9; j++) F[i * 9 + j] += (tally.counts[c] * p[i] * p[j]) / (g * g)
      }
    })
    const largest = Math.max(...F)
    F.forEach((value, at) => {
      expect(Math.abs(information[at] - value) / largest).toBeLessThan(1e-12)
    })
    s.forEach((value, i) => {
      expect(Math.abs(score[i] / value - 1)).toBeLessThan(1e-11)
    })
  }
})

test('products of very many sets are summed by two bytes, and are those of the members', () => {
  // Member by member, a set here takes 200 additions; by bytes it takes 30, and the tables pay for themselves from 12,000 sets on.
  const K = 40
  const rng = stream(2, 'products')
  const sets = new SetStore(K)
  while (sets.length < 16_000) {
    const set = Int32Array.from({ length: K }, (_, x) => x).filter(() => rng.uniform() < 0.5)
    if (set.length === K / 2) sets.intern(set)
  }
  const weights = Float64Array.from({ length: sets.length }, () => rng.uniform())
  const found = new Float64Array(K * K)
  const expected = new Float64Array(K * K)
  addSetProducts(sets, weights, found)
  for (let s = 0; s < sets.length; s++) {
    for (const x of sets.inside(s))
      for (const y of sets.inside(s)) if (y <= x) expected[x * K + y] += weights[s]
  }
  const largest = Math.max(...expected)
  found.forEach((value, at) => {
    expect(Math.abs(value - expected[at]) / largest).toBeLessThan(1e-12)
  })
})

test('latent totals have the mean that the answers give them, one person a set; twin: as if answers said nothing', () => {
  // 2,000 sweeps. A total is a sum of independent indicators, so that the mean of the sweeps is normal; 6 standard errors are
  // a false alarm of 2e-9 a category, 4e-8 in all.
  const K = 20
  const mechanism = subsetSelection({ categories: K, epsilon: 1, size: 5 })
  const tally = createTally(K)
  for (let i = 0; i < 600; i++) tally.add(mechanism, mechanism.respond(i % 4, rng))
  const theta = normalised(randomTheta(rng, K, 1))
  const expected = new Float64Array(K)
  const variance = new Float64Array(K)
  tally.table.mapColumns((column, c) => {
    if (column.kind !== 'levels') throw new Error('a dense column')
    const joint = theta.map((value, x) => value * (column.set.includes(x) ? column.level : column.base))
    const g = joint.reduce((sum, value) => sum + value)
    joint.forEach((value, x) => {
      expected[x] += (tally.counts[c] * value) / g
      variance[x] += tally.counts[c] * (value / g) * (1 - value / g)
    })
  })
  const sweeps = 2000
  const augmentation = new Augmentation(tally)
  const totals = new Float64Array(K)
  const mean = new Float64Array(K)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    augmentation.draw(rng, theta, totals)
    for (let x = 0; x < K; x++) mean[x] += totals[x] / sweeps
  }
  const z = (of: Float64Array) =>
    Math.max(...mean.map((value, x) => Math.abs(value - of[x]) / Math.sqrt(variance[x] / sweeps)))
  expect(z(expected)).toBeLessThan(6)
  expect(z(theta.map(value => 600 * value))).toBeGreaterThan(20)
})
