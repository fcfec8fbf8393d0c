import { describe, expect, test } from 'vitest'
import { type Piece, planCurves } from '../../site/theme/people/planned-curves.ts'
import { FIRST, goalText, QUESTIONS, readForm } from '../../site/theme/people/questions.ts'
import { power } from '../../src/planning/power.ts'
import { runCli } from '../support/cli.ts'
import { expectSolved, formOf, SLOW_TO_SOLVE } from '../support/solved.ts'

// The planner of the page on how many people a collection needs.

const questions = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[]

/** Statements of plans, which call answers by their names. */
const STATEMENTS: Partial<Record<(typeof questions)[number], string>> = {
  within: 'the share of “often” within ±0.03',
  above: 'the share of “often” is above 0.15',
  compare: 'which is larger, the share of “often” or the share of “once”,',
  groups: 'which is larger, the share of “often” in north or the share of “often” in south,',
  quantile: 'the median within ±0.5',
}

test.each(questions)('the command beside the plan of the question %s gives the same plan', async question => {
  const { options, command } = readForm(formOf(question, { nonresponse: '20' }))
  const [, ...words] = command.match(/'[^']*'|\S+/g)!.map(word => word.replaceAll("'", ''))
  const { stdout, stderr } = await runCli([...words, '--json'])
  expect(stderr).toBe('')
  // The command calls answers by their numbers.
  const { seed, files, goal: _, statement: __, ...plan } = JSON.parse(stdout)
  const found = power(options)
  expect(found).toMatchObject(plan)
  expect(found.statement).toContain(STATEMENTS[question] ?? '')
})

// Those whose plans take longest are in the slow tests.
test.each(questions.filter(question => !SLOW_TO_SOLVE.includes(question)))(
  'the question %s is solved for what is left out, and its curves are of that plan',
  expectSolved,
)

test('a goal that is typed takes the place of what the menus say, by the names that were entered', () => {
  const typed = readForm(formOf('within', { goal: 'share({once, often}) > .4' }))
  expect(typed.options.goal).toBe('share({once, often}) > .4')
  expect(typed.command).toContain("--goal 'share({1, 2}) > 0.4'")
  expect(power(typed.options).statement).toContain('“once” or “often”')
  const groups = formOf('groups', { names: 'up here, down there' })
  expect(goalText(groups)).toBe('share("often" | group = "up here") > share("often" | group = "down there")')
  expect(readForm(groups).command).toContain("--by 'up here,down there'")
  const table = formOf('among')
  expect(goalText(table)).toBe('share(smoking = "smokes" | health = "ill") ± 0.05')
  expect(readForm({ ...table, goal: 'association(smoking, health) ± ?' }).options.goal).toContain('?')
  expect(() => readForm({ ...table, goal: 'share(smoking = smoke) > .1' })).toThrow(/\n.*smoke.*\n +\^/)
})

describe('the curves of a question', () => {
  const { options } = readForm(FIRST)
  const found: Piece = Object.assign({}, ...planCurves(options))

  test('are those of plans: at other levels, with other margins', () => {
    const { plan, levels, margins } = found
    expect(margins).toContainEqual({ x: 0.03, y: plan!.people.upper80 })
    expect(levels!.map(({ x }) => x)).toEqual(expect.arrayContaining([0.5, 1, 2]))
    expect(levels).toContainEqual({ x: 2, y: plan!.doubled!.people })
    expect(levels!.every(({ y }, i) => i === 0 || y < levels![i - 1].y)).toBe(true)
    expect(margins!.every(({ y }, i) => i === 0 || y < margins![i - 1].y)).toBe(true)
    const goal = 'share(often) ± .015'
    expect(margins![0]).toEqual({ x: 0.015, y: power({ ...options, goal }).people.upper80 })
  })

  test('pass through the answer: half, 80 and 95 % are settled by as many people as the plan says', () => {
    const { plan, settled } = found
    const at = (share: number) => settled!.find(({ y }) => y === share)!.x
    for (const [share, people] of [
      [0.5, plan!.people.median],
      [0.8, plan!.people.upper80],
      [0.95, plan!.people.upper95],
    ]) {
      expect(at(share) / people).toBeCloseTo(1, 2)
    }
  })

  test('of all answers are those of the error, and of an association there is no margin', () => {
    const law: Piece = Object.assign({}, ...planCurves(readForm(formOf('law')).options))
    expect(law.settled).toBeUndefined()
    expect(law.margins!.map(({ x }) => x)).toContain(0.05)
    const both: Piece = Object.assign({}, ...planCurves(readForm(formOf('associated')).options))
    expect(both.margins).toBeUndefined()
    expect(both.settled!.length).toBeGreaterThan(10)
  })
})

test.each([
  ['epsilon', { epsilon: '-1' }, 'expected a number above 0, at most 12; found “-1”'],
  ['nonresponse', { nonresponse: '' }, 'expected a number from 0, below 100; found nothing'],
  ['shares', { shares: 'a 50 %\nb 20 %' }, 'line 2: expected percentages that sum to 100 %'],
  ['within', { within: '60' }, 'expected a number above 0, below 50'],
  ['other', { question: 'compare', other: 2 }, 'expected another answer than the first'],
  ['top', { question: 'top', top: '3' }, 'expected a whole number from 1 to 2'],
  ['names', { question: 'groups', names: 'north' }, 'expected two different names with a comma between them'],
  [
    'columns',
    { question: 'associated', shares: '1, 2\n3, 4', columns: 'a' },
    'expected 2 answers with commas',
  ],
  ['people', { solve: 'epsilon', people: '7' }, 'expected a whole number from 100'],
  ['goal', { goal: 'share(seldom) > .1' }, 'goal must have'],
  ['others', { question: 'groups', others: '1, 2' }, 'expected 3 answers, as in the first group; found 2'],
  ['within', { question: 'mean', shares: '1, 1, 1, 1', within: '12' }, 'expected a number above 0, below 12'],
  ['to', { question: 'mean', to: '0' }, 'expected a number above 0'],
  ['shares', { question: 'associated', shares: '1, 2\n3, 4, 5' }, 'line 2: expected 2 numbers'],
] as const)('%s cannot be used: %o', (field, more, reason) => {
  try {
    readForm({ ...FIRST, ...more })
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ field, message: expect.stringContaining(reason) })
  }
})
