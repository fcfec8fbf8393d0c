import { expect, test, vi } from 'vitest'
import { type Column, columnSpread, columnValues, denseColumn } from '../../../src/mechanism/column.ts'
import { hadamard } from '../../../src/mechanism/hadamard.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import type { Mechanism } from '../../../src/mechanism/mechanism.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { subsetSelection } from '../../../src/mechanism/subset-selection.ts'
import { unaryEncoding } from '../../../src/mechanism/unary-encoding.ts'
import { Likelihood } from '../../../src/posterior/tally/likelihood.ts'
import { SetStore } from '../../../src/posterior/tally/set-store.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'
import {
  denseGradientPhi,
  denseLog,
  denseLogLikelihood,
  deviation,
  mechanismOf,
  normalised,
  randomAnswer,
  randomEntries,
  randomTheta,
  tallyOf,
} from '../../support/tally.ts'

test('levels give the same likelihood and gradient as dense columns in 5,000 random cases, ε up to 60', () => {
  const rng = stream(1, 'levels and dense')
  let worst = 0
  let worstGradient = 0
  let twin = 0
  for (let trial = 0; trial < 5000; trial++) {
    const K = 2 + rng.integer(11)
    const [mechanism, response] = randomAnswer(rng, K, 60)
    const tally = tallyOf([[mechanism, response, 1]])
    const theta = normalised(randomTheta(rng, K))
    const column = mechanism.column(response)
    const log = denseLog(column, theta)
    worst = Math.max(worst, Math.abs(tally.logLikelihood(theta) - log) / Math.max(1, Math.abs(log)))
    twin = Math.max(twin, Math.abs(cancelling(column, theta) - log) / Math.max(1, Math.abs(log)))
    const dense = denseGradientPhi([[mechanism, response, 1]], theta)
    const fast = tally.gradientPhi(theta)
    dense.forEach((value, i) => {
      worstGradient = Math.max(worstGradient, Math.abs(fast[i] - value) / (2 + value))
    })
  }
  expect(worst).toBeLessThan(1e-13)
  expect(worstGradient).toBeLessThan(1e-12)
  expect(twin).toBeGreaterThan(0.1)
})

test('so do the answers of unary encoding, Hadamard response and local hashing, flat ones included', () => {
  const rng = stream(1, 'sets and halves')
  let flat = 0
  for (let trial = 0; trial < 1000; trial++) {
    const categories = 2 + rng.integer(8)
    const epsilon = 60 * (1 - rng.uniform()) ** 2
    const partitions = [Array.from({ length: categories }, () => rng.integer(3))]
    const mechanisms = [
      unaryEncoding({ categories, epsilon }),
      hadamard({ categories, epsilon }),
      localHashing({ categories, epsilon, buckets: 3, partitions }),
    ]
    const mechanism: Mechanism = mechanisms[trial % 3]
    const responses = Array.from(mechanism.responses())
    const entries = Array.from({ length: 5 }, () => {
      return [mechanism, responses[rng.integer(responses.length)], 1 + rng.integer(9)] as const
    })
    flat += entries.filter(([, response]) => columnSpread(mechanism.column(response)).logRatio === 0).length
    const theta = normalised(randomTheta(rng, categories))
    const tally = tallyOf(entries)
    expect(tally.logLikelihood(theta) / denseLogLikelihood(entries, theta)).toBeCloseTo(1, 12)
    const dense = denseGradientPhi(entries, theta)
    tally.gradientPhi(theta).forEach((value, i) => {
      expect(Math.abs(value - dense[i])).toBeLessThan(1e-11 * (100 + Math.abs(dense[i])))
    })
  }
  expect(flat).toBeGreaterThan(100)
})

