import { readFileSync } from 'node:fs'
import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { withoutCaret } from '../support/without-caret.ts'

// Who smokes is mostly old, whatever the region; of one person the age is missing.
const AGES = ['middle', 'old', 'young']
const ROWS = Array.from({ length: 360 }, (_, i) => {
  const age = AGES[i % 3]
  const smokes = (age === 'old') === i % 10 > 0 ? 'yes' : 'no'
  return `${smokes},${age},${i % 7 < 3 ? 'north' : 'south'}\n`
})

const at = testFolder({
  'people.csv': `smokes,age,region\n${ROWS.join('')},,\n`,
  'alone.csv': `smokes,age\nyes,old\nyes,young\n`,
})

const estimate = (...more: string[]) =>
  runCli([
    ...['estimate', at('people.csv'), '--columns', 'smokes,age,region', '--epsilon', '4'],
    ...['--strategy', 'subset-selection', '--draws', '20', ...more],
  ])

test('frequencies, tables and associations have intervals and the truth, and are written with a figure', async () => {
  const { status, stdout } = await estimate('--json', '--out', at('figures'))
  expect(status).toBe(0)
  const result = JSON.parse(stdout)
  expect(result).toMatchObject({ users: 360, dropped: 1, epsilon: 4, strategy: 'subset-selection', seed: 1 })
  expect(result.auditedEpsilon).toBeCloseTo(4, 9)
  expect(result.laws.map(({ about }: { about: unknown }) => String(about))).toEqual([
    ...['smokes', 'age', 'region'],
    ...['smokes,age', 'smokes,region', 'age,region'],
  ])
  expect(result.laws[1]).toMatchObject({ labels: AGES, truth: [1 / 3, 1 / 3, 1 / 3].map(near) })
  const [table, ...others] = result.laws.slice(3)
  expect(table.labels).toEqual([['no', 'yes'], AGES])
  // Of the old nine in ten smoke, of the others one in ten.
  expect(table.truth).toEqual([[0.3, 1 / 30, 0.3].map(near), [1 / 30, 0.3, 1 / 30].map(near)])
  table.estimate.forEach((row: number[], u: number) => {
    row.forEach((share, v) => {
      expect(table.interval.lower[u][v]).toBeLessThan(share)
      expect(table.interval.upper[u][v]).toBeGreaterThan(share)
    })
  })
  expect(table.estimate[1][1]).toBeGreaterThan(table.estimate[1][0])
  const { cramersV, mutualInformation } = table
  // V² = Σ p_uv²/(p_u p_v) − 1, with p_v = 1/3.
  const [few, many] = [(1 / 30) ** 2, 0.3 ** 2]
  const square = (3 * (many + 2 * few)) / (11 / 30) + (3 * (few + 2 * many)) / (19 / 30) - 1
  expect(cramersV.truth).toBeCloseTo(Math.sqrt(square), 9)
  expect(cramersV.lower).toBeGreaterThan(others[0].cramersV.mean)
  expect(mutualInformation.mean).toBeGreaterThan(0)
  expect(result.files.map((file: string) => file.slice(at('figures').length + 1))).toEqual([
    ...['associations.csv', 'associations.parquet', 'frequencies.csv', 'frequencies.parquet'],
    ...['table.png', 'table.svg', 'tables.csv', 'tables.parquet'],
  ])
  const lines = (name: string) =>
    readFileSync(`${at('figures')}/${name}.csv`, 'utf8')
      .trim()
      .split('\n')
  const cell = `smokes,age,yes,old,${table.estimate[1][1]},${table.interval.lower[1][1]},${table.interval.upper[1][1]}`
  expect(lines('tables').some(line => line.startsWith(cell))).toBe(true)
  expect([lines('tables'), lines('frequencies'), lines('associations')].map(({ length }) => length)).toEqual([
    1 + 6 + 4 + 6,
    1 + 2 + 3 + 2,
    1 + 2 * 3,
  ])
  const svg = readFileSync(`${at('figures')}/table.svg`, 'utf8')
  const { document } = parseHTML(`<!doctype html><body>${svg}</body>`)
  expect(svg).toContain('<title>smokes and age</title>')
  // The likeliest cell is the darkest, and no cell hides its text.
  const fills = [...document.querySelectorAll('[aria-label="rect"] rect')]
  expect(fills).toHaveLength(6)
  const opacities = fills.map(rect => Number(rect.getAttribute('fill-opacity')))
  const shares = table.estimate.flat()
  expect(Math.max(...opacities)).toBeCloseTo(0.85, 9)
  const sorted = (values: number[]) => values.slice().sort((x, y) => x - y)
  sorted(opacities).forEach((opacity, i) => {
    expect(opacity).toBeCloseTo((0.85 * sorted(shares)[i]) / Math.max(...shares), 9)
  })
})

