import { expect, test } from 'vitest'
import { likelihood } from '../../../src/mechanism/channel-matrix.ts'
import { denseColumn } from '../../../src/mechanism/column.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { maximize, maximumLikelihood } from '../../../src/posterior/mode/maximum-likelihood.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { drawMultinomial } from '../../../src/random/multinomial.ts'
import type { Rng } from '../../../src/random/rng.ts'
import { stream } from '../../../src/random/stream.ts'
import { totalVariation } from '../../../src/simplex/total-variation.ts'
import { type Entry, mechanismOf, normalised, randomEntries, tallyOf } from '../../support/tally.ts'

/** The objective, by the tally's own sum of logarithms. */
function objective(tally: Tally, pseudo: ArrayLike<number>, theta: Float64Array): number {
  let value = tally.logLikelihood(theta)
  for (let x = 0; x < theta.length; x++) if (pseudo[x] > 0) value += pseudo[x] * Math.log(theta[x])
  return value
}

/** Plain EM on dense columns. */
function plainEm(entries: readonly Entry[], pseudo: ArrayLike<number>, updates: number): Float64Array {
  const columns = entries.map(([mechanism, response]) => likelihood(mechanism, response))
  let theta = normalised(new Float64Array(pseudo.length).fill(1))
  for (let i = 0; i < updates; i++) {
    const totals = Float64Array.from(pseudo)
    columns.forEach((column, c) => {
      const g = column.reduce((sum, p, x) => sum + p * theta[x], 0)
      for (let x = 0; x < theta.length; x++) totals[x] += (entries[c][2] * theta[x] * column[x]) / g
    })
    theta = normalised(totals)
  }
  return theta
}

/** Pseudo-counts of many sizes, some of them zero. */
function randomPseudo(rng: Rng, categories: number): Float64Array {
  return new Float64Array(categories).map(() => [0, 0, 1e-12, 0.3, 50][rng.integer(5)])
}

/** The answers of `people` with a mechanism, their categories drawn from a Dirichlet(1) truth. */
function answersOf(rng: Rng, mechanism: ReturnType<typeof srr | typeof subsetSelection>, people: number) {
  const K = mechanism.categories
  const truth = createAlias(drawDirichlet(rng, new Float64Array(K).fill(1), new Float64Array(K)))
  const tally = createTally(K)
  for (let i = 0; i < people; i++) tally.add(mechanism, mechanism.respond(truth.draw(rng), rng))
  return tally
}

test('no θ of a fine grid is better by more than the certificate says, for two and three categories', () => {
  const rng = stream(1, 'grid')
  for (let trial = 0; trial < 150; trial++) {
    const K = 2 + rng.integer(2)
    const tally = tallyOf(randomEntries(rng, K, 1 + rng.integer(20), [0.5, 5, 50][rng.integer(3)]))
    const pseudo = randomPseudo(rng, K)
    const { theta, optimality } = maximize(tally, pseudo)
    const value = objective(tally, pseudo, theta)
    expect(optimality).toBeLessThanOrEqual(1.1e-7)
    const cells = K === 2 ? 2000 : 60
    let best = -Infinity
    for (let i = 0; i <= cells; i++) {
      for (let j = 0; j <= (K === 2 ? 0 : cells - i); j++) {
        const rest = cells - i - j
        const point = Float64Array.from(K === 2 ? [i, rest] : [i, j, rest], count => count / cells)
        best = Math.max(best, objective(tally, pseudo, point))
      }
    }
    expect(best - value).toBeLessThanOrEqual(optimality + 1e-12 * Math.abs(value))
  }
})

test('it is where plain EM goes, and no EM iterate is better by more than the certificate says', () => {
  const rng = stream(1, 'em')
  const differences: number[] = []
  for (let trial = 0; trial < 60; trial++) {
    const K = 2 + rng.integer(9)
    const entries = randomEntries(rng, K, 40, 6)
    const tally = tallyOf(entries)
    const pseudo = randomPseudo(rng, K)
    const { theta, optimality } = maximize(tally, pseudo)
    const limit = plainEm(entries, pseudo, 3000)
    const value = objective(tally, pseudo, theta)
    expect(objective(tally, pseudo, limit) - value).toBeLessThanOrEqual(optimality + 1e-12 * Math.abs(value))
    differences.push(totalVariation(theta, limit))
  }
  // EM itself may not have converged yet.
  expect(differences.sort((a, b) => a - b)[40]).toBeLessThan(1e-5)
  expect(differences.at(-1)).toBeLessThan(0.02)
})

test('the certificate bounds the shortfall of a maximum that was given up early, and is hardly ever idle', () => {
  const rng = stream(1, 'early')
  let attained = 0
  for (let trial = 0; trial < 300; trial++) {
    const K = 2 + rng.integer(9)
    const tally = tallyOf(randomEntries(rng, K, 30, 6))
    const pseudo = randomPseudo(rng, K)
    const best = objective(tally, pseudo, maximize(tally, pseudo).theta)
    const { theta, optimality } = maximize(tally, pseudo, 10)
    const shortfall = best - objective(tally, pseudo, theta)
    expect(optimality).toBeLessThanOrEqual(10 + 1e-9)
    expect(shortfall).toBeLessThanOrEqual(optimality + 1e-7)
    // The twin claims a hundredth of the bound.
    if (shortfall > optimality / 100) attained++
  }
  expect(attained).toBeGreaterThan(200)
})

