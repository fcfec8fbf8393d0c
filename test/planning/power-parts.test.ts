import { describe, expect, test } from 'vitest'
import { srr } from '../../src/mechanism/srr.ts'
import { power } from '../../src/planning/power.ts'
import type { PowerOptions } from '../../src/planning/power-options.ts'
import { forms, groups, numbers, table } from '../support/planned-parts.ts'

/** Plans for numbers, groups and tables. */

test.each(forms)(
  '%s is planned: more people at half of ε, fewer at twice, more if some do not answer',
  (_, options) => {
    const { people, halved, doubled, warnings, statement } = power(options)
    expect(people.median).toBeLessThanOrEqual(people.upper80)
    expect(people.upper80).toBeLessThanOrEqual(people.upper95)
    expect(people.upper95).toBeLessThan(1e6)
    expect(halved!.people).toBeGreaterThan(1.5 * people.upper80)
    expect(doubled!.people).toBeLessThan(people.upper80)
    expect(warnings).toEqual([])
    expect(statement).toMatch(/^With [\d,]+ people and ε = \d, the probability is 80 % that the /)
  },
)

const bells = [numbers.truth, Array.from(numbers.truth).reverse()]
const grouped = { ...numbers, by: ['n', 's'], truth: bells }

describe('a goal about several laws', () => {
  test('about two groups of numbers takes as many answers of each as their variances ask for together', () => {
    const one = (goal: string) => power({ ...grouped, goal }).people.median
    const mean = one('mean(| group = n) ± .5')
    // Both groups are as wide: the difference to ± √2·.5 takes each as many people as its own mean takes to ± .5.
    const difference = one(`mean(| group = n) - mean(| group = s) ± ${0.5 * Math.SQRT2}`)
    expect(difference / mean).toBeGreaterThan(1 / 1.3)
    expect(difference / mean).toBeLessThan(1.3)
    // Of all people, half is in each group: their mean has half of the variance.
    expect(one('mean ± .5') / mean).toBeLessThan(0.7)
    // Where few people are in a group, more have to come.
    const few = power({ ...grouped, shares: [0.2, 0.8], goal: 'mean(| group = n) ± .5' }).people.median
    expect(few / mean).toBeGreaterThan(1.8)
  })

  const three = { questions: { a: 2, b: 2, c: 2 }, epsilon: 2 }
  // Those who hold 1 of `a` more often hold 1 of `b`, and of `c` a little more often.
  const cells = Array.from({ length: 8 }, (_, cell) => {
    const [a, b, c] = [cell & 1, (cell >> 1) & 1, cell >> 2]
    return (a === b ? 0.4 : 0.1) * (a === c ? 0.6 : 0.4)
  })

  test('spreads people over the pairs of questions that it is about, and takes the records of an earlier study', () => {
    const goal = 'share(a = 1 | b = 1) - share(a = 1 | c = 1) ± .15'
    const one = power({ ...three, truth: cells, goal: 'share(a = 1 | b = 1) ± .15' })
    const plan = power({ ...three, truth: cells, goal })
    expect(plan.people.median).toBeGreaterThan(2 * one.people.median)
    const people = cells.flatMap((share, cell) =>
      Array.from({ length: Math.round(1000 * share) }, () => ({
        a: cell & 1,
        b: (cell >> 1) & 1,
        c: cell >> 2,
      })),
    )
    expect(power({ ...three, truth: people, goal })).toEqual(plan)
    expect(() => power({ ...three, truth: [{ a: 0 }], goal })).toThrow(/^truth\[0\] must be an object/)
  })

  test('is refused if it is an order of many', () => {
    expect(() =>
      power({
        ...grouped,
        categories: 3,
        question: undefined,
        truth: [
          [0.5, 0.3, 0.2],
          [0.2, 0.3, 0.5],
        ],
        goal: 'top(1 | group = n)',
      }),
    ).toThrow(/^goal must be a value, a side, or an order of two/)
  })
})

test('goals of different groups are settled side by side, those of different questions one after the other', () => {
  const plan = (...goals: string[]) => power({ ...grouped, goals }).people.median
  const [north, south] = ['mean(| group = n) ± .5', 'mean(| group = s) ± .5']
  const most = Math.max(plan(north), plan(south))
  expect(plan(north, south)).toBe(most)
  expect(plan(north, 'median(| group = n) ± .7')).toBeGreaterThan(1.2 * most)
})

test('what does not combine is refused in one sentence', () => {
  const refused: readonly [object, RegExp][] = [
    [{ liars: 0.1 }, /^liars must be left out with question, by and questions: no bound/],
    [{ prior: 1 }, /^prior must be left out with question, by and questions/],
    [{ looks: 'once' }, /^looks must be left out with question/],
    [{ error: 0.1 }, /^error must be left out with question/],
    [{ mechanism: srr({ categories: 14, epsilon: 1 }) }, /^mechanism must be left out with question/],
    [{ goal: undefined }, /^goal must be given with (question|by|questions)/],
  ]
  for (const [, options] of [forms[0], forms[3], forms[6]]) {
    for (const [more, message] of refused) {
      const { epsilon, ...rest } = { ...options, ...more }
      const level = 'mechanism' in more ? {} : { epsilon }
      expect(() => power({ ...rest, ...level } as PowerOptions)).toThrow(message)
    }
    expect(() => power({ ...options, truth: { dirichlet: 1 } })).toThrow(
      /^truth must be (the probabilities|a list)/,
    )
    expect(() => power({ ...options, epsilon: undefined } as unknown as PowerOptions)).toThrow(
      /^epsilon must be given, as people is left out/,
    )
  }
  expect(() => power({ ...numbers, categories: 14, goal: 'mean ± 1' })).toThrow(
    /^categories must be left out with question/,
  )
  expect(() => power({ ...table, question: 3, goal: 'association(a, b) > .1' })).toThrow(
    /^categories must be left out with questions/,
  )
  expect(() => power({ ...table, categories: 2, goal: 'share(a = 0, b = 0) ± 0.1' })).toThrow(
    /^categories must be left out with questions/,
  )
  expect(() => power({ truth: [0.5, 0.5], shares: [0.5, 0.5], epsilon: 1, goal: 'share(0) ± 0.1' })).toThrow(
    /^shares must be left out, without by/,
  )
  expect(() => power({ ...groups, shares: [0.5, 0.4], goal: 'share(0 | group = a) ± 0.1' })).toThrow(
    /^shares must be/,
  )
  expect(() => power({ ...numbers, strategy: 'oue', goal: 'mean ± 1' })).toThrow(/^strategy must be/)
})
