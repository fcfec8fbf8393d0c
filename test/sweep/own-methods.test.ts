import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mechanismContract, samplerContract, strategyContract, utilityContract } from '../../src/contract.ts'
import { InputError } from '../../src/data/input-error.ts'
import { createEstimator, restoreEstimator } from '../../src/loop/estimator.ts'
import { createRespondent } from '../../src/loop/respondent.ts'
import { stream } from '../../src/random/stream.ts'
import { readPageData } from '../../src/report/page-data.ts'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { catalogueOf, loadMethods } from '../../src/sweep/own-methods.ts'
import { readPlan } from '../../src/sweep/plan.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { localPlayer } from '../support/built-player.ts'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { OWN_METHODS, OWN_PLAN } from '../support/own-methods.ts'
import { storedRows, sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({
  'methods.mjs': OWN_METHODS,
  'plan.json': JSON.stringify(OWN_PLAN),
  'changing.mjs': OWN_METHODS,
  'changing.json': JSON.stringify({ ...OWN_PLAN, use: ['changing.mjs'] }),
  'nothing.mjs': 'export const sampler = []',
  'misspelt.mjs': "export const strategies = []\nexport const sampler = [{ name: 'mine' }]",
  'taken.mjs': "export const samplers = [{ name: 'gibbs', priors: 'any', create() {} }]",
  'lonely.mjs': "import 'not-installed'\n",
  'hungry.mjs': "import { readFileSync } from 'node:fs'\nreadFileSync('none.txt')\n",
  'broken.mjs': 'export const samplers = [',
  'elsewhere/plan.json': JSON.stringify(OWN_PLAN),
})
const plan = await readPlan(at('plan.json'))
const { catalogue, modules } = await loadMethods([at('methods.mjs')])

describe('a sweep with methods of one’s own', () => {
  test('on two worker threads gives what its runs give in this thread, and its report names the module', async () => {
    const outcome = await sweepInto(at('out'), { plan, player: localPlayer(2) })
    expect(outcome).toEqual({ runs: 8, before: 0, written: 8, failures: [] })
    const rows = expandPlan(plan).map(run => {
      const { seconds, ...row } = playRun(run, catalogue)
      return row
    })
    expect(rows).toHaveLength(8)
    expect(await storedRows(at('out'))).toEqual(rows.sort((a, b) => (a.name < b.name ? -1 : 1)))
    const { methods } = await readPageData(at('out'))
    expect(methods).toBe(`methods.mjs (sha256 ${modules[0].sha256.slice(0, 12)})`)
  })

  test('has runs that are named by the module’s digest, with seeds that are not', () => {
    const [{ name, seed, setting, use }] = expandPlan(plan)
    const { sha256 } = modules[0]
    expect(name).toBe(`${seed} strategy=srr use=${sha256.slice(0, 12)}`)
    expect(seed).not.toContain(' use=')
    expect(use).toEqual([{ name: 'methods.mjs', sha256 }])
    expect(setting.prior).toBe(1)
  })

  test('is another one when the file has changed, in the folder as at the workers', async () => {
    const before = await readPlan(at('changing.json'))
    await sweepInto(at('changed'), { plan: before, player: localPlayer(1) })
    appendFileSync(at('changing.mjs'), '// another version\n')
    const after = await readPlan(at('changing.json'))
    const names = expandPlan(before).map(run => run.name)
    expect(expandPlan(after).some(run => names.includes(run.name))).toBe(false)
    expect(expandPlan(after).map(run => run.seed)).toEqual(expandPlan(before).map(run => run.seed))
    await expect(sweepInto(at('changed'), { plan: after })).rejects.toThrow(
      /expected a folder whose runs all belong to the plan/,
    )
    await expect(catalogueOf(before.use!)).rejects.toThrow(
      /changing.mjs: expected the contents that the runs/,
    )
  })

  test('without any has the names that it had', async () => {
    const [{ name, seed, ...rest }] = expandPlan(await tinyPlan())
    expect(name).toBe(`${seed} strategy=srr`)
    expect(rest).not.toHaveProperty('use')
  })
})

test.each([
  ['missing.mjs', /missing.mjs: no such file; expected a module that exports mechanisms, /],
  [
    'nothing.mjs',
    /nothing.mjs: kinds must be an object or module with lists called mechanisms, .*; got \["sampler"\]/,
  ],
  ['misspelt.mjs', /misspelt.mjs: each list of kinds must be called mechanisms, .*; got "sampler"/],
  ['taken.mjs', /taken.mjs: samplers\[0\].name must be a name that is not taken; got "gibbs"/],
  ['broken.mjs', /broken.mjs: expected a module that exports /],
  [
    'lonely.mjs',
    /lonely.mjs: it imports what cannot be found \(.*'not-installed'.*\); a package has to be installed in its folder/,
  ],
  ['hungry.mjs', /hungry.mjs: expected a module that exports .* \(ENOENT: .*none.txt/],
])('%s is refused in one line', async (file, message) => {
  const error = await loadMethods([at(file)]).catch(error => error)
  expect(error).toBeInstanceOf(InputError)
  expect(error.message).toMatch(message)
  expect(error.message).not.toContain('\n')
})

test('a plan looks for its modules beside itself, and names what it does not know', async () => {
  await expect(readPlan(at('elsewhere/plan.json'))).rejects.toThrow(/elsewhere\/methods.mjs: no such file/)
  await expect(tinyPlan({ strategies: ['own'] })).rejects.toThrow(/strategies\[0\] must be one of srr, /)
  await expect(tinyPlan({ use: [5] })).rejects.toThrow('use[0] must be a non-empty string; got 5')
})

describe('the option --use', () => {
  const compare = (...more: string[]) =>
    runCli([
      'compare',
      '--categories',
      '3',
      '--users',
      '30',
      '--epsilon',
      '1',
      '--runs',
      '1',
      '--seed',
      '1',
      ...more,
    ])

  test('lets compare and estimate name them, and says which module they are of', async () => {
    const use = ['--use', at('methods.mjs'), '--sampler', 'pairwise']
    const { status, stdout, stderr } = await compare(...use, '--strategies', 'own,smallest')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`methods of methods.mjs (sha256 ${modules[0].sha256.slice(0, 12)})`)
    expect(stdout).toMatch(/own .*\n.*smallest/)
  })

  test('lets audit take a request of theirs, and computes its level from its columns', async () => {
    const request = JSON.stringify({ mechanism: 'own', categories: 3, epsilon: 2 })
    const use = ['--use', at('methods.mjs')]
    const { status, stdout } = await runCli(['audit', '--request', request, ...use, '--json'])
    expect([status, JSON.parse(stdout).request]).toEqual([0, JSON.parse(request)])
    expect(JSON.parse(stdout).epsilon).toBeCloseTo(2, 12)
    expect((await runCli(['audit', '--request', request])).status).toBe(2)
    const design = await runCli(['audit', '--design', 'warner,p=.7', ...use])
    expect([design.status, design.stderr]).toEqual([2, 'error: --use: expected without --design\n'])
  })

  test('lets audit take their names, too', async () => {
    const options = ['audit', '--mechanism', 'own', '--categories', '3', '--epsilon', '2']
    const { status, stdout } = await runCli([...options, '--use', at('methods.mjs'), '--json'])
    expect([status, JSON.parse(stdout).request.mechanism]).toEqual([0, 'own'])
    const without = await runCli(options)
    expect(without.status).toBe(2)
    expect(without.stderr).toMatch(/^error: --mechanism: expected srr, rrrr/)
  })

  test('is needed for their names', async () => {
    const without = await compare('--strategies', 'own')
    expect(without.status).toBe(2)
    expect(without.stderr).toMatch(
      /^error: option '--strategies <names>' argument 'own' is invalid. strategy must be one of srr/,
    )
    const sampler = await compare('--sampler', 'pairwise')
    expect(sampler.stderr).toMatch(
      /Allowed choices are auto, gibbs, hmc, slice, delayed-acceptance, sequence, sgld, sgrld\./,
    )
  })

  test('is of commands that play or audit', async () => {
    const { status, stderr } = await runCli(['results', at('out'), '--use', at('missing.mjs')])
    expect([status, stderr]).toEqual([2, "error: unknown option '--use'\n"])
    const missing = await compare(`--use=${at('missing.mjs')}`)
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/^error: .*missing.mjs: no such file/),
    ])
  })
})

