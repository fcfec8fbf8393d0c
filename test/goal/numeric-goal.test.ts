import { expect, test } from 'vitest'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { requireNumericGoal } from '../../src/goal/numeric-goal.ts'

const range = orderedQuestion({ edges: [0, 4, 6, 16] })

test('an interval has any width up to twice that of the range', () => {
  for (const within of [1e-6, 1, 3, 16]) {
    expect(requireNumericGoal({ quantile: 0.5, within }, range)).toEqual({ quantile: 0.5, within })
    expect(requireNumericGoal({ mean: true, within }, range)).toEqual({ mean: true, within })
  }
  for (const within of [16.01, 0, -1, Number.NaN]) {
    expect(() => requireNumericGoal({ quantile: 0.5, within }, range)).toThrow(/^goal.within must be/)
    expect(() => requireNumericGoal({ mean: true, within }, range)).toThrow(/^goal.within must be/)
  }
})

test('a share is about an edge inside the range, or its upper end', () => {
  const about = (value: number) => requireNumericGoal({ above: { value, threshold: 0.5 } }, range)
  for (const value of [4, 6, 16]) expect(about(value)).toEqual({ above: { value, threshold: 0.5 } })
  expect(() => about(0)).toThrow(
    'goal.above.value must be a value that some have, and others not: inside the range, or its upper end',
  )
  expect(() => about(5)).toThrow('the two nearest are 4 and 6')
})
