import { expect, test } from 'vitest'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { readGoal } from '../../src/sweep/goal-text.ts'
import { numericAnswerText, readNumericGoal } from '../../src/sweep/numeric-goal-text.ts'

const range = orderedQuestion({ from: 0, to: 120, bins: 120 })

test.each([
  ['quantile:0.5:1', { quantile: 0.5, within: 1 }],
  ['mean:1', { mean: true, within: 1 }],
  ['above:40:0.3', { above: { value: 40, threshold: 0.3 } }],
])('%s is a goal about numbers', (text, goal) => {
  expect(readNumericGoal(text, range)).toEqual(goal)
})

test.each([
  'within:3:0.1',
  'top:3',
  'quantile:2:1',
  'quantile:0.5',
  'mean:',
  'mean:1:2',
  'above:40.5:0.3',
  'x',
])('%s is none', text => expect(() => readNumericGoal(text, range)).toThrow(RangeError))

test('goals about numbers are none about categories', () => {
  expect(() => readGoal('mean:1', 3)).toThrow('goal must be within:CATEGORY:WIDTH')
  expect(() => readGoal('quantile:0.5:1', 3)).toThrow('goal must be within:CATEGORY:WIDTH')
})

test('answers are told in the units of the range, or in words', () => {
  expect(numericAnswerText({ mean: true, within: 1 }, 40.123456789)).toBe('40.1235')
  expect(numericAnswerText({ above: { value: 40, threshold: 0.3 } }, false)).toBe('not above')
})
