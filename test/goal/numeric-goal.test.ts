import { expect, test } from 'vitest'
import { requireNumericGoal } from '../../src/goal/numeric-goal.ts'
import { numericRange } from '../../src/numeric/range.ts'

const range = numericRange({ edges: [0, 4, 6, 16] })

test('an interval is from as wide as the narrowest bin to twice as wide as the range', () => {
  for (const within of [1, 3, 16]) {
    expect(requireNumericGoal({ quantile: 0.5, within }, range)).toEqual({ quantile: 0.5, within })
    expect(requireNumericGoal({ mean: true, within }, range)).toEqual({ mean: true, within })
  }
  for (const within of [0.99, 16.01, 0, Number.NaN]) {
    expect(() => requireNumericGoal({ quantile: 0.5, within }, range)).toThrow(/^goal.within must be/)
    expect(() => requireNumericGoal({ mean: true, within }, range)).toThrow(/^goal.within must be/)
  }
})

test('a share is about an edge inside the range, or its upper end', () => {
  const about = (value: number) => requireNumericGoal({ above: { value, threshold: 0.5 } }, range)
  for (const value of [4, 6, 16]) expect(about(value)).toEqual({ above: { value, threshold: 0.5 } })
  expect(() => about(0)).toThrow('goal.above.value must be an edge inside the range, or its upper end')
  expect(() => about(5)).toThrow('the two nearest are 4 and 6')
})
