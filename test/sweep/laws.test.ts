import { expect, test } from 'vitest'
import type { Setting } from '../../src/sweep/expansion.ts'
import { measuresOf } from '../../src/sweep/laws.ts'
import type { StoredLaw } from '../../src/sweep/run-row.ts'

const LAW: StoredLaw = {
  ...{ about: [], people: 10, truth: [0.5, 0.5], estimate: [0.7, 0.3] },
  ...{ lower: [0.6, 0.2], upper: [0.8, 0.5], separate: null, cramersV: null },
}
const OTHER: StoredLaw = {
  ...LAW,
  ...{ truth: [0.7, 0.2, 0.1], estimate: [0.7, 0.2, 0.1], lower: [0, 0, 0], upper: [1, 1, 1] },
}
const setting = {} as Setting

test('a measure is the mean over the laws, however many cells each has', () => {
  expect(measuresOf(setting, [LAW])).toEqual({
    totalVariation: expect.closeTo(0.2, 12),
    intervalWidth: expect.closeTo(0.25, 12),
    // The first truth is below its interval, the second at the upper end of its own.
    coverage: 0.5,
  })
  expect(measuresOf(setting, [LAW, OTHER])).toEqual({
    totalVariation: expect.closeTo(0.1, 12),
    intervalWidth: expect.closeTo(0.625, 12),
    coverage: 0.75,
  })
})

test('each kind of law has measures of its own, and none that does not suit', () => {
  const bare = { ...LAW, lower: null, upper: null }
  const separate = { estimate: [0.6, 0.4], lower: null, upper: null }
  const cramersV = { mean: 0.1, lower: 0, upper: 0.5, truth: 0.3 }
  const measured = (law: StoredLaw, given = setting) => measuresOf(given, [law])
  expect(Object.keys(measured(bare))).toEqual(['totalVariation'])
  expect(measured({ ...bare, separate }).separate).toBeCloseTo(0.1, 12)
  expect(measured({ ...bare, cramersV }).association).toBeCloseTo(0.2, 12)
  // Below, two bins of length 1, above: a fifth of the people are one unit too far left.
  const numbers = { ...bare, truth: [0, 0.5, 0.5, 0], estimate: [0, 0.7, 0.3, 0] }
  const question = { question: { from: 0, to: 2, bins: 2 } } as Setting
  expect(measured(numbers, question).wasserstein).toBeCloseTo(0.2, 12)
})
