import { expect, test } from 'vitest'
import { power } from '../../src/planning/power.ts'
import type { PowerOptions } from '../../src/planning/power-options.ts'
import { forms, groups, table } from '../support/planned-parts.ts'

/** What the plans for numbers, groups and tables promise, by planning again. */

test.each(forms)('%s: so many people are settled as was asked for', (_, options) => {
  const { people } = power(options)
  const { settled, epsilon } = power({ ...options, people: people.upper80 })
  expect(settled).toBeGreaterThanOrEqual(0.8)
  expect(epsilon).toBe(options.epsilon)
  expect(power({ ...options, nonresponse: 0.5 }).people.upper80 / people.upper80).toBeCloseTo(2, 0)
})

test.each([forms[1], forms[3], forms[6]])('%s: the margin that is left out is found', (_, options) => {
  const [query, within] = (options.goal as string).split(' ± ')
  const people = power(options).people.upper80
  const found = power({ ...options, people, goal: `${query} ± ?` } as PowerOptions)
  expect(found.within! / Number(within)).toBeGreaterThan(0.85)
  expect(found.within! / Number(within)).toBeLessThan(1.15)
  const { epsilon, ...rest } = options
  const level = power({ ...rest, people })
  expect(level.epsilon / epsilon!).toBeGreaterThan(0.85)
  expect(level.epsilon / epsilon!).toBeLessThan(1.15)
})

test('uneven groups take more people for their difference, and a third question changes nothing', () => {
  const goal = 'share(0 | group = a) > share(0 | group = b)'
  const even = power({ ...groups, goal }).people.upper80
  expect(power({ ...groups, shares: [0.9, 0.1], goal }).people.upper80).toBeGreaterThan(1.5 * even)
  const pair = 'association(a, b) > .1'
  const joint = table.truth.flatMap(mass => [mass / 4, (3 * mass) / 4])
  const spread = { questions: { c: 2, ...table.questions }, truth: joint, epsilon: 2, goal: pair }
  expect(power(spread).people).toEqual(power({ ...table, goal: pair }).people)
})
