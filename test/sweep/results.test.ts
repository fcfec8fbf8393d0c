import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { withDatabase } from '../../src/data/duckdb.ts'
import { pairedDifferences, summarizeRuns } from '../../src/report/strategy-summary.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { queryResults, withResults } from '../../src/sweep/results.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, TINY, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ 'tiny.json': JSON.stringify(TINY) })
const plan = await tinyPlan({ truth: { dirichlet: 0.5 }, categories: 3, epsilon: [2, 1], runs: 5 })
await sweepInto(at('there'), { plan })
mkdirSync(at('empty'))

const results = (...args: string[]) => runCli(['results', at('there'), ...args])

test('the summary has the means, standard errors and paired differences of the runs', async () => {
  const compared = expandPlan(plan)
    .map(run => playRun(run))
    .map(row => ({ ...row, totalVariation: row.measures.totalVariation }))
  const differences = pairedDifferences(compared, 'srr')
  const expected = summarizeRuns(compared).map(({ totalVariation, seconds, ...cell }) => {
    const paired = differences.find(each => each.epsilon === cell.epsilon && each.strategy === cell.strategy)
    return {
      ...cell,
      totalVariation: expect.closeTo(totalVariation.mean, 12),
      totalVariationError: expect.closeTo(totalVariation.standardError!, 12),
      difference: paired ? expect.closeTo(paired.difference.mean, 12) : null,
      differenceError: paired ? expect.closeTo(paired.difference.standardError!, 12) : null,
    }
  })
  const answer = await queryResults({ folder: at('there') })
  expect(answer).toMatchObject({ runs: 20, planned: 20, warnings: [] })
  expect(answer.rows).toHaveLength(4)
  // By level, then in the plan's order of strategies.
  expect(answer.rows.map(row => [row.epsilon, row.strategy])).toEqual([
    [1, 'srr'],
    [1, 'fisher'],
    [2, 'srr'],
    [2, 'fisher'],
  ])
  for (const row of expected) expect(answer.rows).toContainEqual(expect.objectContaining(row))
})

test('the summary is the same, to the last bit, however runs are spread over parts', async () => {
  await sweepInto(at('one-part'), {
    plan,
    player: async ({ runs, keep }) => {
      await keep(runs.toReversed().map(run => playRun(run)))
      return []
    },
  })
  const sql = 'SELECT * EXCLUDE seconds FROM summary'
  expect(readdirSync(at('one-part/runs'))).toHaveLength(1)
  expect(await queryResults({ folder: at('one-part'), sql })).toEqual(
    await queryResults({ folder: at('there'), sql }),
  )
})

test('the summary compares no run with every other one, which a million of them would not live to see', async () => {
  const plan = (sql: string) =>
    withResults(at('there'), async ({ connection }) => {
      const result = await connection.runAndReadAll(`EXPLAIN ${sql}`)
      return JSON.stringify(result.getRowsJS())
    })
  const slow = /NL_JOIN|NESTED_LOOP|CROSS_PRODUCT|PIECEWISE/
  expect(await plan('FROM summary')).not.toMatch(slow)
  expect(await plan('FROM runs AS a JOIN runs AS b ON a.seed < b.seed AND a.run <> b.run')).toMatch(slow)
})