test('an estimator with a stranger’s kinds goes on from its snapshot, and respondents need the catalogue', () => {
  const setting = { categories: 3, epsilon: 1 }
  const estimator = createEstimator({ ...setting, strategy: 'half', sampler: 'pairwise', seed: 1, catalogue })
  const people = stream(1, 'people')
  const respondent = createRespondent({ ...setting, catalogue, rng: people })
  for (let i = 0; i < 20; i++) estimator.observe(respondent.respond(estimator.request(), people.integer(3)))
  const snapshot = JSON.parse(JSON.stringify(estimator.snapshot()))
  expect(() => restoreEstimator(snapshot)).toThrow(RangeError)
  const restored = restoreEstimator(snapshot, { catalogue })
  expect(restored.request()).toEqual(estimator.request())
  expect(restored.estimate().mean).toEqual(estimator.estimate().mean)
  const other = createRespondent({ ...setting, rng: people })
  expect(() => other.respond(estimator.request(), 1)).toThrow(/^the request's mechanism must be one of/)
})

test('the stranger’s kinds keep the contracts', () => {
  const [mechanism, utility, strategy, sampler] = [
    catalogue.mechanisms.at(-1)!,
    catalogue.utilities.at(-1)!,
    catalogue.strategies.at(-1)!,
    catalogue.samplers.at(-1)!,
  ]
  const channel = mechanism.strategy!({ categories: 3, epsilon: 1 })
  expect(mechanismContract(channel, { seed: 1, catalogue })).toEqual([])
  expect(utilityContract(utility, { seed: 1 })).toEqual([])
  expect(strategyContract(strategy, { seed: 1, catalogue })).toEqual([])
  expect(samplerContract(sampler, { seed: 1 })).toEqual([])
})
