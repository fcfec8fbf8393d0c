import { expect, test } from 'vitest'
import { type GroupGoal, isRightOfGroups } from '../../src/goal/group-goal.ts'

const LAWS: Record<string, readonly number[]> = { north: [0.75, 0.25], south: [0.5, 0.5], east: [0.5, 0.5] }
const law = (group: string) => LAWS[group]

const comparing = (pair: [string, string], margin?: number): GroupGoal => ({
  category: 0,
  compare: { groups: pair },
  ...(margin !== undefined && { margin }),
})

test('the right group is the one in which the category is more frequent', () => {
  for (const pair of [
    ['north', 'south'],
    ['south', 'north'],
  ] as [string, string][]) {
    expect(isRightOfGroups(comparing(pair), 'north', law)).toBe(true)
    expect(isRightOfGroups(comparing(pair), 'south', law)).toBe(false)
  }
  expect(isRightOfGroups({ ...comparing(['north', 'south']), category: 1 }, 'south', law)).toBe(true)
})

test('a tie is right where frequencies differ by less than the margin, and never without one', () => {
  expect(isRightOfGroups(comparing(['north', 'south'], 0.3), 'tie', law)).toBe(true)
  expect(isRightOfGroups(comparing(['north', 'south'], 0.25), 'tie', law)).toBe(false)
  expect(isRightOfGroups(comparing(['south', 'east'], 0.1), 'tie', law)).toBe(true)
  expect(isRightOfGroups(comparing(['south', 'east']), 'tie', law)).toBe(false)
  for (const group of ['south', 'east']) {
    expect(isRightOfGroups(comparing(['south', 'east']), group, law)).toBe(false)
  }
})

test('a frequency is right up to its margin', () => {
  const goal: GroupGoal = { category: 0, group: 'north', within: 0.125 }
  expect(isRightOfGroups(goal, 0.625, law)).toBe(true)
  expect(isRightOfGroups(goal, 0.875, law)).toBe(true)
  expect(isRightOfGroups(goal, 0.62, law)).toBe(false)
})
