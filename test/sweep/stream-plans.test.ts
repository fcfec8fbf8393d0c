import { describe, expect, test } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import type { Memory } from '../../src/loop/memory/memory.ts'
import { readPageData } from '../../src/report/page-data.ts'
import type { MovingTruth } from '../../src/simulation/moving-truth.ts'
import { simulate } from '../../src/simulation/simulate.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { readManifest } from '../../src/sweep/manifest.ts'
import { loadMethods } from '../../src/sweep/own-methods.ts'
import { requirePlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { requireRow } from '../../src/sweep/require-row.ts'
import { queryResults } from '../../src/sweep/results.ts'
import type { RunRow } from '../../src/sweep/run-row.ts'
import { testFolder } from '../support/folder.ts'
import { OWN_METHODS } from '../support/own-methods.ts'
import { rowsOf, storedRows, sweepInto, TINY, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'methods.mjs': OWN_METHODS })

const LAW = [0.5, 0.3, 0.2]
const SWAP = { swap: { truth: LAW, at: 30 } }
const MOVING: [truth: MovingTruth, name: RegExp][] = [
  [SWAP, /^swap:vector:[0-9a-f]{12}@30$/],
  [{ swap: { truth: { dirichlet: 0.5 }, at: 30 } }, /^swap:dirichlet:0\.5@30$/],
  [{ walk: { start: { dirichlet: 0.5 }, step: 0.1 } }, /^walk:dirichlet:0\.5:0\.1$/],
  [
    {
      steps: [
        { at: 0, truth: { dirichlet: 1 } },
        { at: 20, truth: LAW },
      ],
    },
    /^steps:2:[0-9a-f]{12}$/,
  ],
]
const MEMORIES: [memory: Memory, name: string][] = [
  ['all', 'all'],
  ['learned', 'learned'],
  [{ window: 20 }, 'window:20'],
  [{ halfLife: 15 }, 'half-life:15'],
]

const streamPlan = (changes: Record<string, unknown> = {}) =>
  tinyPlan({ categories: 3, truth: SWAP, sampler: 'slice', runs: 1, ...changes })

test.each(MOVING)('a row of the moving truth %j is what simulate gives', async (truth, name) => {
  for (const groupSize of [1, 20]) {
    const plan = await streamPlan({ truth, groupSize, strategies: 'fisher' })
    const [run] = expandPlan(plan)
    const row = playRun(run)
    const { runs } = simulate({
      categories: 3,
      truth,
      users: 60,
      epsilon: 1,
      sampler: 'slice',
      prior: 'learned',
      groupSize,
      strategies: ['fisher'],
      seed: row.seed,
    })
    expect(row.truthName).toMatch(name)
    expect(row).toMatchObject({
      rho: null,
      categories: 3,
      laws: [{ truth: Array.from(runs[0].truth), estimate: Array.from(runs[0].estimate) }],
      measures: {
        totalVariation: runs[0].totalVariation,
        totalVariationNow: runs[0].totalVariationNow,
      },
    })
  }
})

test.each(MEMORIES)('a row of the memory %j is what simulate gives', async (memory, name) => {
  // Of few requests, as there are few checkpoints then.
  const groupSize = 60
  const [run] = expandPlan(await streamPlan({ memory, groupSize, strategies: 'srr' }))
  const row = playRun(run)
  const { runs } = simulate({
    truth: SWAP,
    users: 60,
    epsilon: 1,
    sampler: 'slice',
    memory,
    groupSize,
    strategies: ['srr'],
    seed: row.seed,
  })
  expect(row).toMatchObject({
    memory: name,
    laws: [{ estimate: Array.from(runs[0].estimate) }],
    measures: { totalVariation: runs[0].totalVariation, totalVariationNow: runs[0].totalVariationNow },
  })
  expect(row.seed.endsWith(memory === 'all' ? ' groupSize=60 run=1' : ` memory=${name} run=1`)).toBe(true)
})

test('memories and truths are dimensions of the grid, and a sweep stores them', async () => {
  const plan = await streamPlan({
    truth: MOVING.map(([truth]) => truth),
    memory: ['all', { window: 20 }],
    groupSize: 20,
    strategies: 'srr',
  })
  expect(expandPlan(plan)).toHaveLength(MOVING.length * 2)
  await sweepInto(at('grid'), { plan })
  expect((await readManifest(at('grid')))!.plan).toEqual(plan)
  const rows = await storedRows(at('grid'))
  expect(rows.map(({ users, groupSize, ...row }) => row)).toEqual(
    rowsOf(plan).map(({ users, groupSize, ...row }) => row),
  )
  const summary = await queryResults({ folder: at('grid') })
  expect(summary.rows).toHaveLength(MOVING.length * 2)
  expect(new Set(summary.rows.map(row => row.memory))).toEqual(new Set(['all', 'window:20']))
})

