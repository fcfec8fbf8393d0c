import { expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { tinyPlan } from '../support/sweep.ts'

test('a run is a simulation, which its seed repeats', async () => {
  const [run] = expandPlan(await tinyPlan({ strategies: ['fisher'] }))
  const row = playRun(run)
  const options = {
    categories: 3,
    users: 60,
    truth: { dirichlet: 0.5 },
    epsilon: 1,
    sampler: 'sgld',
    prior: 1,
  } as const
  const { runs, truth } = simulate({ ...options, strategies: ['fisher'], seed: row.seed })
  expect(row).toMatchObject({
    name: run.name,
    strategy: 'fisher',
    epsilon: 1,
    rho: 0.5,
    truthName: 'dirichlet:0.5',
    categories: 3,
    users: 60,
    run: 1,
    sampler: 'sgld',
    prior: '1',
    groupSize: 1,
    measures: { totalVariation: runs[0].totalVariation },
    meanSubsetSize: runs[0].meanSubsetSize,
    auditedEpsilon: runs[0].auditedEpsilon,
    laws: [{ about: [], people: 60, truth: Array.from(truth), estimate: Array.from(runs[0].estimate) }],
  })
  // The truth stands still, so there is no distance to that of the last person besides.
  expect(Object.keys(row.measures)).toEqual(['totalVariation', 'intervalWidth', 'coverage'])
  expect(row.seconds).toBeGreaterThan(0)
})

test('a run has the numbers that it has among other strategies, so that differences are paired', async () => {
  const runs = expandPlan(await tinyPlan({ runs: 1, categories: 3, truth: { dirichlet: 0.5 } }))
  const together = simulate({
    categories: 3,
    users: 60,
    truth: { dirichlet: 0.5 },
    epsilon: 1,
    sampler: 'sgld',
    strategies: ['srr', 'fisher'],
    seed: runs[0].seed,
  })
  runs
    .map(run => playRun(run))
    .forEach(({ laws: [{ truth, estimate }] }, i) => {
      expect(truth).toEqual(Array.from(together.truth))
      expect(estimate).toEqual(Array.from(together.runs[i].estimate))
    })
})

test('runs of other numbers and settings meet other truths', async () => {
  const rows = expandPlan(await tinyPlan({ truth: { dirichlet: 0.5 }, strategies: 'srr' })).map(run =>
    playRun(run),
  )
  expect(new Set(rows.map(row => row.laws[0].truth.join())).size).toBe(rows.length)
})

test('a vector is the truth itself', async () => {
  const [run] = expandPlan(await tinyPlan({ truth: [0.5, 0.25, 0.25] }))
  expect(playRun(run)).toMatchObject({ rho: null, laws: [{ truth: [0.5, 0.25, 0.25] }], categories: 3 })
})

test('the people of a file are the truth, in the order of the seed', async () => {
  const plan = await tinyPlan({ truth: [0.5, 0.5], categories: undefined, runs: 2, strategies: 'srr' })
  const people = { file: 'people.csv', column: 'job', counts: [30, 0, 10] }
  const rows = expandPlan({ ...plan, users: [], truth: [people] }).map(run => playRun(run))
  for (const row of rows) {
    expect(row).toMatchObject({ rho: null, laws: [{ truth: [0.75, 0, 0.25] }], categories: 3, users: 40 })
    expect(row.truthName).toMatch(/^people\.csv:job:[0-9a-f]{12}$/)
  }
  expect(rows[0].laws[0].estimate).not.toEqual(rows[1].laws[0].estimate)
})

test('the first run of each strategy and setting has a trajectory to its end, and no other has', async () => {
  const rows = expandPlan(await tinyPlan({ runs: 2 })).map(run => playRun(run))
  expect(new Set(rows.map(row => row.run))).toEqual(new Set([1, 2]))
  for (const { run, trajectory, laws, strategy } of rows) {
    const [{ estimate, lower, upper }] = laws
    if (run > 1) expect([trajectory, lower]).toEqual([null, null])
    else {
      expect(trajectory!.length).toBeGreaterThan(15)
      expect(trajectory!.at(-1)).toMatchObject({ answers: 60, mean: estimate, lower, upper })
      if (strategy === 'srr') expect(trajectory!.every(({ subsetSize }) => subsetSize === 0)).toBe(true)
    }
  }
})

test('trajectories of very many categories are not recorded', async () => {
  const plan = await tinyPlan({ users: 2, truth: { dirichlet: 0.5 }, categories: [1000, 1001], runs: 1 })
  const rows = expandPlan({ ...plan, strategies: ['srr'] }).map(run => playRun(run))
  expect(rows.map(row => row.trajectory === null)).toEqual([false, true])
})
