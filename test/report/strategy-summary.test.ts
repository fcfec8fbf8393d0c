import { expect, test } from 'vitest'
import { pairedDifferences, summarizeRuns } from '../../src/report/strategy-summary.ts'
import { comparisonRows } from '../support/comparison.ts'

const ROWS = comparisonRows({
  '1': { srr: [0.1, 0.2, 0.6], fisher: [0.05, 0.15, 0.4] },
  '2': { srr: [0.5], fisher: [0.25] },
})

test('runs are summarized by level and strategy: means, the standard error of the mean, the largest audited level', () => {
  const [srr, fisher, single] = summarizeRuns(ROWS)
  expect(srr).toMatchObject({
    epsilon: 1,
    strategy: 'srr',
    runs: 3,
    meanSubsetSize: 1,
    auditedEpsilon: 1,
    seconds: 2,
  })
  expect(srr.totalVariation.mean).toBeCloseTo(0.3, 12)
  // √(((0.2² + 0.1² + 0.3²) / 2) / 3)
  expect(srr.totalVariation.standardError).toBeCloseTo(Math.sqrt(0.14 / 6), 12)
  expect(fisher.totalVariation.mean).toBeCloseTo(0.2, 12)
  expect(single.totalVariation).toEqual({ mean: 0.5, standardError: null })
})

test('differences are paired by run, so that what both runs share drops out of the error', () => {
  const [one, two] = pairedDifferences(ROWS, 'srr')
  expect(one).toMatchObject({ epsilon: 1, strategy: 'fisher', runs: 3 })
  expect(one.difference.mean).toBeCloseTo(-0.1, 12)
  // Of −0.05, −0.05 and −0.2.
  expect(one.difference.standardError).toBeCloseTo(0.05, 12)
  expect(two).toEqual({
    epsilon: 2,
    strategy: 'fisher',
    runs: 1,
    difference: { mean: -0.25, standardError: null },
  })
})

test('the order of the rows does not matter for the pairs', () => {
  const [one] = pairedDifferences([...ROWS].reverse(), 'srr').filter(row => row.epsilon === 1)
  expect(one.difference.standardError).toBeCloseTo(0.05, 12)
})

test('a reference that was not played in a run is refused', () => {
  expect(() => pairedDifferences(ROWS, 'mse')).toThrow(RangeError)
  expect(() => pairedDifferences(ROWS.slice(1), 'srr')).toThrow(/epsilon 1 in run 1/)
})