test('recorded runs have the truth on its way, the band that holds at every look and alarms; others have none', async () => {
  const truth = { swap: { truth: [0.85, 0.1, 0.05], at: 300 } }
  const changes = { truth, users: 600, epsilon: 4, groupSize: 20, runs: 2, prior: 1, strategies: 'srr' }
  const plan = await streamPlan({ ...changes, anytime: true, runLength: 1000, memory: { window: 200 } })
  const [first, second] = expandPlan(plan).map(run => playRun(run))
  const { runs } = simulate({
    truth,
    users: 600,
    epsilon: 4,
    groupSize: 20,
    prior: 1,
    sampler: 'slice',
    memory: { window: 200 },
    anytime: true,
    runLength: 1000,
    checkpoints: 25,
    strategies: ['srr'],
    seed: first.seed,
  })
  expect(first.name).toMatch(/ strategy=srr anytime runLength=1000$/)
  expect(first.trajectory!.map(({ answers }) => answers)).toEqual(
    runs[0].trajectory.map(({ answers }) => answers),
  )
  first.trajectory!.forEach(({ truthNow, truthMean, anytimeLower, anytimeUpper }, i) => {
    const { anytime, ...checkpoint } = runs[0].trajectory[i]
    expect(truthNow).toEqual(Array.from(checkpoint.truthNow))
    expect(truthMean).toEqual(Array.from(checkpoint.truthMean))
    expect(anytimeLower).toEqual(Array.from(anytime!.lower))
    expect(anytimeUpper).toEqual(Array.from(anytime!.upper))
  })
  expect(first.changes).toEqual(runs[0].changes)
  expect(first.changes).toHaveLength(1)
  expect(first.laws[0].truth).toEqual([0.1, 0.85, 0.05])
  expect(second).toMatchObject({ trajectory: null, changes: null })
  expect(second.name).toMatch(/ strategy=srr$/)
  for (const row of [first, second]) {
    const run = expandPlan(plan).find(({ name }) => name === row.name)!
    expect(requireRow(run, JSON.parse(JSON.stringify(row)))).toEqual(row)
  }
  const forged: [changes: Partial<RunRow>, says: string][] = [
    [{ changes: null }, 'row.changes'],
    [{ measures: { ...first.measures, totalVariationNow: 1.1 } }, 'row.measures.totalVariationNow'],
    [{ changes: [{ at: 601, since: 1, categories: [0] }] }, 'row.changes[0].at'],
    [{ trajectory: [{ ...first.trajectory!.at(-1)!, truthNow: null }] }, 'row.trajectory[0].truthNow'],
    [
      { trajectory: [{ ...first.trajectory!.at(-1)!, anytimeLower: null }] },
      'row.trajectory[0].anytimeLower',
    ],
    [
      { trajectory: [{ ...first.trajectory!.at(-1)!, anytimeUpper: [0, 0, 0] }] },
      'row.trajectory[0].anytimeUpper',
    ],
  ]
  for (const [change, says] of forged) {
    expect(() => requireRow(expandPlan(plan)[0], { ...first, ...change }), says).toThrow(says)
  }
  await sweepInto(at('watched'), { plan })
  const [stored] = await storedRows(at('watched'))
  expect(stored).toMatchObject({ trajectory: first.trajectory, changes: first.changes })
  expect((await readManifest(at('watched')))!.plan).toEqual(plan)
  const { trajectories } = await readPageData(at('watched'))
  expect(trajectories).toHaveLength(1)
  expect(trajectories[0].changes).toEqual([
    { at: first.changes![0].at, categories: first.changes![0].categories },
  ])
  const [{ truthNow, anytimeUpper }] = trajectories[0].checkpoints
  expect(truthNow).toEqual(trajectories[0].shown.map(x => first.trajectory![0].truthNow![x]))
  expect(anytimeUpper).toHaveLength(3)
})

