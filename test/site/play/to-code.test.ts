import { expect, test } from 'vitest'
import { FIRST, fromHash, optionsOf, toHash } from '../../../site/play/setting.ts'
import { toPlan, toTypeScript } from '../../../site/play/to-code.ts'
import { parseGoal } from '../../../src/query/parse-goal.ts'
import { requirePlan } from '../../../src/sweep/plan.ts'

/** The setting of a program, as JavaScript reads it. */
function settingIn(program: string): unknown {
  const literal = /const setting = (\{.*?\n\}) as const/s.exec(program)?.[1]
  return new Function(`return ${literal}`)()
}

test('what is copied is a program of the library, and a plan that a sweep takes', async () => {
  const small = { ...FIRST, categories: 5, users: 300, strategy: 'fisher' as const, seed: 7 }
  for (const setting of [
    small,
    { ...FIRST, categories: 3, shares: [1, 2, 1], prior: 1 },
    { ...FIRST, moves: { swap: 100 }, memory: { window: 50 } },
    { ...FIRST, categories: 3, shares: [1, 2, 1], moves: { walk: 0.1 }, memory: 'learned' as const },
    { ...FIRST, goal: 'share(0) > share(1) by 0.1', confidence: 0.9 },
    { ...FIRST, goal: 'share(1) ± 0.1' },
    { ...FIRST, goal: 'share(1) > 0.1' },
    { ...FIRST, goal: 'top(2)' },
  ]) {
    expect(fromHash(toHash(setting))).toEqual(setting)
    expect(settingIn(toTypeScript(setting))).toEqual(optionsOf(setting))
    expect(await requirePlan(JSON.parse(toPlan(setting)), 'plan.json')).toMatchObject({ runs: 20 })
  }
})

test.each([
  `strategy=${encodeURIComponent("srr'], x: process.exit(), y: ['")}`,
  `strategy=${encodeURIComponent('srr\\')}`,
  `against=${encodeURIComponent("'+alert(1)+'")}`,
  `sampler=${encodeURIComponent("auto', x: alert(1), y: '")}`,
  'sampler=auto%0Aalert(1)',
  `memory=${encodeURIComponent('"all\'"')}`,
  `memory=${encodeURIComponent('{"window":"1, x: alert(1)"}')}`,
  `goal=${encodeURIComponent("top(2)', x: alert(1)")}`,
  `goal=${encodeURIComponent('share("alert(1)") ± .1')}`,
  `moves=${encodeURIComponent('{"swap":"alert(1)"}')}`,
  'seed=alert(1)&prior=alert(1)&users=alert(1)',
  'shares=1,alert(1)',
])('a link cannot put code into the program: %s', part => {
  const program = toTypeScript(fromHash(`#${part}`))
  expect(program).not.toMatch(/alert|exit/)
  expect(settingIn(program)).toMatchObject({ users: 10_000, sampler: 'auto', seed: FIRST.seed })
})

test('a string can hold anything, and ends where it ends', () => {
  const memory = 'a\'b"c\\d\u2028e\nf`g` ${' as 'all'
  expect(settingIn(toTypeScript({ ...FIRST, memory }))).toMatchObject({ memory })
  expect(toTypeScript({ ...FIRST, memory })).not.toContain('\u2028')
})

test('two categories that change places are unequal', () => {
  const swapped = (shares: number[]) =>
    optionsOf({ ...FIRST, shares, categories: shares.length, moves: { swap: 10 } }).truth
  expect(swapped([2, 4, 4])).toEqual({
    steps: [
      { at: 0, truth: [0.2, 0.4, 0.4] },
      { at: 10, truth: [0.4, 0.2, 0.4] },
    ],
  })
  expect(() => swapped([1, 1])).toThrow('All shares are equal')
})

test('a link has the goals that the menus write, and no other', () => {
  const goalIn = (goal: string) => fromHash(`#categories=4&goal=${encodeURIComponent(goal)}`).goal
  for (const goal of ['share(1) ± 0.1', 'share(1) > 0.1', 'share(3) > share(1)', 'top(2) by 0.01']) {
    expect(goalIn(goal)).toBe(goal)
    // Library and page read the same.
    expect(String(parseGoal(goal, { categories: 4 }))).toBe(goal)
  }
  for (const goal of ['share({1, 2}) > .3', 'share(1) ± .1', 'share(1) ± alert', 'top(2) by x', '{"top":2}'])
    expect(goalIn(goal)).toBeUndefined()
})

test('a link compares with nothing, if it says so', () => {
  expect(optionsOf(fromHash('#against=')).strategies).toEqual(['auto'])
  expect(optionsOf(fromHash('')).strategies).toEqual(['auto', 'subset-selection', 'srr'])
})
