import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sqlText, withDatabase } from '../../src/data/duckdb.ts'
import { localMinimaxSampler } from '../../src/private-sampling/local-minimax-sampler.ts'
import { minimaxSampler } from '../../src/private-sampling/minimax-sampler.ts'
import type { PrivateSampler } from '../../src/private-sampling/private-sampler.ts'
import { publicPriorSampler } from '../../src/private-sampling/public-prior-sampler.ts'
import { relativeMollifier } from '../../src/private-sampling/relative-mollifier.ts'
import { stream } from '../../src/random/stream.ts'
import { DIVERGENCES } from '../../src/simplex/divergence.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const ROWS = 'id,drama,war,comedy\n1,0.9,0.1,0\n2,1,1,2\n3,0,0,5\n4,3,1,0\n'
const LAWS = [
  [0.9, 0.1, 0],
  [1, 1, 2],
  [0, 0, 5],
  [3, 1, 0],
]
const GENRES = ['drama', 'war', 'comedy']
const REFERENCE = [6, 3, 1]

const at = testFolder({
  'rows.csv': ROWS,
  'plain.csv': ROWS.replace(/^[^,]*,/gm, ''),
  'many.csv': `drama,war,comedy\n${'0.9,0.1,0\n'.repeat(20_000)}`,
  'public.csv': 'category,weight\ndrama,6\nwar,3\ncomedy,1\n',
  'list.txt': '6 3 1',
  'other.csv': 'category,weight\ndrama,6\nhorror,3\n',
  'bad.csv': 'drama,war,comedy\n1,1,1\n1,-1,1\n',
})

/** A command line with the words of a sentence; `@x` is the file x of the test's folder. */
function sample(line: string, stdin?: string) {
  const words = line.split(' ').map(word => (word.startsWith('@') ? at(word.slice(1)) : word))
  return runCli(['sample', ...words], stdin)
}

