import { expect, test } from 'vitest'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { requireRun } from '../../src/sweep/require-run.ts'
import { tinyPlan } from '../support/sweep.ts'

const [run] = expandPlan(await tinyPlan({ runs: 1 }))

test('a run of a plan passes, also once it was written down', () => {
  expect(requireRun(run)).toBe(run)
  expect(requireRun(JSON.parse(JSON.stringify(run)))).toEqual(JSON.parse(JSON.stringify(run)))
})

test.each([
  [null, 'run must be an object'],
  [{ ...run, name: 3 }, 'run.name must be a text; got 3'],
  [{ ...run, run: 0 }, 'run.run must be a whole number at least 1; got 0'],
  [{ ...run, setting: undefined }, 'run.setting must be an object'],
  [
    { ...run, setting: { ...run.setting, categories: 2 ** 31 } },
    'run.setting.categories must be a whole number from 2 to 100000; got 2147483648',
  ],
  [{ ...run, setting: { ...run.setting, users: 1e300 } }, 'run.setting.users must be a whole number'],
  [{ ...run, setting: { ...run.setting, truth: null } }, 'run.setting.truth must be an object'],
  [{ ...run, use: 'x' }, 'run.use must be a list of modules'],
  [{ ...run, use: [{ name: 'x' }] }, 'run.use[0].sha256 must be a text'],
])('a forged one does not: %#', (forged, says) => {
  expect(() => requireRun(forged)).toThrow(says)
})
