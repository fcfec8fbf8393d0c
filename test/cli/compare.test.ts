import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { simulate } from '../../src/simulation/simulate.ts'
import { runCli } from '../support/cli.ts'
import { COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'

const at = testFolder({ 'letters.csv': `letter\n${'a\na\nb\nc\n'.repeat(50)}` })

const DRAWN = ['compare', '--categories', '4', '--users', '200', '--dirichlet', '0.5', '--runs', '2']

/** Results by level and strategy, without the times, which no seed decides. */
async function results(...args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout } = await runCli([...DRAWN, ...args, '--json'])
  expect(status).toBe(0)
  return Object.fromEntries(
    JSON.parse(stdout).results.map(({ seconds, ...result }: Record<string, unknown>) => [
      `${result.strategy} ${result.epsilon}`,
      result,
    ]),
  )
}

describe('results', () => {
  test('depend on the seed', async () => {
    const one = await results('--epsilon', '1', '--strategies', 'srr', '--seed', '1')
    expect(await results('--epsilon', '1', '--strategies', 'srr', '--seed', '1')).toEqual(one)
    expect(await results('--epsilon', '1', '--strategies', 'srr', '--seed', '2')).not.toEqual(one)
  })

  test('do not depend on what else is compared, nor on the order', async () => {
    const both = await results('--epsilon', '0.5,2', '--strategies', 'srr,honesty')
    const turned = await results('--epsilon', '2,0.5', '--strategies', 'honesty,srr')
    const alone = await results('--epsilon', '2', '--strategies', 'honesty')
    expect(turned).toEqual(both)
    expect(alone['honesty 2']).toEqual(both['honesty 2'])
  })

  test('keep the level that was asked for', async () => {
    for (const { epsilon, auditedEpsilon } of Object.values(
      await results('--epsilon', '0.5,2', '--strategies', 'all', '--runs', '1', '--sampler', 'sgld'),
    ) as { epsilon: number; auditedEpsilon: number }[]) {
      expect(auditedEpsilon).toBeLessThanOrEqual(epsilon * (1 + 1e-12))
    }
  })

  test('of a single run have no standard error', async () => {
    const { 'srr 1': one } = await results('--epsilon', '1', '--strategies', 'srr', '--runs', '1')
    expect(one).toMatchObject({ runs: 1, totalVariation: { standardError: null } })
  })
})

test('a column of a file is compared, and rows and plots are written', async () => {
  const args = ['compare', at('letters.csv'), '--column', 'letter', '--epsilon', '1,2', '--runs', '2']
  const { status, stdout } = await runCli([...args, '--strategies', 'srr,mse', '--out', at('out')])
  expect(status).toBe(0)
  expect(stdout).toContain('3 categories, 200 people, letter (')
  expect(stdout).toMatch(
    /\n +2 +mse +0\.\d{4} ± 0\.\d{4} +-?0\.\d{4} ± 0\.\d{4} +\d\.\d\d +[\d.]+ +\d+\.\d\d\n/,
  )
  expect(readdirSync(at('out'))).toEqual([
    'runs.csv',
    'runs.parquet',
    'total-variation.png',
    'total-variation.svg',
  ])
  const rows = readFileSync(at('out/runs.csv'), 'utf8').trim().split('\n')
  expect(rows[0]).toBe(
    'run,epsilon,strategy,categories,users,totalVariation,meanSubsetSize,auditedEpsilon,seconds',
  )
  expect(rows).toHaveLength(1 + 2 * 2 * 2)
  expect(rows[1]).toMatch(/^1,1\.0,srr,3,200,/)
})

test('options of the loop reach the loop', async () => {
  const plain = await results('--epsilon', '1', '--strategies', 'srr')
  const other = await results('--epsilon', '1', '--strategies', 'srr', '--prior', '50')
  expect(other).not.toEqual(plain)
})