async function json(line: string, stdin?: string) {
  const { status, stdout, stderr } = await sample(`${line} --json`, stdin)
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

const SAMPLERS: [options: string, sampler: PrivateSampler][] = [
  ['public-prior --epsilon 2', publicPriorSampler({ prior: REFERENCE, epsilon: 2 })],
  ['mollifier --epsilon 2', relativeMollifier({ reference: REFERENCE, epsilon: 2 })],
  ['mollifier --norm tv --epsilon 2', relativeMollifier({ reference: REFERENCE, epsilon: 2, norm: 'tv' })],
  [
    'minimax --c1 0.2 --c2 3 --epsilon 1',
    minimaxSampler({ form: 'nonlinear', reference: REFERENCE, c1: 0.2, c2: 3, epsilon: 1 }),
  ],
  [
    'local-minimax --gamma 2.5 --epsilon 0.5',
    localMinimaxSampler({ form: 'nonlinear', reference: REFERENCE, gamma: 2.5, epsilon: 0.5 }),
  ],
  [
    'local-minimax --gamma 2.5 --form linear --epsilon 0.5',
    localMinimaxSampler({ form: 'linear', reference: REFERENCE, gamma: 2.5, epsilon: 0.5 }),
  ],
  [
    'local-minimax --gamma 2.5 --gaussian 0.5',
    localMinimaxSampler({ form: 'linear', reference: REFERENCE, gamma: 2.5, gaussian: 0.5 }),
  ],
]

describe.each(SAMPLERS)('--mechanism %s', (options, sampler) => {
  test('draws what the library draws, and shows its exact level and its worst cases', async () => {
    const result = await json(`@rows.csv --reference @public.csv --seed 5 --mechanism ${options}`)
    const rng = stream(5, 'sample')
    expect(result.draws).toEqual(LAWS.map(law => GENRES[sampler.sample(law, rng)]))
    expect(result).toMatchObject({ rows: 4, categories: GENRES, randomness: 'seeded', seed: 5 })
    expect(result.exactEpsilon).toBe(sampler.epsilon)
    for (const name of DIVERGENCES) expect(result.worstCase[name]).toBe(sampler.worstCase(name))
    expect(result.lambda).toBe((sampler as { lambda?: number }).lambda)
    expect(result.notes.join()).toContain('whoever knows the seed, 5, can take the noise out')
    expect(result.notes.join().includes('Gaussian')).toBe(options.includes('--gaussian'))
  })
})

test('--mechanism minimax needs no reference: it is for all distributions over the columns', async () => {
  const line = '@plain.csv --mechanism minimax --epsilon 1 --seed 1'
  const { worstCase, worstCaseCovers } = await json(line)
  const sampler = minimaxSampler({ form: 'nonlinear', categories: 3, epsilon: 1 })
  expect(worstCase.kl).toBe(sampler.worstCase('kl'))
  expect(worstCaseCovers).toBe('over all distributions')
})

test('a reference by names says which columns count; a list or uniform is over all of them, in order', async () => {
  const draws = async (line: string) =>
    (await json(`${line} --mechanism public-prior --epsilon 1 --seed 1`)).draws
  expect(await draws('@plain.csv --reference @list.txt')).toEqual(
    await draws('@rows.csv --reference @public.csv'),
  )
  const { categories } = await json('@rows.csv --mechanism mollifier --epsilon 1 --reference uniform')
  expect(categories).toEqual(['id', ...GENRES])
})

test('rows may come from standard input', async () => {
  const { draws } = await json('- --mechanism mollifier --reference @public.csv --epsilon 1', ROWS)
  expect(draws).toHaveLength(4)
})

test('without a seed the draws are cryptographic and follow the law: false alarms 1e-6', async () => {
  const result = await json('@many.csv --mechanism public-prior --reference @public.csv --epsilon 1')
  expect(result).toMatchObject({ randomness: 'crypto', notes: [] })
  expect(result).not.toHaveProperty('seed')
  const observed = GENRES.map(genre => result.draws.filter((drawn: string) => drawn === genre).length)
  const law = publicPriorSampler({ prior: REFERENCE, epsilon: 1 }).distribution([0.9, 0.1, 0])
  const expected = law.map(mass => 20_000 * mass)
  expect(chiSquarePValue(observed, expected), `${observed} of ${expected}`).toBeGreaterThan(FALSE_ALARM)
  // A twin that releases a draw from the distribution itself.
  expect(chiSquarePValue([18_000, 2000, 0], expected)).toBeLessThan(FALSE_ALARM)
})

test('--output writes the draws as CSV or Parquet, and prints the summary alone', async () => {
  const line = '@rows.csv --mechanism local-minimax --gamma 2 --reference @public.csv --epsilon 1 --seed 1'
  const { draws } = await json(line)
  const { stdout } = await sample(`${line} --output @draws.csv`)
  expect(stdout).toMatch(/^4 rows, 3 categories; local-minimax, epsilon: 1\n\nexact epsilon {2}[\d.]+\n/)
  expect(stdout).not.toMatch(/^ *1 {2}/m)
  const lines = draws.map((drawn: string, i: number) => `${i + 1},${drawn}\n`)
  expect(readFileSync(at('draws.csv'), 'utf8')).toBe(`row,drawn\n${lines.join('')}`)
  expect(await json(`${line} --output @draws.parquet`)).toMatchObject({ output: at('draws.parquet') })
  await withDatabase(async connection => {
    const rows = await connection.runAndReadAll(`FROM read_parquet(${sqlText(at('draws.parquet'))})`)
    expect(rows.getRowsJS()).toEqual(draws.map((drawn: string, i: number) => [i + 1, drawn]))
  })
})

test('the text has a line for each row, and a worst case that has no bound', async () => {
  const line = '@rows.csv --mechanism mollifier --reference @zero.csv --epsilon 1'
  const zero = testFolder({ 'zero.csv': 'category,weight\ndrama,1\nwar,1\ncomedy,0\n' })('zero.csv')
  const { stdout } = await sample(line.replace('@zero.csv', zero))
  expect(stdout).toMatch(
    /worst case {5}tv 1, kl Infinity, chi2 Infinity, hellinger2 1; over all distributions\n/,
  )
  expect(stdout).toMatch(
    /\n {2}1 {2}(drama|war)\n {2}2 {2}(drama|war)\n {2}3 {2}(drama|war)\n {2}4 {2}(drama|war)\n$/,
  )
  expect(await json(line.replace('@zero.csv', zero))).toMatchObject({ worstCase: { kl: 'Infinity' } })
})

test.each<[line: string, says: string]>([
  ['@rows.csv --epsilon 1', '--mechanism'],
  ['@rows.csv --mechanism guess --epsilon 1', '--mechanism'],
  ['@rows.csv --mechanism mollifier --reference @public.csv', '--epsilon: expected a privacy level'],
  ['@rows.csv --mechanism mollifier --epsilon 1', '--reference: expected a file, or uniform'],
  ['@rows.csv --mechanism mollifier --reference uniform --gaussian 1', '--gaussian: expected only with'],
  [
    '@rows.csv --mechanism mollifier --reference uniform --epsilon 1 --gamma 2',
    '--gamma: expected only with',
  ],
  [
    '@rows.csv --mechanism public-prior --reference uniform --epsilon 1 --norm tv',
    '--norm: expected only with',
  ],
  [
    '@rows.csv --mechanism minimax --epsilon 1 --gaussian 1',
    '--epsilon: expected a privacy level; or --gaussian',
  ],
  ['@rows.csv --mechanism minimax --epsilon 1 --reference uniform', '--reference: expected with'],
  ['@rows.csv --mechanism minimax --epsilon 1 --c1 0', '--reference: expected a file'],
  ['@rows.csv --mechanism minimax --epsilon 1 --c1 0 --reference uniform', '--c1 and --c2: expected both'],
  ['@rows.csv --mechanism minimax --gaussian 1 --form nonlinear', '--form: expected linear with --gaussian'],
  [
    '@rows.csv --mechanism local-minimax --epsilon 1 --reference uniform',
    '--gamma: expected the largest distance',
  ],
  [
    '@rows.csv --mechanism local-minimax --epsilon 1 --reference uniform --gamma 1',
    'gamma must be a number above 1; got 1',
  ],
  ['@rows.csv --mechanism minimax --epsilon -1', 'epsilon must be a number at least 0; got "-1"'],
  [
    '@rows.csv --mechanism minimax --epsilon 1 --output @draws.xls',
    '--output: expected a file that ends with .parquet or .csv',
  ],
  ['@rows.csv --mechanism mollifier --epsilon 1 --reference @other.csv', 'no column "horror"'],
  [
    '@rows.csv --mechanism mollifier --epsilon 1 --reference @list.txt',
    'list.txt: expected a weight for each of 4',
  ],
  [
    '@bad.csv --mechanism minimax --epsilon 1',
    'bad.csv, data row 2, column "war": expected a number, not negative',
  ],
  ['@none.csv --mechanism minimax --epsilon 1', 'none.csv: no such file'],
])('bad usage ends with status 2 and one line: %s', async (line, says) => {
  const { status, stdout, stderr } = await sample(line)
  expect(stderr).toMatch(/^error: [^\n]*\n$/)
  expect(stderr).toContain(says)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
})
