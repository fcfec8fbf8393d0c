import { expect, test } from 'vitest'
import type { GroupGoal } from '../../src/goal/group-goal.ts'
import { groupAnswerText, readGroupGoal } from '../../src/sweep/group-goal-text.ts'

const CATEGORIES = ['well', 'ill', 'a:b', 'a']
const GROUPS = ['north', 'south', 'b', 'b:north']
const read = (text: string) => readGroupGoal(text, CATEGORIES, GROUPS)
const groups = (g: string, h: string) => ({ compare: { groups: [g, h] as const } })

test.each<[string, GroupGoal]>([
  ['within:ill:north:0.03', { category: 1, group: 'north', within: 0.03 }],
  ['within:a:b:south:0.03', { category: 2, group: 'south', within: 0.03 }],
  ['compare:ill:north:south', { category: 1, ...groups('north', 'south') }],
  ['compare:well:south:north:0.05', { category: 0, ...groups('south', 'north'), margin: 0.05 }],
  ['compare:a:b:north:0.05', { category: 3, ...groups('b', 'north'), margin: 0.05 }],
])('%s is a goal', (text, goal) => {
  expect(read(text)).toEqual(goal)
})

test.each([
  ['within:a:b:north:0.03', 'goal must be readable in one way'],
  ['within:ill:0.03', 'goal must be within:CATEGORY:GROUP:WIDTH or compare:CATEGORY:GROUP:GROUP[:MARGIN]'],
  ['above:ill:0.03', 'goal must be within:CATEGORY:GROUP:WIDTH'],
  ['compare:ill:north', 'goal must be within:CATEGORY:GROUP:WIDTH'],
  ['within:dead:north:0.03', 'a category of the goal must be one of the categories "well", "ill"'],
  ['within:ill:west:0.03', 'goal.group must be one of north, south, b, b:north; got "west"'],
  ['within:ill:north:wide', 'goal.within must be a number above 0 and below 1; got NaN'],
  ['compare:ill:north:south:much', 'goal.margin must be a number above 0 and below 1; got NaN'],
  ['compare:ill:north:north', 'goal.compare.groups must be two different groups'],
])('%s is refused in a sentence', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('answers are frequencies, names, or a tie', () => {
  expect([0.25, 'north', 'tie'].map(groupAnswerText)).toEqual(['0.2500', 'north', 'tie'])
})
