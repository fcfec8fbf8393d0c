import { expect, test } from 'vitest'
import {
  readOpenRecordsGoal,
  readRecordsGoal,
  recordsAnswerText,
  recordsGoalText,
} from '../../src/sweep/records-goal-text.ts'

const NAMES = ['age', 'sex', 'job: now']

test.each([
  ['associated:age:sex', { associated: ['age', 'sex'], threshold: 0.1 }],
  ['associated:sex:age:0.25', { associated: ['sex', 'age'], threshold: 0.25 }],
  ['associated:job: now:age', { associated: ['job: now', 'age'], threshold: 0.1 }],
  ['table:age:job: now:0.02', { table: ['age', 'job: now'], within: 0.02 }],
])('the text %s', (text, goal) => {
  const read = readRecordsGoal(text, NAMES)
  expect(read).toEqual(goal)
  expect(readRecordsGoal(recordsGoalText(read), NAMES)).toEqual(goal)
})

test.each([
  'associated:age',
  'table:age:sex',
  'associated:age:height',
  'associated:age:sex:0.1:2',
  'compare:age:sex',
  'top:1',
])('the text %s is refused', text => {
  expect(() => readRecordsGoal(text, NAMES)).toThrow(
    /^goal must be (table:QUESTION:QUESTION:WIDTH or associated|one of)/,
  )
})

test('the width of a table may be left open where it is solved for', () => {
  expect(readOpenRecordsGoal('table:age:sex', NAMES)).toEqual({ table: ['age', 'sex'] })
})

test('a question goes together with another one only', () => {
  expect(() => readRecordsGoal('associated:age:age', NAMES)).toThrow(/two different questions/)
  expect(() => readRecordsGoal('associated:age:sex:2', NAMES)).toThrow(/goal.threshold must be/)
})

test('answers are a word or two', () => {
  expect([true, false].map(recordsAnswerText)).toEqual(['associated', 'not associated'])
  expect(recordsAnswerText([[0.5, 0.2, 0.3]])).toBe('a table of 1 × 3')
})
