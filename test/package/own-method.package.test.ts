import { spawn } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../support/folder.ts'
import { ROOT } from '../support/imports.ts'
import { PackedProject } from '../support/packed.ts'
import { redisServer } from '../support/redis.ts'

// The example of a stranger's methods, from outside the repository: the packed package in an empty project.

const at = testFolder()
const project = new PackedProject(at('.'))
project.addOptional()
cpSync(join(ROOT, 'examples/own-method'), at('mine'), { recursive: true })
const { url } = await redisServer()

const MINE = `
  import { builtIn, extend, simulate } from 'adobest'
  import * as mine from './mine/methods.mjs'
  const { mechanisms, utilities, strategies, samplers } = mine
  const catalogue = extend(builtIn, { mechanisms, utilities, strategies, samplers })`

/** The rows of a sweep without their times. */
function rowsOf(
  folder: string,
): { name: string; seed: string; strategy: string; laws: { estimate: number[] }[] }[] {
  const { stdout } = project.adobest(
    'results',
    folder,
    '--sql',
    'SELECT * EXCLUDE seconds FROM runs',
    '--json',
  )
  return JSON.parse(stdout).results
}

test('all four kinds keep the contracts', () => {
  const found = project.evaluate(`${MINE}
    import { mechanismContract, samplerContract, strategyContract, utilityContract } from 'adobest/contract'
    console.log(JSON.stringify([
      mechanismContract(mechanisms[0].strategy({ categories: 5, epsilon: 1 }), { seed: 1, catalogue }),
      utilityContract(utilities[0], { seed: 1 }),
      strategyContract(strategies[0], { seed: 1, catalogue }),
      samplerContract(samplers[0], { seed: 1 }),
    ].flat()))`)
  expect(found).toEqual([])
})

test('compare --use has them', () => {
  const { status, stdout } = project.adobest(
    ...['compare', '--use', 'mine/methods.mjs', '--categories', '5', '--users', '200', '--group-size', '10'],
    ...['--epsilon', '1', '--runs', '2', '--strategies', 'srr,ring,alternate,collision@0.9'],
    ...['--sampler', 'pairwise', '--json'],
  )
  expect(status).toBe(0)
  const { results } = JSON.parse(stdout)
  expect(results.map((row: { strategy: string }) => row.strategy)).toEqual([
    'srr',
    'ring',
    'alternate',
    'collision@0.9',
  ])
})

test('a sweep on two workers, and one on the queue, give the numbers of simulate, and the report names the module', async () => {
  const sweep = project.adobest('sweep', 'mine/plan.json', '--out', 'here', '--workers', '2', '--json')
  expect(JSON.parse(sweep.stdout)).toMatchObject({ runs: 10, written: 10, failures: [] })
  const rows = rowsOf('here')
  const played = project.evaluate(`${MINE}
    const rows = ${JSON.stringify(rows)}
    console.log(JSON.stringify(rows.map(({ seed, strategy }) => {
      const setting = { categories: 5, users: 300, epsilon: 1, truth: { dirichlet: 0.5 }, groupSize: 10 }
      const { runs: [run] } = simulate({ ...setting, sampler: 'pairwise', strategies: [strategy], catalogue, seed })
      return Array.from(run.estimate)
    })))`)
  expect(rows.map(({ laws: [law] }) => law.estimate)).toEqual(played)

  const worker = spawn(project.command, ['worker', url, '--use', 'mine/methods.mjs', '--workers', '1'], {
    cwd: project.folder,
  })
  try {
    const queued = project.adobest('sweep', 'mine/plan.json', '--out', 'queued', '--queue', url, '--json')
    expect(JSON.parse(queued.stdout)).toMatchObject({ runs: 10, written: 10, failures: [] })
  } finally {
    worker.kill()
  }
  expect(rowsOf('queued')).toEqual(rows)

  expect(project.adobest('report', 'here', '--out', 'report.html').status).toBe(0)
  expect(readFileSync(at('report.html'), 'utf8')).toMatch(/methods\.mjs \(sha256 \w{12}\)/)
})

test('a kind that a stranger hands in is played as the built-in one', () => {
  const [builtIn, own] = project.evaluate(`
    import { builtIn, extend, simulate } from 'adobest'
    const lists = ['mechanisms', 'utilities', 'samplers', 'strategies']
    const names = { mechanisms: 'subset-selection', utilities: 'honesty', samplers: 'slice', strategies: 'semi' }
    const others = Object.fromEntries(lists.map(list => [list, builtIn[list].filter(kind => kind.name !== names[list])]))
    const copies = lists.map(list => [list, builtIn[list].filter(kind => kind.name === names[list]).map(kind => ({ ...kind }))])
    const catalogue = extend(others, Object.fromEntries(copies))
    const play = given => simulate({
      truth: [0.5, 0.3, 0.2], users: 60, epsilon: 1, seed: 1, sampler: 'slice', groupSize: 10, draws: 50,
      strategies: ['subset-selection', 'honesty', 'semi:0.8'], ...given,
    }).runs.map(run => Array.from(run.estimate))
    console.log(JSON.stringify([play({}), play({ catalogue })]))`) as number[][][]
  expect(builtIn).toHaveLength(3)
  expect(own).toEqual(builtIn)
})
