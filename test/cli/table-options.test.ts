import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'

const ROWS = 'cook\nbaker\ncook\nbaker\ncook\n'

const at = testFolder({
  'jobs.csv': `job\n${ROWS}`,
  'raw.csv': `Job\nWhat do you do?\n${ROWS.replace('baker', ' baker')}?\n`,
  'headerless.csv': ROWS,
  'plan.json': '\uFEFF{}',
})

const RUN = ['--epsilon', '1', '--draws', '4', '--json']
const estimate = (...args: string[]) => runCli(['estimate', ...args, ...RUN])

test('a raw table gives the estimate of the clean one, and says how many rows were left out', async () => {
  const clean = JSON.parse((await estimate(at('jobs.csv'), '--column', 'job')).stdout)
  expect(clean.dropped).toBe(0)
  const raw = ['--column', 'Job', '--skip', '1', '--trim', '--missing-values', '?,-99999']
  expect(JSON.parse((await estimate(at('raw.csv'), ...raw)).stdout)).toEqual({ ...clean, dropped: 1 })
  const numbered = await estimate(at('headerless.csv'), '--no-header', '--column', '1')
  expect(JSON.parse(numbered.stdout)).toEqual(clean)
})

test('a table that looks raw is read with a warning that names the option', async () => {
  const { stderr, stdout } = await estimate(at('raw.csv'), '--column', 'Job')
  const warning = 'column "Job": "baker" differs from another value by spaces only; --trim takes them away'
  expect(stderr).toContain(`warning: ${warning}\n`)
  expect(JSON.parse(stdout).warnings).toContain(warning)
})

test('a value as the rule of missing ones is refused with the option that was meant', async () => {
  const { status, stderr } = await estimate(at('raw.csv'), '--column', 'Job', '--missing', '?')
  expect(status).toBe(2)
  expect(stderr).toContain('--missing-values names values that stand for a missing one')
})

test('without a file the options of a table are refused', async () => {
  const { status, stderr } = await runCli(['compare', '--categories', '3', '--epsilon', '1', '--no-header'])
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'error: --no-header: expected a file that has the column\n',
  })
})

test('a byte order mark is no part of a plan, nor of a line of a stream', async () => {
  const plan = await runCli(['sweep', at('plan.json'), '--out', at('out')])
  expect(plan.stderr).toContain('plan.json: epsilon must be')
  const args = ['stream', '--categories', '3', '--epsilon', '1', '--strategy', 'srr']
  expect((await runCli(args, '\uFEFF{"status":1}\n')).stdout).toBe('{"answers":0}\n')
})
