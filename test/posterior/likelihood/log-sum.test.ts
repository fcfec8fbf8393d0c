import { expect, test } from 'vitest'
import { levelColumn } from '../../../src/mechanism/own-column.ts'
import { LogSum } from '../../../src/posterior/likelihood/log-sum.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'
import { stream } from '../../../src/random/stream.ts'

test.each([
  ['all once', 1],
  ['a few times', 5],
  ['more often than there are columns', 1e6],
])('logarithms of columns that occurred %s are summed, also when the tally has grown', (_, most) => {
  const rng = stream(1, 'log sum', most)
  const categories = 200
  const tally = createTally(categories)
  const sum = new LogSum(tally)
  for (let round = 0; round < 3; round++) {
    for (let point = 0; point < categories - 10 * round; point++) {
      const column = levelColumn({ categories, logScale: 0, logBase: -1 - round, point, logPeak: 0 })
      tally.addColumn(column, 1 + rng.integer(most))
    }
    // Some values are so small that no two of them may be multiplied.
    const g = Float64Array.from({ length: tally.distinct }, () => 10 ** (-145 * rng.uniform() ** 4))
    let expected = 0
    for (let c = 0; c < tally.distinct; c++) expected += tally.counts[c] * Math.log(g[c])
    expect(Math.abs(sum.value(g) / expected - 1)).toBeLessThan(1e-13)
    g[7] = 0
    expect(sum.value(g)).toBe(-Infinity)
  }
})

test('the logarithms of columns with fractional counts, or with none, are summed', () => {
  const whole = createTally(3)
  for (const point of [0, 1, 2]) {
    whole.addColumn(levelColumn({ categories: 3, logScale: 0, logBase: -1, point, logPeak: 0 }), 1)
  }
  const tally = whole.withCounts(Float64Array.of(0.5, 0, 0.25))
  const sum = new LogSum(tally).value(Float64Array.of(0.2, 0.3, 0.4))
  expect(sum).toBeCloseTo(0.5 * Math.log(0.2) + 0.25 * Math.log(0.4), 14)
})