/** Equal but for rounding. */
function near(value: number) {
  return expect.closeTo(value, 9)
}

test('the text has the frequencies, and the pairs that go together most first', async () => {
  const { status, stdout } = await estimate('--top', '2', '--table', 'region,age', '--out', at('other'))
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Simulated: .*\n\n360 people, 3 columns, 1 row without a value left out; strategy/)
  expect(stdout).toMatch(/\nage:\ncategory[^\n]*\n[^\n]*\n(.*\n){2}… 1 more category \(--top\)\n/)
  expect(stdout).toMatch(
    /how two questions go together:\nquestions +Cramér's V +lower 95 % +upper +truth\n[^\n]*\nsmokes, age /,
  )
  expect(stdout).toContain('… 1 more table (--top)')
  const svg = readFileSync(`${at('other')}/table.svg`, 'utf8')
  expect(svg).toContain('<title>age and region</title>')
  expect(svg).toContain('>region</text>')
})

test('people who are asked about one column each tell the frequencies alone', async () => {
  const { status, stdout } = await estimate('--ask', 'singles', '--json')
  expect(status).toBe(0)
  const { laws, totalVariation } = JSON.parse(stdout)
  expect(laws.map(({ about }: { about: unknown }) => about)).toEqual(['smokes', 'age', 'region'])
  const distance = ({ estimate, truth }: Record<string, number[]>) =>
    estimate.reduce((sum, share, x) => sum + Math.abs(share - truth[x]), 0) / 2
  expect(totalVariation).toBeCloseTo(laws.reduce((sum: number, law: never) => sum + distance(law), 0) / 3, 10)
  const text = await estimate('--ask', 'singles')
  expect(text.stdout).toContain('total variation distance to the truth, mean over columns: ')
  expect(text.stdout).not.toContain('go together')
  expect((await estimate('--ask', 'singles', '--out', at('singles'))).stderr).toContain(
    '--out: expected only where people are asked about two questions',
  )
})

test.each([
  [['--column', 'age'], '--column: expected only without --columns'],
  [['--by', 'region'], '--by: expected another column than '],
  [['--sort-by', 'yes'], '--sort-by: expected only with --by'],
  [
    ['--by', 'town', '--sort-by', 'yes'],
    '--sort-by: expected only where groups hold categories of one question',
  ],
  [
    ['--goal', 'share(yes) ± .1'],
    '--goal: goal must have one of the questions smokes, age, region where it has "yes"',
  ],
  [['--robust', '0.1'], '--robust: robust must be left out with questions: they have no robust intervals'],
  [['--from', '0', '--to', '1', '--bins', '4'], '--columns: expected without a range or a scale'],
  [['--memory', 'learned'], '--memory: memory must be left out with questions'],
  [['--group-size', '4'], '--group-size: groupSize must be left out with questions'],
  [['--sampler', 'gibbs'], '--sampler: sampler must be left out with questions'],
  [['--prior', '1'], '--prior: prior must be left out with questions'],
  [['--columns', 'age'], '--columns: expected two or more different names; got smokes,age,region,age'],
  [['--columns', 'wealth'], 'column "wealth"'],
  [['--table', 'age,smokes'], '--table: expected only with --out'],
  [['--table', 'age'], '--table: expected two of the columns smokes,age,region; got age'],
])('%j is refused in a line', async (more, sentence) => {
  const { status, stderr } = await estimate(...more)
  expect(status).toBe(2)
  expect(stderr).toContain(sentence)
  expect(withoutCaret(stderr.trim())).not.toContain('\n')
})

test('a column or several are needed, and each has two categories', async () => {
  const command = (...more: string[]) => runCli(['estimate', ...more, '--epsilon', '1'])
  const people = at('people.csv')
  expect((await command(people)).stderr).toContain('--column: expected the name of a column, or --columns')
  expect((await command(people, '--column', 'age', '--table', 'age,smokes')).stderr).toContain(
    '--table: expected only with --columns',
  )
  expect((await command(people, '--column', 'age', '--out', at('x'))).stderr).toContain(
    '--out: expected only with --by or --columns',
  )
  expect((await command(at('alone.csv'), '--columns', 'smokes,age')).stderr).toContain(
    'column "smokes" has one category, "yes"; expected at least 2 categories',
  )
})
