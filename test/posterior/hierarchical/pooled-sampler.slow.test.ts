import { afterEach, expect, test, vi } from 'vitest'
import { exp } from '../../../src/elementary/exp.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { drawPooledPrior, type PooledPlace } from '../../../src/posterior/hierarchical/pooled-place.ts'
import { pooledSampler } from '../../../src/posterior/hierarchical/pooled-sampler.ts'
import { PooledTarget } from '../../../src/posterior/hierarchical/pooled-target.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { createAlias } from '../../../src/random/categorical.ts'
import { stream } from '../../../src/random/stream.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** More than are moved between two corrections. */
const K = 7
const SIZES = [5, 30, 80]
const STEPS = 4

/** Numbers whose laws are compared: of the pooling, of a cell, of how far groups differ. */
function numbersOf({ logAlpha, logTheta, logMean }: PooledPlace): number[] {
  const apart = Math.abs(exp(logTheta[0][0]) - exp(logTheta[2][0]))
  return [logAlpha, logAlpha ** 2, exp(2 * logTheta[1][0]), apart, exp(2 * logMean[0]), logAlpha * apart]
}

/**
 * Places that are drawn from the prior keep its law if people answer by them and the chain then makes steps given these answers. Returns
 * the largest distance, in standard errors, between the means of the numbers before and after, of pairs.
 */
function distance(epsilon: number, runs: number): number {
  const rng = stream(7, 'pooled', epsilon)
  const mechanism =
    epsilon < 1 ? srr({ categories: K, epsilon }) : subsetSelection({ categories: K, epsilon })
  const sums = new Float64Array(6)
  const squares = new Float64Array(6)
  for (let run = 0; run < runs; run++) {
    const truth: PooledPlace = {
      logAlpha: 0,
      logMean: new Float64Array(K),
      logTheta: SIZES.map(() => new Float64Array(K)),
      widths: [],
      tuning: [],
    }
    drawPooledPrior(rng, truth)
    const tallies = SIZES.map((size, g) => {
      const tally = createTally(K)
      const people = createAlias(truth.logTheta[g].map(exp))
      for (let i = 0; i < size; i++) tally.add(mechanism, mechanism.respond(people.draw(rng), rng))
      return tally
    })
    const sampler = pooledSampler(tallies, 0)
    const place = sampler.init(rng)
    place.logAlpha = truth.logAlpha
    place.logMean.set(truth.logMean)
    truth.logTheta.forEach((row, g) => {
      place.logTheta[g].set(row)
    })
    const before = numbersOf(truth)
    for (let i = 0; i < STEPS; i++) sampler.step(rng, place)
    numbersOf(place).forEach((value, i) => {
      sums[i] += value - before[i]
      squares[i] += (value - before[i]) ** 2
    })
  }
  const errors = Array.from(sums, (sum, i) => Math.abs(sum) / Math.sqrt(squares[i]))
  return Math.max(...errors)
}

// Six numbers, 5.3 standard errors: false alarm below 1e-6.
test.each([0.5, 3])(
  'steps leave the posterior as it is, at ε = %d',
  epsilon => {
    expect(distance(epsilon, 1500)).toBeLessThan(5.3)
  },
  120_000,
)

// Without any of it, the law would be improper, and α would run away.
test('moves that leave out a tenth of the normaliser of the Dirichlet laws are noticed', () => {
  const { normaliser } = PooledTarget.prototype
  vi.spyOn(PooledTarget.prototype, 'normaliser').mockImplementation(function (this: PooledTarget, ...at) {
    return 0.9 * normaliser.apply(this, at)
  })
  expect(distance(0.5, 800)).toBeGreaterThan(5.3)
}, 120_000)

// Without any of it, α would run away.
test('a stretch that leaves out a tenth of the factor of its volume is noticed', () => {
  const { volume } = PooledTarget.prototype
  vi.spyOn(PooledTarget.prototype, 'volume').mockImplementation(function (this: PooledTarget, s) {
    return 0.9 * volume.call(this, s)
  })
  expect(distance(0.5, 800)).toBeGreaterThan(5.3)
}, 120_000)

test('moves of the parameters that forget that their sum moves as well are noticed', () => {
  const { shapes } = PooledTarget.prototype
  vi.spyOn(PooledTarget.prototype, 'shapes').mockImplementation(function (this: PooledTarget, ...at) {
    return shapes.apply(this, at) + at[0]
  })
  expect(distance(0.5, 800)).toBeGreaterThan(5.3)
}, 120_000)
