import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

/** What people type. */
const compare = ['compare', '--categories', '4', '--users', '100', '--runs', '1']
const at = testFolder({ 'runs.csv': 'run\n1\n', 'people.csv': 'x\na\nb\n' })

test.each<[string[], RegExp]>([
  [['--epsilon', '1', '--strategies', 'SRR'], /; got "SRR"\. Did you mean "srr"\?\n$/],
  [['--epsilon', '1', '--strategies', 'oue, grr'], /; got "grr"\. Did you mean "srr"\?\n$/],
  [['--epsilon', '1', '--strategies', 'ss'], /; got "ss"\. Did you mean "subset-selection"\?\n$/],
  [
    ['--epsilon', '1', '--strategies', 'srr,', 'oue'],
    /^error: --strategies: expected values separated by commas without spaces, such as srr,oue; got "srr, oue"\n$/,
  ],
  [['--eps', '1'], /^error: unknown option '--eps' \(Did you mean --epsilon\?\)\n$/],
  [['--epsilon', '1', '--k', '4'], /^error: unknown option '--k' \(Did you mean --categories\?\)\n$/],
  [['--epsilon', '1', '--n', '4'], /^error: unknown option '--n' \(Did you mean --users\?\)\n$/],
  [['--epsilon', '1', '--colum', 'x'], /^error: unknown option '--colum' \(Did you mean --column\?\)\n$/],
  [
    ['--epsilon', '.5', '1', '5'],
    /^error: --epsilon: expected values separated by commas without spaces, such as \.5,1,5; got "\.5 1 5"\n$/,
  ],
  [['--epsilon', '0,5'], /epsilon must be a number above 0; got "0,5"\. Did you mean "0\.5"\?\n$/],
])('compare %j is refused, and what was probably meant is said', async (args, line) => {
  const { status, stdout, stderr } = await runCli([...compare, ...args])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(line)
})

test.each<[string[], RegExp]>([
  [['0,5'], /epsilon must be a finite number above 0; got "0,5"\. Did you mean "0\.5"\?\n$/],
  [['.5', '1'], /^error: --epsilon: expected one value; got "\.5 1"\n$/],
])('estimate --epsilon %j takes one level', async (levels, line) => {
  const { status, stderr } = await runCli([
    'estimate',
    at('people.csv'),
    '--column',
    'x',
    '--epsilon',
    ...levels,
  ])
  expect(status).toBe(2)
  expect(stderr).toMatch(line)
})

test('a level that protects next to nothing is warned about, and a usual one is not', async () => {
  const args = ['audit', '--mechanism', 'srr', '--categories', '2', '--epsilon']
  expect((await runCli([...args, '50'])).stderr).toMatch(/^warning: epsilon 50 protects next to nothing: /)
  expect((await runCli([...args, '10'])).stderr).toBe('')
})

test.each(['report', 'results'])('%s of a file says that it expects a folder', async command => {
  const { status, stderr } = await runCli([command, at('runs.csv')])
  expect(status).toBe(2)
  expect(stderr).toMatch(/runs\.csv: expected the folder of a sweep, not a file\n$/)
})

test('a summary leaves out the columns that its sweep does not have', async () => {
  const folder = at('sweep')
  await sweepInto(folder, { plan: await tinyPlan() })
  const { stdout } = await runCli(['results', folder])
  expect(stdout).toMatch(
    / totalVariation +totalVariationError +intervalWidth .* difference +differenceError /,
  )
  expect(stdout).not.toMatch(/wasserstein|separate|association|people/)
})
