import { expect, test } from 'vitest'
import { differenceLegend } from '../../src/report/differences-told.ts'
import { pairedDifferences } from '../../src/report/strategy-summary.ts'
import { comparisonRows } from '../support/comparison.ts'

test('differences are told from none by Student’s law, at one rate for all of them', () => {
  const rows = comparisonRows({
    '1': {
      srr: [0.1, 0.2, 0.6, 0.3],
      // 0.1 less in each run, give or take 0.001.
      fisher: [0.001, 0.099, 0.501, 0.199],
      mse: [0.3, 0.1, 0.7, 0.2],
      same: [0.1, 0.2, 0.6, 0.3],
    },
  })
  const text = differenceLegend('srr', pairedDifferences(rows, 'srr'), false)
  expect(text).toBe(
    'difference ± SE: totalVariation minus that of srr in the same runs; negative is better\n' +
      '4 runs are too few to tell from srr: mse at epsilon 1, same at epsilon 1\n',
  )
})