test.each([
  ['srr', 20, 0.1, 10_000],
  ['srr', 100, 0.001, 10_000],
  ['srr', 100, 0.1, 10_000],
  ['srr', 100, 0.5, 10_000],
  ['srr', 100, 6, 10_000],
  ['srr', 1000, 0.5, 10_000],
  ['subset selection', 100, 0.1, 1000],
  ['subset selection', 30, 4, 3000],
] as const)(
  'with %s of %d categories at ε = %d the certificate is 1e-7 nats after 40 steps at most',
  (name, K, epsilon, people) => {
    const options = { categories: K, epsilon }
    const mechanism = name === 'srr' ? srr(options) : subsetSelection(options)
    const { theta, optimality, iterations } = maximumLikelihood(
      answersOf(stream(1, name, K, epsilon), mechanism, people),
    )
    expect(optimality).toBeLessThanOrEqual(1.1e-7)
    expect(iterations).toBeLessThanOrEqual(40)
    expect(Math.abs(theta.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-12)
  },
)

test('any collection is solved within 60 steps: ε up to 700, up to 1e9 people, pseudo-counts from 0 to 1e6', () => {
  const rng = stream(1, 'any')
  for (let trial = 0; trial < 2000; trial++) {
    const K = 2 + rng.integer(20)
    const factor = 10 ** rng.integer(8)
    const entries = randomEntries(rng, K, 1 + rng.integer(50), [0.01, 1, 30, 700][rng.integer(4)])
    const tally = tallyOf(
      entries.map(([mechanism, response, count]) => [mechanism, response, factor * count]),
    )
    const pseudo = randomPseudo(rng, K).map(value => value * 10 ** rng.integer(5))
    const { theta, optimality, iterations } = maximize(tally, pseudo)
    const total = tally.size + pseudo.reduce((sum, value) => sum + value, 0)
    expect(optimality).toBeLessThanOrEqual(1e-7 + 1e-13 * total)
    expect(iterations).toBeLessThanOrEqual(60)
    expect(theta.every(value => value >= 0 && value <= 1)).toBe(true)
  }
})

test('with SRR and two categories it is the clipped share, debiased', () => {
  const mechanism = srr({ categories: 2, epsilon: Math.log(3) })
  for (const [zeros, share] of [
    [0, 0],
    [20, 0],
    [30, 0.1],
    [50, 0.5],
    [74, 0.98],
    [90, 1],
  ]) {
    const tally = tallyOf([
      [mechanism, 0, zeros],
      [mechanism, 1, 100 - zeros],
    ])
    expect(Math.abs(maximumLikelihood(tally).theta[0] - share)).toBeLessThan(1e-6)
  }
})

test('a prior adds ρ − 1 pseudo-counts: with answers that say all, θ is (N + ρ − 1)/(n + Σ(ρ − 1))', () => {
  const mechanism = mechanismOf(
    [0, 1, 2].map(y => denseColumn(Float64Array.from([0, 1, 2], x => (x === y ? 0 : -Infinity)))),
  )
  const counts = drawMultinomial(stream(1, 'counts'), 50, [1, 2, 3], new Float64Array(3))
  const tally = tallyOf([0, 1, 2].map(y => [mechanism, y, counts[y]]))
  const { theta } = maximumLikelihood(tally, { prior: [1, 1.5, 4] })
  expect(totalVariation(theta, normalised(counts.map((count, x) => count + [0, 0.5, 3][x])))).toBeLessThan(
    1e-6,
  )
})

test('answers of ε = 700, of which only one category could have given each, are believed', () => {
  const mechanism = srr({ categories: 5, epsilon: 700 })
  const tally = tallyOf([
    [mechanism, 1, 3e8],
    [mechanism, 4, 7e8],
  ])
  expect(totalVariation(maximumLikelihood(tally).theta, [0, 0.3, 0, 0, 0.7])).toBeLessThan(1e-9)
})

test('of nothing at all the maximum is the uniform law, or the prior’s mode', () => {
  expect(maximumLikelihood(createTally(4))).toEqual({
    theta: new Float64Array(4).fill(0.25),
    optimality: 0,
    iterations: 0,
  })
  const { theta } = maximumLikelihood(createTally(3), { prior: [1, 2, 4] })
  expect(totalVariation(theta, [0, 0.25, 0.75])).toBeLessThan(1e-7)
})

test('answers that say nothing leave θ uniform', () => {
  const tally = tallyOf([[mechanismOf([denseColumn(new Float64Array(3))]), 0, 1000]])
  expect(totalVariation(maximumLikelihood(tally).theta, [1 / 3, 1 / 3, 1 / 3])).toBeLessThan(1e-12)
})

test.each([
  [0.5, /^prior must be at least 1.*got 0\.5/],
  [[1, 0.99, 1], /^prior must be at least 1.*got 0\.99/],
  [Number.NaN, /^prior must be/],
  [Infinity, /^prior must be/],
  [1e300, /^prior must be a number from 1e-100 to 1e\+100/],
  [[1, 1], /^prior must be .* 3 of them/],
])('a prior of %j is refused', (prior, message) => {
  expect(() => maximumLikelihood(createTally(3), { prior })).toThrow(RangeError)
  expect(() => maximumLikelihood(createTally(3), { prior })).toThrow(message)
})