test('weights of either sign are added on the shorter sides of sets: the longer ones of a million would be gigabytes', () => {
  const rng = stream(1, 'signs')
  const mechanism = subsetSelection({ categories: 40, epsilon: 2 })
  const tally = createTally(40)
  for (let i = 0; i < 50; i++) tally.add(mechanism, mechanism.respond(i % 40, rng))
  const weights = Float64Array.from({ length: tally.distinct }, () => rng.uniform() - 0.5)
  const listed = vi.spyOn(SetStore.prototype, 'outside')
  const found = new Float64Array(40)
  const likelihood = new Likelihood(tally.table)
  likelihood.sumSets(new Float64Array(40).fill(1 / 40))
  likelihood.combine(weights, found)
  expect(listed).not.toHaveBeenCalled()
  const columns = tally.table.mapColumns(columnValues)
  for (let x = 0; x < 40; x++) {
    expect(found[x]).toBeCloseTo(
      columns.reduce((sum, values, c) => sum + weights[c] * values[x], 0),
      12,
    )
  }
})

/** The twin computes the mass outside the set as one minus that inside, so that the digits cancel. */
function cancelling(column: Column, theta: Float64Array): number {
  if (column.kind === 'dense') return denseLog(column, theta)
  const { base, level, set, logScale, point, peak } = column
  const under = point >= 0 && set.includes(point) ? level : base
  const inside = set.reduce((total, x) => total + theta[x], 0)
  const own = point >= 0 ? theta[point] : 0
  return logScale + Math.log(base + (level - base) * inside + (peak - under) * own)
}

test('the likelihood of thousands of answers is that of their dense columns', () => {
  const rng = stream(1, 'many answers')
  for (const K of [2, 5, 40]) {
    const entries = randomEntries(rng, K, 2000, 5)
    const tally = tallyOf(entries)
    const theta = normalised(randomTheta(rng, K, 0.3))
    const count = entries.reduce((total, [, , n]) => total + n, 0)
    expect(tally.size).toBe(count)
    expect(tally.logLikelihood(theta) / denseLogLikelihood(entries, theta)).toBeCloseTo(1, 12)
    expect(deviation(tally.gradientPhi(theta), denseGradientPhi(entries, theta))).toBeLessThan(1e-11)
  }
})

test('the squares of relative likelihoods are those of the dense columns, whatever the levels', () => {
  const rng = stream(1, 'squares')
  for (let trial = 0; trial < 500; trial++) {
    const K = 2 + rng.integer(9)
    const tally = tallyOf(randomEntries(rng, K, 6, 8))
    const theta = normalised(randomTheta(rng, K, 1))
    const likelihood = new Likelihood(tally.table)
    const g = new Float64Array(tally.distinct)
    likelihood.evaluate(theta, g)
    const squares = new Float64Array(K)
    likelihood.addSquares(tally.counts, g, squares)
    const dense = new Float64Array(K)
    tally.table.mapColumns((column, c) => {
      columnValues(column).forEach((value, x) => {
        dense[x] += tally.counts[c] * (value / g[c]) ** 2
      })
    })
    const largest = Math.max(...dense)
    expect(Math.max(...squares.map((value, x) => Math.abs(value - dense[x]) / largest))).toBeLessThan(1e-12)
  }
})

test('at ε = 800, where the probabilities underflow, the log-likelihood keeps its digits', () => {
  const tally = createTally(3)
  tally.add(srr({ categories: 3, epsilon: 800 }), 1, 5)
  expect(tally.logLikelihood([1, 0, 0])).toBe(-4000)
  expect(tally.logLikelihood([0, 1, 0])).toBe(0)
  expect(tally.logLikelihood([0.5, 1e-320, 0.5])).toBeCloseTo(5 * Math.log(1e-320), 6)
})

test('an answer that is impossible under θ makes the log-likelihood −Infinity', () => {
  const certain = mechanismOf([denseColumn(Float64Array.of(0, -Infinity, -1))])
  const tally = tallyOf([[certain, 0, 2]])
  expect(tally.logLikelihood([0, 1, 0])).toBe(-Infinity)
  expect(tally.logLikelihood([0, 0, 1])).toBe(-2)
})
