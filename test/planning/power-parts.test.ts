import { expect, test } from 'vitest'
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

test('what does not combine is refused in one sentence', () => {
  const refused: readonly [object, RegExp][] = [
    [{ liars: 0.1 }, /^liars must be left out with question, by and questions, for which/],
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
  expect(() => power({ ...numbers, ...groups, goal: 'mean ± 1' })).toThrow(
    /^by must be left out with question/,
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
