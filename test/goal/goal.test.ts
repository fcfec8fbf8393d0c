import { expect, test } from 'vitest'
import { type Answer, type Goal, isRight, requireGoal } from '../../src/goal/goal.ts'

test.each<Goal>([
  { category: 3, within: 0.03 },
  { above: { category: 0, threshold: 0.25 } },
  { compare: [1, 3] },
  { compare: [1, 3], margin: 0.01 },
  { top: 2, margin: 0.01 },
])('a goal is taken as it is written: %j', goal => {
  expect(requireGoal(goal, 4)).toEqual(goal)
})

test.each<[unknown, RegExp]>([
  [null, /^goal must be/],
  [{}, /^goal must be an object with category and within/],
  [{ category: 4, within: 0.1 }, /^goal.category must be a whole number from 0 to 3; got 4/],
  [{ category: 1 }, /^goal.within must be a number above 0 and below 1/],
  [{ category: 1, within: 1 }, /^goal.within must be/],
  [{ category: 1, within: 0.1, margin: 0.1 }, /^each name in goal must be one of category, within/],
  [{ above: { category: 1 } }, /^goal.above.threshold must be/],
  [{ above: 3 }, /^goal.above must be an object/],
  [{ compare: [1] }, /^goal.compare must be a list of two categories/],
  [{ compare: [1, 1] }, /^goal.compare must be a list of two different categories/],
  [{ compare: [0, 4] }, /^goal.compare\[1\] must be/],
  [{ compare: [0, 1], margin: 0 }, /^goal.margin must be/],
  [{ top: 4 }, /^goal.top must be a whole number from 1 to 3/],
  [{ top: 1, compare: [0, 1] }, /^each name in goal must be one of compare, margin/],
])('what is no goal over four categories is refused in a sentence: %j', (goal, message) => {
  expect(() => requireGoal(goal, 4)).toThrow(message)
})

test.each<[Goal, Answer, boolean]>([
  [{ category: 0, within: 0.1 }, 0.45, true],
  [{ category: 0, within: 0.1 }, 0.35, false],
  [{ above: { category: 1, threshold: 0.2 } }, true, true],
  [{ above: { category: 1, threshold: 0.2 } }, false, false],
  [{ compare: [1, 0] }, 0, true],
  [{ compare: [1, 0] }, 1, false],
  [{ compare: [2, 3], margin: 0.06 }, 'tie', true],
  [{ compare: [2, 3], margin: 0.04 }, 'tie', false],
  [{ top: 2 }, [0, 1], true],
  [{ top: 2 }, [0, 2], false],
  [{ top: 3, margin: 0.06 }, [0, 1, 3], true],
  [{ top: 3, margin: 0.04 }, [0, 1, 3], false],
])('of %j the answer %j is right: %s, where θ is .5, .3, .125, .075', (goal, answer, right) => {
  expect(isRight(goal, answer, [0.5, 0.3, 0.125, 0.075])).toBe(right)
})

test.each<[Goal, Answer, boolean]>([
  [{ top: 3 }, [0, 1, 3], true],
  [{ top: 1, margin: 0.25 }, [1], true],
  [{ top: 1, margin: 0.125 }, [1], false],
  [{ compare: [2, 3] }, 2, false],
  [{ compare: [2, 3] }, 3, false],
  [{ compare: [0, 1], margin: 0.25 }, 'tie', false],
  [{ category: 0, within: 0.125 }, 0.625, true],
  [{ above: { category: 1, threshold: 0.25 } }, true, false],
  [{ above: { category: 1, threshold: 0.25 } }, false, true],
])(
  'at the very boundary, of %j the answer %j is right: %s, where θ is .5, .25, .125, .125',
  (goal, answer, right) => {
    expect(isRight(goal, answer, [0.5, 0.25, 0.125, 0.125])).toBe(right)
  },
)
