import { describe, expect, test } from 'vitest'
import { type Goal, requireGoal } from '../../src/goal/goal.ts'
import { answerText, goalText, readGoal } from '../../src/sweep/goal-text.ts'

test.each<[string, Goal]>([
  ['within:3:0.03', { category: 3, within: 0.03 }],
  ['above:0:0.25', { above: { category: 0, threshold: 0.25 } }],
  ['compare:1:3', { compare: [1, 3] }],
  ['compare:1:3:0.01', { compare: [1, 3], margin: 0.01 }],
  ['top:2', { top: 2 }],
  ['top:2:0.01', { top: 2, margin: 0.01 }],
])('%s is a goal, and written so', (text, goal) => {
  expect(readGoal(text, 4)).toEqual(goal)
  expect(goalText(requireGoal(goal, 4))).toBe(text)
})

test.each<[unknown, RegExp]>([
  [3, /^goal must be within:CATEGORY:WIDTH, above:.* or top:K\[:MARGIN\]; got 3$/],
  ['within', /^goal must be within:/],
  ['within:3', /^goal must be within:/],
  ['beyond:3:0.1', /^goal must be within:/],
  ['top', /^goal must be within:/],
  ['top:1:', /^goal must be within:/],
  ['compare:1', /^goal must be within:/],
  ['compare:1:', /^goal.compare\[1\] must be a whole number from 0 to 3; got NaN$/],
  ['compare:1:2:', /^goal.margin must be/],
  ['compare:1:2:0.1:3', /^goal.compare\[1\] must be a whole number from 0 to 3; got NaN$/],
  ['within:4:0.1', /^goal.category must be a whole number from 0 to 3; got 4$/],
  ['within:3:wide', /^goal.within must be a number above 0 and below 1; got NaN$/],
  ['compare:1:1', /^goal.compare must be a list of two different categories/],
  ['top:4', /^goal.top must be a whole number from 1 to 3; got 4$/],
  ['top:1:2', /^goal.margin must be/],
])('%j is refused in a sentence', (text, message) => {
  expect(() => readGoal(text, 4)).toThrow(message)
})

describe('names of categories', () => {
  const names = ['Sales', 'Craft:repair', 'Craft', '', 'repair:0.1', 'a:b', 'c', 'a', 'b:c']
  const read = (text: string) => readGoal(text, names.length, names)

  test.each<[string, Goal]>([
    ['within:Craft:repair:0.2', { category: 1, within: 0.2 }],
    ['within::0.2', { category: 3, within: 0.2 }],
    ['above:a:b:0.2', { above: { category: 5, threshold: 0.2 } }],
    ['compare:Sales:Craft', { compare: [0, 2] }],
    ['compare:Sales:Craft:repair', { compare: [0, 1] }],
    ['compare:Craft:repair:Sales', { compare: [1, 0] }],
    ['compare:Craft:repair:a:b', { compare: [1, 5] }],
    ['compare:Craft:repair:a:b:0.05', { compare: [1, 5], margin: 0.05 }],
    ['compare:Sales:Craft:repair:0.1', { compare: [0, 1], margin: 0.1 }],
    ['compare:Sales:repair:0.1', { compare: [0, 4] }],
    ['compare:Sales:', { compare: [0, 3] }],
    ['compare::Sales', { compare: [3, 0] }],
    ['compare:Sales::0.1', { compare: [0, 3], margin: 0.1 }],
    ['compare:c:a:b', { compare: [6, 5] }],
  ])('may contain colons, or be empty: %s', (text, goal) => {
    expect(read(text)).toEqual(goal)
  })

  test('are told apart in one way only', () => {
    expect(() => read('compare:a:b:c')).toThrow(
      'goal must be readable in one way; the other order, or a margin, may tell; got "compare:a:b:c"',
    )
  })

  test.each(['compare:Sales:Crafts', 'compare:Sales:Crafts:repair', 'compare:x:y:z:0.1', 'within:x:y:0.2'])(
    'that no category has are refused: %s',
    text => {
      expect(() => read(text)).toThrow(
        /^a category of the goal must be one of the categories "Sales", "Craft:repair", "Craft", "", .* and 1 more; got /,
      )
    },
  )
})

test('answers are shown by the names of categories', () => {
  const nameOf = (x: number) => 'abcd'[x]
  expect(answerText({ category: 1, within: 0.1 }, 0.25, nameOf)).toBe('0.2500')
  expect(answerText({ above: { category: 1, threshold: 0.1 } }, false, nameOf)).toBe('not above')
  expect(answerText({ compare: [0, 1] }, 1, nameOf)).toBe('b')
  expect(answerText({ compare: [0, 1], margin: 0.1 }, 'tie', nameOf)).toBe('tie')
  expect(answerText({ top: 2 }, [0, 3], nameOf)).toBe('a, d')
})