describe('adobest results', () => {
  test('shows a table, with what all rows share above it', async () => {
    const { status, stdout, stderr } = await results()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/^20 of 20 runs, categories: 3, users: 60, truthName: dirichlet:0\.5, rho: 0\.5, /)
    expect(stdout).toMatch(/\n\s*epsilon {2}strategy {2}.*totalVariationError/)
    // Nothing stands there of measures that no run has.
    expect(stdout).not.toMatch(/wasserstein|separate|association/)
  })

  test('prints one JSON document', async () => {
    const { stdout } = await results('--json', '--sql', 'SELECT count(*) AS n, [0.5] AS list FROM runs;')
    expect(JSON.parse(stdout)).toEqual({ runs: 20, planned: 20, results: [{ n: 20, list: [0.5] }] })
  })

  test('prints whole numbers and intervals of any size, and such inside of others', async () => {
    const sql =
      "SELECT INTERVAL '1 day' AS i, [count(*)] AS list, 2::HUGEINT ** 70 > 0 AS large, 9007199254740993 AS odd FROM runs"
    const { status, stdout } = await results('--json', '--sql', sql)
    expect(status).toBe(0)
    const i = { months: 0, days: 1, micros: 0 }
    expect(JSON.parse(stdout).results).toEqual([{ i, list: [20], large: true, odd: '9007199254740993' }])
    expect((await results('--sql', sql)).stdout).toContain('"days":1')
  })

  test('prints CSV', async () => {
    const sql =
      "SELECT run, strategy FROM runs WHERE epsilon = 1 AND strategy = 'srr' ORDER BY run DESC LIMIT 2"
    expect((await results('--csv', '--sql', sql)).stdout).toBe('run,strategy\n5,srr\n4,srr\n')
  })

  test('writes Parquet', async () => {
    const file = at('new/answer.parquet')
    expect((await results('--parquet', file, '--sql', 'FROM runs')).stdout).toBe(`${file}\n`)
    const rows = await withDatabase(async connection => {
      const sql = `SELECT count(*)::INTEGER AS n, any_value(len(laws[1].estimate))::INTEGER AS k FROM '${file}'`
      return (await connection.runAndReadAll(sql)).getRowObjectsJS()
    })
    expect(rows).toEqual([{ n: 20, k: 3 }])
  })

  test.each([
    "FROM read_text('/etc/hostname')",
    "SELECT 1); SET allowed_directories = ['/etc']; SELECT (1",
    `SELECT 1); COPY runs TO '${at('copied.csv')}'; SELECT (1`,
  ])('sees no other files, and writes none: %s', async sql => {
    const { status, stdout, stderr } = await results('--sql', sql)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(
      /^error: sql: expected a query of runs or summary \((Permission Error|[^\n]* locked)[^\n]*\)\n$/,
    )
    expect(existsSync(at('copied.csv'))).toBe(false)
  })

  test('is about any folder and written to any file, whatever their names', async () => {
    const odd = at("o[dd] *?'")
    cpSync(at('there'), odd, { recursive: true })
    const file = { path: at("an'swer.csv"), format: 'csv' } as const
    for (let i = 0; i < 2; i++) {
      await queryResults({ folder: odd, sql: 'SELECT count(*) AS n FROM runs', file })
      expect(readFileSync(file.path, 'utf8')).toBe('n\n20\n')
    }
  })

  test('describes tables, and takes queries with comments', async () => {
    const { rows } = await queryResults({ folder: at('there'), sql: 'DESCRIBE runs -- all columns' })
    expect(rows).toContainEqual(
      expect.objectContaining({ column_name: 'measures', column_type: 'MAP(VARCHAR, DOUBLE)' }),
    )
  })

  test('leaves a corrupt part out, and says which', async () => {
    await sweepInto(at('corrupt'), { plan: await tinyPlan({ runs: 1 }) })
    writeFileSync(at('corrupt/runs/bad.parquet'), 'PAR1')
    const { status, stdout, stderr } = await runCli(['results', at('corrupt')])
    expect(status).toBe(0)
    expect(stdout).toMatch(/^6 of 6 runs/)
    expect(stderr).toMatch(
      /^warning: [^\n]*bad\.parquet: expected a whole part, as it was written; [^\n]*Delete it[^\n]*\n$/,
    )
  })
})

describe('bad usage ends with status 2, one line on standard error, nothing on standard output:', () => {
  test.each<[args: string[], says: string]>([
    [['results'], "'folder'"],
    [['results', at('empty')], 'empty: expected the folder of a sweep, with a manifest.json; found none'],
    [['results', at('there'), '--sql', 'SELEC 1'], 'sql: expected a query of runs or summary'],
    [['results', at('there'), '--sql', 'SELECT rhoo FROM runs'], 'rhoo'],
    [['results', at('there'), '--csv', '--json'], "'--csv' cannot be used with option '--json'"],
    [['results', at('there'), '--parquet', at('there')], 'expected a file that can be written, not a folder'],
    [['results', at('there'), '--parquet', 'x', '--csv'], 'cannot be used with'],
    [['sweep', at('tiny.json')], '--out'],
    [['sweep', at('none.json'), '--out', at('x')], 'none.json: no such file; expected a plan'],
    [
      ['sweep', at('tiny.json'), '--out', at('x'), '--workers', '0'],
      'workers must be a whole number at least 1; got "0"',
    ],
    [
      ['sweep', at('tiny.json'), '--out', at('x'), '--shard', '0/3'],
      'shard must be i/n with i from 1 to n; got "0/3"',
    ],
    [
      ['sweep', at('tiny.json'), '--out', at('x'), '--shard', '4/3'],
      'shard must be i/n with i from 1 to n; got "4/3"',
    ],
    [['sweep', at('tiny.json'), '--out', at('x'), '--shard', 'two'], 'shard must be i/n'],
    [
      ['sweep', at('tiny.json'), '--out', at('x'), '--queue', 'http://x'],
      'expected Redis as redis://host:port',
    ],
    [
      ['sweep', at('tiny.json'), '--out', at('x'), '--queue', 'redis://x', '--shard', '1/2'],
      '--shard: expected only without --queue',
    ],
    [
      ['sweep', at('tiny.json'), '--out', at('there')],
      'there: expected a folder whose runs all belong to the plan',
    ],
    [['worker'], "'redis'"],
    [
      ['worker', 'localhost:6379'],
      'expected Redis as redis://host:port or rediss://host:port, found localhost:6379',
    ],
  ])('%j', async (args, says) => {
    const { status, stdout, stderr } = await runCli(args)
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})

test('adobest sweep prints one JSON document, and takes another seed', async () => {
  const args = ['sweep', at('tiny.json'), '--out', at('cli'), '--workers', '1', '--seed', '7', '--json']
  const { status, stdout } = await runCli(args)
  expect(status).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    folder: at('cli'),
    runs: 24,
    before: 0,
    written: 24,
    failures: [],
  })
  const { rows } = await queryResults({
    folder: at('cli'),
    sql: 'SELECT DISTINCT seed[:7] AS seed FROM runs',
  })
  expect(rows).toEqual([{ seed: 'seed=7 ' }])
})
