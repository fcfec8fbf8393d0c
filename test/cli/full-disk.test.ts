import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { runCli } from '../support/cli.ts'
import { testFolder } from '../support/folder.ts'
import { fillDisk, mountDisk } from '../support/small-disk.ts'
import { sweepInto, TINY, tinyPlan } from '../support/sweep.ts'

const SIZE = 512

const at = testFolder({
  'tiny.json': JSON.stringify(TINY),
  'rows.csv': `news,sport\n${'1,2\n'.repeat(5000)}`,
})
const isMounted = mountDisk(at('disk'), SIZE)
await sweepInto(at('swept'), { plan: await tinyPlan({ runs: 1 }) })

/** The words of a command line; `@x` is the file x of the test's folder, `_` a space. */
const words = (line: string) =>
  line.split(' ').map(word => (word.startsWith('@') ? at(word.slice(1)) : word.replace('_', ' ')))

const COMPARE = 'compare --categories 3 --users 50 --epsilon 1 --strategies srr --runs 2 --sampler sgld'
const SAMPLE = 'sample @rows.csv --mechanism public-prior --reference uniform --epsilon 1 --seed 1'
const SWEEP = 'sweep @tiny.json --workers 1'

// Skipped where a disk cannot be mounted.
describe.runIf(isMounted)('on a full disk', () => {
  beforeEach(() => {
    for (const name of readdirSync(at('disk'))) rmSync(at(`disk/${name}`), { recursive: true })
  })

  test.each<[free: number, line: string]>([
    [0, `${COMPARE} --out @disk`],
    [0, `${COMPARE} --out @disk/new/deep`],
    [16, `${COMPARE} --out @disk/new`],
    [0, `${SAMPLE} --output @disk/draws.csv`],
    [8, `${SAMPLE} --output @disk/new/draws.csv`],
    [16, 'report @swept --figures @disk/figures'],
    [0, 'report @swept --out @disk/new/page.html'],
    [64, 'report @swept --out @disk/page.html'],
    [4, 'results @swept --sql FROM_runs --parquet @disk/runs.parquet'],
    [0, `${SWEEP} --out @disk`],
    [0, `${SWEEP} --out @disk/new`],
  ])(
    'with %d kB left it ends with one line and status 1, and leaves nothing behind: %s',
    async (free, line) => {
      fillDisk(at('disk'), SIZE, free)
      const { status, stdout, stderr } = await runCli(words(line))
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toMatch(
        /^error: \S*\/disk\S*: expected room for results \([^\n]*no space left[^\n]*\n$/i,
      )
      expect(readdirSync(at('disk'))).toEqual(['filler'])
    },
  )

  test('a sweep that has begun keeps its manifest, no part of a part, and goes on when there is room', async () => {
    const plan = await tinyPlan({ runs: 1 })
    fillDisk(at('disk'), SIZE, 4)
    await expect(sweepInto(at('disk/swept'), { plan })).rejects.toThrow(
      /swept\/runs: expected room for results; those in it are safe[^\n]*$/,
    )
    expect(readdirSync(at('disk/swept/runs'))).toEqual([])
    rmSync(at('disk/filler'))
    expect(await sweepInto(at('disk/swept'), { plan })).toMatchObject({ written: 6 })
  })

  test.each(['sample - --mechanism public-prior --reference uniform --epsilon 1', 'results @swept --csv'])(
    'temporary files have no room, and are gone: %s',
    async line => {
      mkdirSync(at('disk/tmp'))
      vi.stubEnv('TMPDIR', at('disk/tmp'))
      fillDisk(at('disk'), SIZE, 0)
      const { status, stderr } = await runCli(words(line), 'news,sport\n1,2\n')
      vi.unstubAllEnvs()
      expect(status).toBe(1)
      expect(stderr).toMatch(/^error: [^\n]*no space left[^\n]*\n$/i)
      expect(readdirSync(at('disk/tmp'))).toEqual([])
    },
  )
})

test('without a folder for temporary files the end is one line and status 1', async () => {
  vi.stubEnv('TMPDIR', at('nowhere'))
  const { status, stderr } = await runCli(words('estimate - --column job --epsilon 1'), 'job\na\nb\n')
  vi.unstubAllEnvs()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^error: \S*\/nowhere: expected a folder that can be written \(ENOENT[^\n]*\n$/)
})
