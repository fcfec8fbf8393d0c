import { expect, test } from 'vitest'
import { columnValues } from '../../../src/mechanism/column.ts'
import { localHashing } from '../../../src/mechanism/local-hashing.ts'
import { arcPartitions } from '../../../src/mechanism/partitions.ts'
import { srr } from '../../../src/mechanism/srr.ts'
import { Basis } from '../../../src/posterior/smooth/basis.ts'
import { CellLaw } from '../../../src/posterior/smooth/cell-law.ts'
import { CutLikelihood } from '../../../src/posterior/smooth/cut-likelihood.ts'
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
const law = new CellLaw(K - 2, 1)
const n = law.size
const c = Float64Array.from({ length: n }, (_, j) => (j < basis.size ? rng.uniform() - 0.5 : -2))
const theta = law.write(c, new Float64Array(K))
const dot = (a: Float64Array, b: Float64Array) => b.reduce((sum, value, i) => sum + a[i] * value, 0)

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
  basis.combine(c, combined)
  basis.project(weights, projected)
  expect(dot(combined, weights)).toBeCloseTo(dot(c, projected), 10)
})

test('pushing a direction forward is the difference of laws, and pulling back its transpose', () => {
  const direction = Float64Array.from({ length: n }, () => rng.uniform() - 0.5)
  const pushed = new Float64Array(K)
  law.pushForward(direction, theta, pushed)
  const at = (step: number) =>
    law.write(
      c.map((value, j) => value + step * direction[j]),
      new Float64Array(K),
    )
  const [up, down] = [at(1e-5), at(-1e-5)]
  pushed.forEach((value, x) => {
    expect((up[x] - down[x]) / 2e-5).toBeCloseTo(value, 8)
  })
  const weights = Float64Array.from({ length: K }, () => rng.uniform())
  const pulled = new Float64Array(n)
  law.pullBack(weights, theta, pulled)
  expect(dot(pushed, weights)).toBeCloseTo(dot(direction, pulled), 12)
})

test('the information is that of each column by itself, pulled back', () => {
  const expected = new Float64Array(n * n)
  const row = new Float64Array(n)
  for (let t = 0; t < tally.distinct; t++) {
    const column = columnValues(tally.table.column(t))
    const g = dot(column, theta)
    law.pullBack(column, theta, row)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) expected[i * n + j] += (tally.counts[t] * row[i] * row[j]) / (g * g)
    }
  }
  const scale = Math.max(...expected)
  law.information(tally, new CutLikelihood(tally), theta).forEach((value, i) => {
    expect(Math.abs(value - expected[i])).toBeLessThan(1e-9 * scale)
  })
})
