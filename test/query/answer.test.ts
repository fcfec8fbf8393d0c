import { expect, test } from 'vitest'
import { aimedAt } from '../../src/query/aimed-goal.ts'
import { type Answer, answerOf, answerText, type Found, foundOf, isRight } from '../../src/query/answer.ts'
import { parseGoal } from '../../src/query/parse-goal.ts'
import { type Asked, vocabularyOf } from '../../src/query/vocabulary.ts'

const four = { categories: 4 }

function rightAt(text: string, found: Found, theta: readonly number[]) {
  const goal = parseGoal(text, four)
  return isRight(goal, found, aimedAt(goal, vocabularyOf(four)).values(Float64Array.from(theta)))
}

test.each<[string, Found, boolean]>([
  ['share(0) ± .1', 0.45, true],
  ['share(0) ± .1', 0.35, false],
  ['share({2, 3}) ± .1', 0.25, true],
  ['share(1) > .2', true, true],
  ['share(1) > .2', false, false],
  ['share(1) > share(0)', 1, true],
  ['share(1) > share(0)', 0, false],
  ['share(2) > share(3) by .06', 'tie', true],
  ['share(2) > share(3) by .04', 'tie', false],
  ['top(2)', [0, 1], true],
  ['top(2)', [0, 2], false],
  ['top(3) by .06', [0, 1, 3], true],
  ['top(3) by .04', [0, 1, 3], false],
])('of %s the answer %j is right: %s, where θ is .5, .3, .125, .075', (goal, answer, right) => {
  expect(rightAt(goal, answer, [0.5, 0.3, 0.125, 0.075])).toBe(right)
})

test.each<[string, Found, boolean]>([
  ['top(3)', [0, 1, 3], true],
  ['top(1) by .25', [1], true],
  ['top(1) by .125', [1], false],
  ['share(2) > share(3)', 0, false],
  ['share(2) > share(3)', 1, false],
  ['share(0) > share(1) by .25', 'tie', false],
  ['share(0) ± .125', 0.625, true],
  ['share(1) > .25', true, false],
  ['share(1) > .25', false, true],
])(
  'at the very boundary, of %s the answer %j is right: %s, where θ is .5, .25, .125, .125',
  (goal, answer, right) => {
    expect(rightAt(goal, answer, [0.5, 0.25, 0.125, 0.125])).toBe(right)
  },
)

const survey: Asked = {
  questions: {
    job: ['Sales', 'Ops', 'IT'],
    ill: ['no', 'yes'],
    smokes: ['no', 'yes'],
    age: { whole: [18, 99] },
  },
  by: { region: ['north', 'south'] },
}

test.each<[Asked, string, Found, Answer, string]>([
  [four, 'share(2) > share(0)', 0, 2, '2'],
  [four, 'top(2)', [0, 3], [0, 3], '0, 3'],
  [{ categories: ['yes', 'no'] }, 'share(no) > share(yes)', 1, 'yes', 'yes'],
  [survey, 'share(job = Sales) > share(job = Ops) by .02', 'tie', 'tie', 'tie'],
  [survey, 'top(job, 2)', [0, 2], ['Sales', 'IT'], 'Sales, IT'],
  [survey, 'mean(age | region = north) > mean(age | region = south)', 1, 'south', 'south'],
  [survey, 'share(ill = yes | smokes = yes) > share(ill = yes | smokes = no)', 0, 'yes', 'yes'],
  [survey, 'share(ill = yes) > share(smokes = yes)', 0, 'share(ill = yes)', 'share(ill = yes)'],
  [survey, 'median(age) > mean(age)', 1, 'mean(age)', 'mean(age)'],
  [survey, 'association(job, ill) > .1', false, false, 'not above'],
  [survey, 'mean(age) ± 1', 41.23456789, 41.23456789, '41.2346'],
  [survey, 'share(job = IT) ± .01', 0.123456, 0.123456, '0.1235'],
])('%#: the answer is in the words of those who asked', (asked, text, found, answer, said) => {
  const goal = parseGoal(text, asked)
  expect(answerOf(goal, found)).toEqual(answer)
  expect(foundOf(goal, answer)).toEqual(found)
  expect(answerText(goal, answer)).toBe(said)
})
