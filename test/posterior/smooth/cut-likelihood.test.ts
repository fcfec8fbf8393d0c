import { expect, test } from 'vitest'
import { columnValues } from '../../../src/mechanism/column.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { arcPartitions } from '../../../src/mechanism/partitions.ts'
import { publicPrior } from '../../../src/mechanism/public-prior.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { ExactLogLikelihood } from '../../../src/posterior/likelihood/log-likelihood.ts'
import { CutLikelihood } from '../../../src/posterior/smooth/cut-likelihood.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'
import { drawDirichlet } from '../../../src/random/dirichlet.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 30
const rng = stream(1, 'cuts')
const arcs = (epsilon: number) =>
  localHashing({ categories: K, epsilon, buckets: 4, partitions: arcPartitions(K, 4) })
const prior = Float64Array.from({ length: K }, (_, x) => x + 1)

test.each([
  ['arcs', [arcs(1)]],
  ['arcs at a level where differences would lose digits', [arcs(30)]],
  ['other channels', [srr({ categories: K, epsilon: 2 }), publicPrior({ prior, epsilon: 1 })]],
  ['all of them together', [arcs(1), arcs(20), srr({ categories: K, epsilon: 0.5 })]],
])('answers to %s have the value and the gradient of the plain likelihood, to 1e-9', (_, mechanisms) => {
  const tally = createTally(K)
  for (let i = 0; i < 500; i++) {
    const mechanism = mechanisms[i % mechanisms.length]
    tally.add(mechanism, mechanism.respond(rng.integer(K), rng))
  }
  const plain = new ExactLogLikelihood(tally)
  const cut = new CutLikelihood(tally)
  for (const concentration of [1, 0.1]) {
    const theta = drawDirichlet(rng, new Float64Array(K).fill(concentration), new Float64Array(K))
    const [one, other] = [new Float64Array(K), new Float64Array(K)]
    const value = plain.evaluate(theta, one)
    expect(Math.abs(cut.evaluate(theta, other) - value)).toBeLessThan(1e-9 * Math.abs(value))
    expect(cut.value(theta)).toBe(cut.evaluate(theta, other))
    const scale = Math.max(...one.map(Math.abs))
    one.forEach((score, x) => {
      expect(Math.abs(other[x] - score)).toBeLessThan(1e-9 * scale)
    })
  }
  expectSumsThroughColumns(tally, cut)
  expectSameAround(cut)
  // The tally may grow.
  tally.add(arcs(1), 3, 7)
  const theta = new Float64Array(K).fill(1 / K)
  expect(cut.value(theta)).toBeCloseTo(plain.value(theta), 8)
})

/** Sums of each column times functions of the cells are the plain ones. */
function expectSumsThroughColumns(tally: Tally, cut: CutLikelihood) {
  const functions = Array.from({ length: 3 }, () => Float64Array.from({ length: K }, () => rng.uniform()))
  const sums = new Float64Array((K + 1) * functions.length)
  functions.forEach((f, j) => {
    for (let x = 0; x < K; x++) sums[(x + 1) * functions.length + j] = sums[x * functions.length + j] + f[x]
  })
  const out = new Float64Array(functions.length)
  for (let c = 0; c < tally.distinct; c++) {
    cut.throughColumn(c, sums, out)
    const column = columnValues(tally.table.column(c))
    functions.forEach((f, j) => {
      const plain = f.reduce((sum, value, x) => sum + value * column[x], 0)
      expect(Math.abs(out[j] - plain)).toBeLessThan(1e-9 * plain)
    })
  }
}

/** What is inside with two end cells of some weight is the law that all of them are. */
function expectSameAround(cut: CutLikelihood) {
  const inside = drawDirichlet(rng, new Float64Array(K - 2).fill(1), new Float64Array(K - 2))
  const valueAt = cut.atomsAround(Float64Array.of(0, ...inside, 0))
  const around = [
    [1e-9, 0.2],
    [3, 0.01],
  ].map(([below, above]) => valueAt(below, above))
  const plain = [
    [1e-9, 0.2],
    [3, 0.01],
  ].map(([below, above]) =>
    cut.value(Float64Array.of(below, ...inside, above).map(weight => weight / (below + 1 + above))),
  )
  expect(around[0]).toBeCloseTo(plain[0], 6)
  expect(around[1]).toBeCloseTo(plain[1], 6)
}
