import { expect, test } from 'vitest'
import { createSimulation, simulate } from '../../src/simulation/simulate.ts'

const BY = ['north', 'south', 'east']
const TRUTH = [
  [0.7, 0.2, 0.1],
  [0.2, 0.7, 0.1],
  [0.2, 0.2, 0.6],
]
const OPTIONS = {
  categories: 3,
  by: BY,
  truth: TRUTH,
  users: 1500,
  strategies: ['srr', 'subset-selection'],
  epsilon: 3,
  draws: 100,
  seed: 1,
} as const

test('each group is estimated near its own law, by answers of the level', () => {
  const { truth, users, runs } = simulate(OPTIONS)
  expect(users).toBe(1500)
  expect(truth.map(law => Array.from(law))).toEqual(TRUTH)
  expect(runs.map(({ strategy }) => strategy)).toEqual(['srr', 'subset-selection'])
  for (const run of runs) {
    expect(run.answers).toBe(1500)
    expect(run.auditedEpsilon).toBeCloseTo(3, 9)
    // 500 people a group at ε = 3: the standard error of a share is below 0.03, so a distance of 0.15 is beyond five of them.
    for (const { totalVariation } of run.laws) expect(totalVariation).toBeLessThan(0.15)
    const mean = run.laws.reduce((sum, { totalVariation }) => sum + totalVariation, 0) / 3
    expect(run.totalVariation).toBeCloseTo(mean, 12)
    expect(run.laws.map(({ mean }) => mean)).toEqual(BY.map(name => run.posterior.group(name).mean))
    expect(run.laws.map(({ people }) => people)).toEqual([500, 500, 500])
    expect(run.posterior.pooling).toBeDefined()
    expect(run.separate().pooling).toBeUndefined()
  }
})

test('a strategy gets the same numbers whatever others are played beside it', () => {
  const [, both] = simulate({ ...OPTIONS, users: 60 }).runs
  const [alone] = simulate({ ...OPTIONS, users: 60, strategies: ['subset-selection'] }).runs
  expect(alone.laws.map(({ mean }) => mean)).toEqual(both.laws.map(({ mean }) => mean))
})

test('people may be given, in their own order or another, and are the truth', () => {
  const data = Array.from({ length: 90 }, (_, t) => ({ group: BY[t % 3], category: t % 2 }))
  const { truth: _, users: __, ...rest } = OPTIONS
  for (const order of [{}, { order: 'given' as const }]) {
    const { truth, users } = simulate({ ...rest, ...order, data, strategies: ['srr'], draws: 20 })
    expect(users).toBe(90)
    expect(truth.map(law => Array.from(law))).toEqual(BY.map(() => [0.5, 0.5, 0]))
  }
})

test('groups may be of several sizes, and laws may be drawn', () => {
  const { truth, users, runs } = simulate({
    ...OPTIONS,
    users: [5, 10, 45],
    truth: [{ dirichlet: 1 }, { dirichlet: 1 }, [0, 0, 1]],
    strategies: ['srr'],
  })
  expect(users).toBe(60)
  expect(truth[0]).not.toEqual(truth[1])
  expect(runs[0].posterior.warnings.join()).toMatch(/At most 50 answers from north, south, east/)
})

test('a run ends when its goal is settled, and says whether the answer is right', () => {
  const goal = 'share(0 | group = north) > share(0 | group = south) by .05'
  const [run] = simulate({ ...OPTIONS, strategies: ['srr'], goal }).runs
  expect(run.decision).toMatchObject({ settled: true, answer: 'north' })
  expect(run.correct).toBe(true)
  expect(run.answers).toBeLessThan(1500)
  const tie = 'share(0 | group = south) > share(0 | group = east)'
  // Both have the same frequency: whatever is said is wrong.
  expect(simulate({ ...OPTIONS, strategies: ['srr'], users: 120, goal: tie }).runs[0].correct).toBe(false)
})

test('progress ends at its total', () => {
  const calls: [number, number][] = []
  simulate({ ...OPTIONS, users: 30, draws: 10, onProgress: (done, total) => calls.push([done, total]) })
  expect(calls.at(-1)).toEqual([120, 120])
})

test.each([
  [{ by: ['north'] }, 'by must be a list of 2 to 4,096 names of groups'],
  [{ truth: TRUTH.slice(1) }, 'truth must be a list of 3 distributions, one a group'],
  [{ truth: [...TRUTH.slice(1), [1, 1, 1]] }, 'truth[2] must'],
  [{ data: [] }, 'truth and data must be one given, the other not'],
  [
    { truth: undefined, users: undefined, data: [{ group: 'west', category: 0 }] },
    'data[0].group must be one of the groups',
  ],
  [
    { truth: undefined, users: undefined, data: [{ group: 'east', category: 3 }] },
    'data[0].category must be',
  ],
  [
    { truth: undefined, users: undefined, data: [{ group: 'east', category: 0 }] },
    'by[0] must be the group of somebody in data; got "north"',
  ],
  [{ order: 'given' }, 'order must be left out, without data'],
  [{ users: [1, 2] }, 'users must be a number of people, or a list of 3, one a group'],
  [{ users: [1, 2, 0] }, 'users[2] must be'],
  [{ question: { from: 0, to: 1, bins: 4 } }, 'categories must be left out with question'],
  [{ goal: 'share(0 | group = west) ± .1' }, 'one of the groups north, south, east where it has "west"'],
  [{ confidence: 0.9 }, 'confidence must be left out without a goal'],
  [{ strategies: [] }, 'strategies must be a list of names'],
  [{ draws: 3 }, 'draws must be'],
])('%j is refused in a sentence', (options, sentence) => {
  expect(() => simulate({ ...OPTIONS, ...options } as never)).toThrow(sentence)
})

test('a simulation that is played step by step has no groups', () => {
  expect(() => createSimulation(OPTIONS as never)).toThrow(
    'by must be left out: only simulate plays collections of several parts',
  )
})