test('runs with methods of one’s own have memories and moving truths too, as queued jobs do', async () => {
  const own = { use: 'methods.mjs', strategies: ['own', 'half'], sampler: 'slice' }
  const written = { ...own, memory: { window: 40 }, groupSize: 20, anytime: true, runLength: 100, runs: 1 }
  const plan = await requirePlan({ ...TINY, ...written, categories: 3, truth: SWAP }, at('plan.json'))
  const { catalogue } = await loadMethods([at('methods.mjs')])
  for (const run of expandPlan(plan)) {
    // What a job, and a row, is on the wire.
    const job = JSON.parse(JSON.stringify(run))
    expect(job).toEqual(run)
    expect(job.name).toMatch(
      / memory=window:40 run=1 strategy=(own|half) anytime runLength=100 use=[0-9a-f]{12}$/,
    )
    const row = playRun(job, catalogue)
    expect(requireRow(run, JSON.parse(JSON.stringify(row)))).toEqual(row)
    const { runs } = simulate({
      truth: SWAP,
      users: 60,
      epsilon: 1,
      groupSize: 20,
      sampler: 'slice',
      memory: { window: 40 },
      strategies: [run.strategy],
      catalogue,
      seed: run.seed,
    })
    expect(row.laws[0].estimate).toEqual(Array.from(runs[0].estimate))
  }
})

describe('a mistake is told in one line, with its path in the plan:', () => {
  test.each<[changes: Record<string, unknown>, says: string]>([
    [{ memory: 'some' }, "memory must be 'all', 'learned', { window: n } or { halfLife: n }; got \"some\""],
    [{ memory: ['all', { window: 0 }] }, 'memory[1].window must be a whole number at least 1; got 0'],
    [{ anytime: 1 }, 'anytime must be true or false; got 1'],
    [{ runLength: 5 }, 'runLength must be a number at least 100; got 5'],
    [{ memory: { halfLife: 0.5 } }, 'memory.halfLife must be a number at least 1; got 0.5'],
    [{ memory: 'learned', sampler: 'sgld' }, 'memory must be "all", for the sampler sgld; got "learned"'],
    [{ truth: { swap: { truth: LAW, at: 0 } } }, 'truth.swap.at must be a whole number at least 1; got 0'],
    [
      { truth: { swap: { truth: [0.5], at: 5 } } },
      'truth.swap.truth must be probabilities that sum to one, not 0.5',
    ],
    [
      { truth: { swap: { truth: 'x', at: 5 } } },
      'truth.swap.truth must be a vector, or { "dirichlet": … }; got "x"',
    ],
    [
      { truth: { walk: { start: LAW, step: -1 } } },
      'truth.walk.step must be a number from 0 to 1e+100; got -1',
    ],
    [
      { truth: { walk: { start: LAW, step: 1e308 } } },
      'truth.walk.step must be a number from 0 to 1e+100; got 1e+308',
    ],
    [{ truth: { walk: { start: LAW } } }, 'truth.walk.step must be'],
    [{ truth: { swap: SWAP.swap, walk: 1 } }, 'truth: no setting is called walk'],
    [{ truth: { swap: 1 } }, 'truth.swap must be an object with truth, at; got 1'],
    [{ truth: { steps: [1] } }, 'truth.steps[0] must be an object with at, truth; got 1'],
    [{ truth: { steps: [] } }, 'truth.steps must be a list of { "at": …, "truth": … }; got []'],
    [{ truth: { steps: [{ at: 5, truth: LAW }] } }, 'truth.steps[0].at must be 0; got 5'],
    [
      {
        truth: [
          {
            steps: [
              { at: 0, truth: LAW },
              { at: 9, truth: LAW },
              { at: 9, truth: LAW },
            ],
          },
        ],
      },
      'truth[0].steps[2].at must be above 9, where the one before it begins; got 9',
    ],
    [
      {
        truth: {
          steps: [
            { at: 0, truth: LAW },
            { at: 9, truth: [0.5, 0.5] },
          ],
        },
      },
      'truth[0] must have vectors of one length; got 3 and 2 numbers',
    ],
    [
      { truth: { swap: { truth: [0.5, 0.5], at: 5 } } },
      'truth[0] must have as many numbers as categories says, 3; got 2',
    ],
    [
      { truth: { walk: { start: { dirichlet: 1 }, step: 1 } }, categories: undefined },
      'categories must be given, for a truth that is drawn',
    ],
  ])('%j', async (changes, says) => {
    const error = await streamPlan(changes).catch(error => error)
    expect(error).toBeInstanceOf(InputError)
    expect(error.message).not.toContain('\n')
    expect(error.message).toContain(`tiny.json: ${says}`)
  })
})
