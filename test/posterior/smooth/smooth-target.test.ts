import { expect, test } from 'vitest'
import { columnValues } from '../../../src/mechanism/column.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { arcPartitions } from '../../../src/mechanism/partitions.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { Basis } from '../../../src/posterior/smooth/basis.ts'
import { CutLikelihood } from '../../../src/posterior/smooth/cut-likelihood.ts'
import { hyperGrid } from '../../../src/posterior/smooth/hyper-grid.ts'
import { SmoothTarget } from '../../../src/posterior/smooth/smooth-target.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

const K = 19
const rng = stream(1, 'target')
const tally = createTally(K)
const mechanisms = [
  localHashing({ categories: K, epsilon: 1, buckets: 4, partitions: arcPartitions(K, 4) }),
  srr({ categories: K, epsilon: 20 }),
]
for (let i = 0; i < 300; i++) tally.add(mechanisms[i % 2], mechanisms[i % 2].respond(rng.integer(K), rng))
const basis = new Basis(K - 2)
const point = hyperGrid(basis.size)[9]
const target = new SmoothTarget(basis, new CutLikelihood(tally), point)
const n = target.dimension
const z = Float64Array.from({ length: n }, (_, j) => (j < basis.size ? rng.uniform() - 0.5 : -2))

test('a function of the basis has the values that combining it alone has', () => {
  const out = new Float64Array(K - 2)
  for (let j = 0; j < basis.size; j++) {
    const unit = new Float64Array(basis.size)
    unit[j] = 1
    basis.combine(unit, out)
    out.forEach((value, i) => {
      expect(basis.value(j, i)).toBeCloseTo(value, 14)
    })
  }
})

test('projecting is the transpose of combining', () => {
  const weights = Float64Array.from({ length: K - 2 }, () => rng.uniform())
  const [combined, projected] = [new Float64Array(K - 2), new Float64Array(basis.size)]
  basis.combine(z, combined)
  basis.project(weights, projected)
  const dot = (a: Float64Array, b: Float64Array) => b.reduce((sum, value, i) => sum + a[i] * value, 0)
  expect(dot(combined, weights)).toBeCloseTo(dot(z, projected), 10)
})

test('the gradient is that of differences, to a millionth of a hundred or of themselves', () => {
  const gradient = new Float64Array(n)
  target.evaluate(z, gradient)
  gradient.forEach((slope, j) => {
    const moved = (by: number) => target.value(z.map((value, i) => (i === j ? value + by : value)))
    const rise = (moved(1e-5) - moved(-1e-5)) / 2e-5
    expect(Math.abs(rise - slope)).toBeLessThan(1e-6 * Math.max(100, Math.abs(slope)))
  })
})

test('the precision is that of each column by itself, pulled back', () => {
  const theta = target.law(z, new Float64Array(K))
  const expected = new Float64Array(n * n)
  for (let j = 0; j < n; j++) expected[j * n + j] = point.precision[j]
  const row = new Float64Array(n)
  for (let c = 0; c < tally.distinct; c++) {
    const column = columnValues(tally.table.column(c))
    const g = column.reduce((sum, value, x) => sum + value * theta[x], 0)
    target.pullBack(column, row, theta)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) expected[i * n + j] += (tally.counts[c] * row[i] * row[j]) / (g * g)
    }
  }
  const scale = Math.max(...expected)
  target.precisionAt(tally, z).forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(1e-9 * scale)
  })
})
