import { describe, expect, test } from 'vitest'
import {
  answersTo,
  type ChoiceGoal,
  choiceEvidence,
  type DrawnValues,
  holdsAlone,
  priorShareOf,
  shareHolding,
} from '../../../src/loop/goal/choice.ts'
import { weightsOfNeeds } from '../../../src/loop/goal/needs.ts'
import { verdictOnChoice, verdictOnValue } from '../../../src/loop/goal/verdict.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'

const asked = { categories: ['a', 'b', 'c'] }
const goal = (text: string) => parseGoal(text, asked) as ChoiceGoal
/** Values of two queries at 1,000 draws: the lead of the first is this at each. */
const leads = (lead: (i: number) => number): DrawnValues => ({
  values: Float64Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? 0.4 + lead(i >> 1) : 0.4)),
  width: 2,
})
const even = () => 0.5
const yes = () => true

describe('which of two is larger', () => {
  const compared = goal('share(a) > share(b) by .05')

  test('has three answers that exclude each other; without a margin two', () => {
    expect(
      answersTo(
        compared,
        leads(() => 0),
      ),
    ).toEqual([0, 1, 'tie'])
    expect(
      answersTo(
        goal('share(a) > share(b)'),
        leads(() => 0),
      ),
    ).toEqual([0, 1])
    const mixed = leads(i => [0.1, 0.02, -0.03, -0.2][i % 4])
    expect(answersTo(compared, mixed).map(answer => shareHolding(compared, answer, mixed))).toEqual([
      0.25, 0.25, 0.5,
    ])
  })

  test('a lead of less than the margin is a tie, however sure its sign is; the twin without the third answer names a winner', () => {
    const drawn = leads(() => 0.02)
    const evidence = (one: ChoiceGoal) => choiceEvidence(one, drawn, { worth: 500, prior: even, alone: yes })
    expect(verdictOnChoice(evidence(compared), 0.95)).toMatchObject({ settled: true, answer: 'tie' })
    expect(verdictOnChoice(evidence(goal('share(a) > share(b)')), 0.95)).toMatchObject({
      settled: true,
      answer: 0,
    })
  })

  test('is settled by posterior odds, by these over prior odds, and by the answers alone', () => {
    const found = (share: number, prior: number, alone = true) =>
      verdictOnChoice({ answers: [{ answer: 0, share, prior }], worth: 1e6, alone: () => alone }, 0.95)
        .settled
    expect(found(0.96, 0.5)).toBe(true)
    expect(found(0.94, 0.5)).toBe(false)
    // The prior says so itself: it takes more.
    expect(found(0.98, 0.8)).toBe(false)
    expect(found(0.99, 0.8)).toBe(true)
    // It says the contrary: the posterior has to be as sure all the same.
    expect(found(0.94, 0.1)).toBe(false)
    expect(found(0.96, 0.1)).toBe(true)
    expect(found(0.96, 0.5, false)).toBe(false)
  })

  test('draws show no more than they are worth, and a standard error less', () => {
    const found = (share: number, worth: number, confidence = 0.95) =>
      verdictOnChoice({ answers: [{ answer: 0, share, prior: 0.5 }], worth, alone: yes }, confidence).settled
    expect(found(1, 15)).toBe(false)
    expect(found(1, 25)).toBe(true)
    expect(found(1, 500, 0.999)).toBe(false)
    expect(found(0.955, 500)).toBe(false)
    expect(found(0.965, 500)).toBe(true)
  })

  test('with a margin the interval at the confidence lies within it, above or below; without one, one tail counts', () => {
    const at = (mean: number) => ({ mean, sd: 0.1 })
    // 1.96 and 1.645 standard deviations of 0.1 from the margin.
    const by = (margin: number) => goal(`share(a) > share(b) by ${margin}`)
    expect(holdsAlone(by(0.397), 'tie', at(0.2), 0.95)).toBe(true)
    expect(holdsAlone(by(0.395), 'tie', at(0.2), 0.95)).toBe(false)
    expect(holdsAlone(by(0.395), 'tie', at(-0.2), 0.95)).toBe(false)
    expect(holdsAlone(by(0.203), 0, at(0.4), 0.95)).toBe(true)
    expect(holdsAlone(by(0.205), 0, at(0.4), 0.95)).toBe(false)
    expect(holdsAlone(by(0.203), 1, at(-0.4), 0.95)).toBe(true)
    expect(holdsAlone(goal('share(a) > share(b)'), 0, at(0.165), 0.95)).toBe(true)
    expect(holdsAlone(goal('share(a) > share(b)'), 0, at(0.164), 0.95)).toBe(false)
    expect(holdsAlone(goal('share(a) > .3'), true, at(0.465), 0.95)).toBe(true)
    expect(holdsAlone(goal('share(a) > .3'), false, at(0.465), 0.95)).toBe(false)
  })
})

test('a prior share is never zero nor one', () => {
  const all = leads(() => 0.3)
  expect(priorShareOf(goal('share(a) > share(b)'), 0, all)).toBeCloseTo(1000.5 / 1001, 12)
  expect(priorShareOf(goal('share(a) > share(b)'), 1, all)).toBeCloseTo(0.5 / 1001, 12)
})

describe('a value', () => {
  const law = { probability: (from: number, to: number) => (from < 0.3 && to > 0.3 ? 0.97 : 0.1) }

  test('is settled where all intervals lie within one of its width, whose middle is the answer', () => {
    const intervals = [[0.28, 0.32] as const, [0.26, 0.3] as const]
    const found = verdictOnValue({ intervals, ...law }, 0.03)
    expect(found).toMatchObject({ settled: true, probability: 0.97, needed: 0 })
    expect(found.answer).toBeCloseTo(0.29, 12)
    expect(verdictOnValue({ intervals, ...law }, 0.029).settled).toBe(false)
  })

  test('grows with the square of how much too wide it is, within limits', () => {
    const at = (half: number) => verdictOnValue({ intervals: [[0.3 - half, 0.3 + half]], ...law }, 0.03)
    expect(at(0.033).growth).toBeCloseTo(0.97 * 1.21, 9)
    expect(at(0.3).growth).toBe(1.5)
    expect(at(0.02).growth).toBe(1.03)
    expect(at(0.06).needed).toBeCloseTo(3, 9)
  })
})

test('people are spread over goals as these need them, at least a tenth of the largest, and none for what is settled', () => {
  expect(Array.from(weightsOfNeeds([4, 2, 0.1, 0]))).toEqual([4, 2, 0.4, 0])
  expect(Array.from(weightsOfNeeds([0, 0]))).toEqual([1, 1])
  // Nothing is known of the second yet.
  expect(Array.from(weightsOfNeeds([3, Infinity, 0]))).toEqual([3, 3, 0])
})
