import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { localPlayer } from '../support/built-player.ts'
import { builtModule, COMMAND } from '../support/command.ts'
import { testFolder } from '../support/folder.ts'
import { plainPlayer, rowsOf, storedRows, sweepInto, TINY, tinyPlan } from '../support/sweep.ts'

/** Runs that take seconds together. */
const LONGER = { users: 400, runs: 12 }
/** More runs than any test waits for. */
const ENDLESS = { runs: 10_000 }

const at = testFolder({
  'longer.json': JSON.stringify({ ...TINY, ...LONGER }),
  'endless.json': JSON.stringify({ ...TINY, ...ENDLESS }),
  'tiny.json': JSON.stringify(TINY),
})

const parts = (folder: string) =>
  existsSync(`${folder}/runs`) ? readdirSync(`${folder}/runs`).filter(name => !name.startsWith('.')) : []

async function untilParts(folder: string, count: number, child: ChildProcess): Promise<void> {
  while (parts(folder).length < count && child.exitCode === null) await setTimeout(10)
}

test('a sweep that is killed after some parts goes on, and has every run once', async () => {
  const plan = await tinyPlan(LONGER)
  // As adobest sweep does it, with a part ten times a second.
  const code = `
    import { localPlayer } from '${builtModule('sweep/local-player')}'
    import { readPlan } from '${builtModule('sweep/plan')}'
    import { sweep } from '${builtModule('sweep/sweep')}'
    const plan = await readPlan(${JSON.stringify(at('longer.json'))})
    const { signal } = new AbortController()
    await sweep({ plan, folder: ${JSON.stringify(at('killed'))}, player: localPlayer(1, 0.1), signal })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  await untilParts(at('killed'), 3, child)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const before = (await storedRows(at('killed'))).length
  expect(before).toBeGreaterThanOrEqual(3)
  expect(before).toBeLessThan(72)
  expect(await sweepInto(at('killed'), { plan, player: localPlayer(1) })).toMatchObject({
    runs: 72,
    before,
    written: 72 - before,
  })
  expect(await storedRows(at('killed'))).toEqual(rowsOf(plan))
})

test('Ctrl-C keeps what is finished, and says how to go on', async () => {
  const command = [COMMAND[1], 'sweep', at('endless.json'), '--out', at('stopped'), '--workers', '1']
  const child = spawn(process.execPath, command)
  let said = ''
  child.stderr.on('data', text => {
    said += text
    // The bar is shown after a second, when a run has ended.
    if (!child.killed && said.includes('sweep [')) child.kill('SIGINT')
  })
  const [status] = await once(child, 'close')
  const rows = (await storedRows(at('stopped'))).length
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(60_000)
  expect(status).toBe(130)
  expect(said).toMatch(
    /error: interrupted; \d+ of 60000 runs are in [^\n]*stopped; rerun the same command for the rest\n$/,
  )
  expect(said).toContain(`interrupted; ${rows} of 60000`)
})

test('a disk without room ends the sweep with one line, and loses nothing that was stored', async () => {
  const plan = await tinyPlan()
  await sweepInto(at('full'), { plan, player: work => plainPlayer({ ...work, runs: work.runs.slice(0, 3) }) })
  const before = parts(at('full'))
  // No file of more than a kilobyte can be written: as on a full disk, writing fails in the middle of a part.
  const command = [...COMMAND, 'sweep', at('tiny.json'), '--out', at('full')]
  const script = `trap '' XFSZ; ulimit -f 2; exec ${command.map(word => `'${word}'`).join(' ')}`
  const { status, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/error: [^\n]*full\/runs: expected room for results; those in it are safe[^\n]*\n$/)
  expect(stderr.match(/\n/g)!.length).toBeLessThanOrEqual(4)
  expect(parts(at('full'))).toEqual(before)
  expect(await sweepInto(at('full'), { plan })).toMatchObject({ before: 3, written: 21 })
  expect(await storedRows(at('full'))).toEqual(rowsOf(plan))
})

test('a stray manifest is told by its name', async () => {
  await sweepInto(at('stray'), { plan: await tinyPlan({ runs: 1 }) })
  writeFileSync(at('stray/manifest.json'), '{ "plan": ')
  await expect(sweepInto(at('stray'), { plan: await tinyPlan() })).rejects.toThrow(
    'stray/manifest.json: expected',
  )
})
