import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { expandPlan } from '../../src/sweep/expansion.ts'
import { playRun } from '../../src/sweep/play-run.ts'
import { type CliResult, runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { sweepInto, tinyPlan } from '../support/sweep.ts'

const at = testFolder({ taken: 'a file' })
const plan = await tinyPlan({
  truth: { dirichlet: 0.5 },
  categories: 3,
  users: [40, 80],
  epsilon: [1, 2],
  runs: 2,
})

const NAMES = [
  'error-by-people',
  'estimate-against-truth-n40',
  'estimate-against-truth-n80',
  'total-variation-n40',
  'total-variation-n80',
]
const FILES = NAMES.flatMap(name => [`${name}.png`, `${name}.svg`])

let plotted: CliResult

beforeAll(async () => {
  await sweepInto(at('there'), { plan })
  plotted = await runCli(['report', at('there'), '--figures', at('there/figures')])
  mkdirSync(at('empty'))
}, 60_000)

/** Without the progress bar, which slow machines see. */
const warnings = (stderr: string) => stderr.split('\n').filter(line => /^(warning|error)/.test(line))

describe('adobest report --figures', () => {
  test('draws every figure as SVG and PNG, and prints the paths after that of the page', () => {
    const { status, stdout, stderr } = plotted
    expect([status, warnings(stderr)]).toEqual([0, []])
    expect(stdout.trim().split('\n')).toEqual([
      at('there/report.html'),
      ...FILES.map(name => at(`there/figures/${name}`)),
    ])
    expect(readdirSync(at('there/figures')).sort()).toEqual(FILES)
    for (const name of FILES) {
      const start = readFileSync(at(`there/figures/${name}`))
        .subarray(0, 8)
        .toString('latin1')
      expect(start).toContain(name.endsWith('png') ? 'PNG' : '<svg ')
    }
  })

  test('says in each figure what is the same in all of it', () => {
    const svg = readFileSync(at('there/figures/total-variation-n40.svg'), 'utf8')
    expect(svg).toContain('K = 3 categories, n = 40 people, sampler sgld, prior 1, group size 1; 2 runs each')
    expect(svg).not.toContain('n = 80')
    for (const heading of ['ρ = 0.5, ε = 1', 'ρ = 0.5, ε = 2']) expect(svg).toContain(`>${heading}</text>`)
  })

  test('prints one JSON document, and draws the same figures, to the last bit, when it draws again', async () => {
    const { stdout } = await runCli(['report', at('there'), '--figures', at('again'), '--json'])
    const figures = FILES.map(name => at(`again/${name}`))
    expect(JSON.parse(stdout)).toEqual({ file: at('there/report.html'), runs: 16, planned: 16, figures })
    for (const name of FILES) {
      expect(readFileSync(at(`again/${name}`)).equals(readFileSync(at(`there/figures/${name}`)))).toBe(true)
    }
  })

  test('draws what is there of an unfinished sweep, and says how much is missing', async () => {
    const player = async ({ keep }: { keep(rows: ReturnType<typeof playRun>[]): Promise<void> }) => {
      await keep(
        expandPlan(plan)
          .slice(0, 3)
          .map(run => playRun(run)),
      )
      return []
    }
    await sweepInto(at('unfinished'), { plan, player })
    writeFileSync(at('unfinished/runs/bad.parquet'), 'PAR1')
    const { status, stdout, stderr } = await runCli(['report', at('unfinished'), '--figures', at('some')])
    expect(status).toBe(0)
    expect(stdout).toContain('total-variation')
    expect(warnings(stderr)).toEqual([
      expect.stringMatching(/bad\.parquet: expected a whole part/),
      'warning: 13 of 16 runs are missing; the figures show those that are there',
    ])
  })

  test('leaves nothing behind where it cannot draw', async () => {
    await sweepInto(at('none'), { plan, player: async () => [] })
    expect(await runCli(['report', at('none'), '--figures', at('nothing')])).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: ${at('none')}: expected a sweep with runs to draw; found none yet\n`,
    })
    expect([at('nothing'), at('none/report.html')].filter(existsSync)).toEqual([])
  })

  test.each<[args: string[], says: string]>([
    [
      [at('empty'), '--figures', at('new')],
      'empty: expected the folder of a sweep, with a manifest.json; found none',
    ],
    [[at('there'), '--figures', at('taken')], 'taken: expected a folder that can be made'],
  ])('refuses %j in one line, with status 2', async (args, says) => {
    const { status, stdout, stderr } = await runCli(['report', ...args])
    expect(stderr).toMatch(/^error: [^\n]*\n$/)
    expect(stderr).toContain(says)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  })
})
