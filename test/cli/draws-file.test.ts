import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const REGIONS = ['north', 'south']
const PEOPLE = Array.from({ length: 200 }, (_, i) =>
  [
    ['cook', 'baker', 'clerk'][((i * i) % 7) % 3],
    ['f', 'm'][i % 5 < 2 ? 0 : 1],
    REGIONS[i % 2],
    20 + (i % 40),
  ].join(),
)
const at = testFolder({
  'people.csv': `job,sex,region,age\n${PEOPLE.join('\n')}\n`,
  'old.csv': 'age\n30\n50\n',
})

type Nested = readonly (number | Nested)[]
const shapeOf = (list: Nested): number[] => [list.length, ...(Array.isArray(list[0]) ? shapeOf(list[0]) : [])]
/** The mean over chains and draws, number by number. */
function meanOf(chains: Nested): number[] {
  const laws = chains.flatMap(chain => (chain as Nested[]).map(law => [law].flat(4) as number[]))
  return laws[0].map((_, x) => laws.reduce((sum, law) => sum + law[x] / laws.length, 0))
}
const near = (values: Nested) => ([values].flat(4) as number[]).map(value => expect.closeTo(value, 10))

async function estimate(...args: string[]) {
  const file = at('draws.json')
  const command = ['estimate', at('people.csv'), '--epsilon', '2', '--json', '--draws', '20', ...args]
  const { stdout, status } = await runCli([...command, '--draws-file', file])
  expect(status).toBe(0)
  return { found: JSON.parse(stdout), draws: JSON.parse(readFileSync(file, 'utf8')), file }
}

test('the draws of one question have the estimate as their mean', async () => {
  const { found, draws, file } = await estimate('--column', 'job')
  expect(shapeOf(draws.posterior.theta)).toEqual([4, 20, 3])
  expect(meanOf(draws.posterior.theta)).toEqual(near(found.estimate))
  expect(draws).toMatchObject({ dims: { theta: ['category'] }, coords: { category: found.categories } })
  expect(found.files).toEqual([file])
})

test('groups are a dimension, in the order of the laws', async () => {
  const { found, draws } = await estimate('--column', 'job', '--by', 'region')
  expect(shapeOf(draws.posterior.theta)).toEqual([4, 20, 2, 3])
  expect(meanOf(draws.posterior.theta)).toEqual(
    near(found.laws.map(({ estimate }: { estimate: number[] }) => estimate)),
  )
  expect(draws).toMatchObject({ dims: { theta: ['region', 'category'] }, coords: { region: REGIONS } })
})

test('several questions are variables of their names; a table is laid out as in the laws, not transposed', async () => {
  const { found, draws } = await estimate('--columns', 'job,sex')
  const table = found.laws[2].estimate as number[][]
  expect(Object.keys(draws.posterior)).toEqual(['job', 'sex', 'job:sex'])
  const [chains, each, ...cells] = shapeOf(draws.posterior['job:sex'])
  expect([chains * each > 0, ...cells]).toEqual([true, 3, 2])
  expect(meanOf(draws.posterior['job:sex'])).toEqual(near(table))
  const transposed = table[0].map((_, v) => table.map(row => row[v]))
  expect(meanOf(draws.posterior['job:sex'])).not.toEqual(near(transposed))
})

test('a number, decoded answers and a regression have theirs, too', async () => {
  const { found, draws } = await estimate('--column', 'age', '--from', '20', '--to', '60', '--bins', '8')
  expect(meanOf(draws.posterior.theta)).toEqual(near(found.laws[0].estimate))
  const file = at('regress.json')
  const formula = ['--formula', 'sex ~ age', '--epsilon', '2', '--draws', '20', '--draws-file', file]
  const { stdout } = await runCli(['regress', at('people.csv'), ...formula, '--json'])
  expect(meanOf(JSON.parse(readFileSync(file, 'utf8')).posterior.age)).toEqual(
    near([JSON.parse(stdout).coefficients[1].mean]),
  )
})

test('a file that cannot be written is refused before the work is done', async () => {
  const command = ['estimate', at('people.csv'), '--column', 'job', '--epsilon', '2']
  const { status, stderr } = await runCli([...command, '--draws-file', at('people.csv/draws.json')])
  expect(status).toBe(2)
  expect(stderr).toContain('people.csv')
  expect(existsSync(at('people.csv/draws.json'))).toBe(false)
})

test('--predict has the probability of each category for each row of a table of covariates', async () => {
  const command = ['regress', at('people.csv'), '--formula', 'sex ~ age', '--epsilon', '2', '--draws', '20']
  const { stdout } = await runCli([...command, '--predict', at('old.csv'), '--json'])
  const { predictions, coefficients } = JSON.parse(stdout)
  expect(predictions.map(({ row, category }: { row: number; category: string }) => [row, category])).toEqual([
    [1, 'f'],
    [1, 'm'],
    [2, 'f'],
    [2, 'm'],
  ])
  const [f30, m30, , m50] = predictions.map(({ mean }: { mean: number }) => mean)
  expect(f30 + m30).toBeCloseTo(1, 10)
  expect(Math.sign(m50 - m30)).toBe(Math.sign(coefficients[1].mean))
  const text = await runCli([...command, '--predict', at('old.csv')])
  expect(text.stdout).toMatch(new RegExp(`^ +1  f +${f30.toFixed(4)} `, 'm'))
})

test('--predict refuses a table without a covariate before the regression is drawn', async () => {
  const command = ['regress', at('people.csv'), '--formula', 'sex ~ age + region', '--epsilon', '2']
  const { status, stderr } = await runCli([...command, '--predict', at('old.csv')])
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `error: ${at('old.csv')}: no column "region"; expected one of "age"\n`,
  })
})