describe('--truth', () => {
  const SWAP = { swap: { truth: [0.7, 0.2, 0.1], at: 100 } }
  const compared = ['compare', '--users', '200', '--epsilon', '2', '--strategies', 'srr', '--draws', '4']

  test.each([
    [SWAP, 3],
    [{ walk: { start: [0.5, 0.5], step: 0.1 } }, 2],
    [
      {
        steps: [
          { at: 0, truth: { dirichlet: 1 } },
          { at: 50, truth: [0.1, 0.2, 0.3, 0.4] },
        ],
      },
      4,
    ],
    [[0.25, 0.75], 2],
  ])('takes what the library takes: %j', async (truth, categories) => {
    const K = 'steps' in truth ? ['--categories', '4'] : []
    const command = [...compared, ...K, '--truth', JSON.stringify(truth), '--runs', '1', '--json']
    const { status, stdout } = await runCli(command)
    expect(status).toBe(0)
    const { runs } = simulate({
      categories,
      truth,
      users: 200,
      epsilon: 2,
      strategies: ['srr'],
      draws: 4,
      seed: '1 run 1',
    })
    const { results, ...rest } = JSON.parse(stdout)
    expect(rest).toMatchObject({ truth, categories, users: 200 })
    expect(results[0].totalVariation.mean).toBe(runs[0].totalVariation)
  })

  test('can be in a file, and is named in the text', async () => {
    writeFileSync(at('truth.json'), JSON.stringify({ swap: { truth: { dirichlet: 0.1 }, at: 50 } }))
    const more = ['--categories', '3', '--truth', `@${at('truth.json')}`, '--memory', 'half-life:20']
    const { status, stdout } = await runCli([...compared, ...more, '--runs', '1'])
    expect(status).toBe(0)
    expect(stdout).toContain('3 categories, 200 people, truth that moves, swap:dirichlet:0.1@50; ')
  })

  test.each([
    [['--truth', '{'], '--truth: expected JSON, or @FILE with it ('],
    [
      ['--truth', '{"file":"a.csv","column":"b"}'],
      '--truth: truth must be a vector, {"dirichlet":…}, {"steps":',
    ],
    [['--truth', 'null'], '{"walk":{"start":…,"step":…}}; got null'],
    [
      ['--truth', '{"swap":{"truth":[0.5,0.5],"at":0}}'],
      'truth.swap.at must be a whole number at least 1; got 0',
    ],
    [['--truth', '[0.5,0.4]'], '--truth: truth must be probabilities that sum to one, not 0.9'],
    [['--truth', '[0.5,0.5]', '--categories', '3'], '--truth: truth must be a vector of 3 numbers'],
    [['--truth', '{"dirichlet":1}'], '--categories: expected with a truth that is drawn'],
    [['--truth', '[0.5,0.5]', '--dirichlet', '1'], "cannot be used with option '--dirichlet <rho>'"],
    [[at('letters.csv'), '--column', 'letter', '--truth', '[1,0]'], '--truth: expected only without a file'],
  ])('refuses %j in one line', async (more, says) => {
    const { status, stdout, stderr } = await runCli(['compare', '--epsilon', '1', ...more])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
  })
})

test('an interrupt leaves nothing, not even the folder', async () => {
  const args = ['compare', '--categories', '4', '--epsilon', '1', '--runs', '100000', '--out', at('cut')]
  const child = spawn(COMMAND[0], [COMMAND[1], ...args])
  // The bar.
  await once(child.stderr, 'data')
  child.kill('SIGINT')
  const [status, signal] = await once(child, 'exit')
  expect(status === 130 || signal === 'SIGINT').toBe(true)
  expect(existsSync(at('cut'))).toBe(false)
})

test('strategies are paired with the first, and the table says which the runs are too few to tell apart', async () => {
  const args = [...DRAWN, '--epsilon', '1', '--strategies', 'srr, oue', '--draws', '20', '--runs', '1']
  const { reference, differences, results } = JSON.parse((await runCli([...args, '--json'])).stdout)
  const [srr, oue] = results.map(
    ({ totalVariation }: { totalVariation: { mean: number } }) => totalVariation.mean,
  )
  expect(reference).toBe('srr')
  expect(differences).toEqual([
    { epsilon: 1, strategy: 'oue', runs: 1, difference: { mean: oue - srr, standardError: null } },
  ])
  const { stdout } = await runCli(args)
  expect(stdout).toMatch(
    /\nepsilon +strategy +totalVariation ± SE +difference ± SE +meanSubsetSize +auditedEpsilon +seconds\n/,
  )
  expect(stdout).toContain('\n1 run is too few to tell from srr: oue at epsilon 1\n')
})

test('a long comparison says how much it plays before it begins', async () => {
  const args = [
    'compare',
    '--categories',
    '2',
    '--users',
    '25000',
    '--epsilon',
    '1',
    '--strategies',
    'srr,oue',
  ]
  const { stderr } = await runCli([
    ...args,
    '--runs',
    '2',
    '--sampler',
    'gibbs',
    '--prior',
    '1',
    '--draws',
    '4',
  ])
  expect(stderr).toMatch(
    /^compare: 2 strategies × 1 level × 2 runs, 4 collections of 25,000 people\ncompare: about [\d.]+ s in all\n/m,
  )
})
