import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { bundle } from '../build.mjs'
import { hashOf } from '../src/store/store.ts'
import {
  answer,
  ended,
  post,
  type Results,
  run,
  SURVEY,
  serve,
  tallied,
  withStore,
} from './support/collector.ts'

// COLLECTOR_ROUNDS=100 plays a hundred.
const ROUNDS = Number(process.env.COLLECTOR_ROUNDS ?? 3)
const CLIENTS = 25
/** So many answers are acknowledged in a round. */
const LEAST = 15
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const at = testFolder({ 'true/.keep': '', 'twin/.keep': '' })

/** People answer until the collector is killed at some moment; one in ten sends twice, one in ten hangs up. */
async function round(folder: string, dist: string | undefined, acknowledged: Set<string>): Promise<void> {
  const server = await serve(folder, SURVEY, dist === undefined ? {} : { dist })
  const tokens = withStore(folder, store => store.invite(4000))
  let killed = false
  const client = async () => {
    for (let token = tokens.pop(); token !== undefined && !killed; token = tokens.pop()) {
      try {
        const body = await answer(server.url, token, 1)
        const luck = Math.random()
        const signal = luck < 0.1 ? AbortSignal.timeout(Math.round(3 * Math.random())) : undefined
        const sent = [post(server.url, body, signal), ...(luck > 0.9 ? [post(server.url, body)] : [])]
        const replies = await Promise.allSettled(sent)
        for (const reply of replies) {
          if (reply.status !== 'fulfilled') continue
          expect([200, 201]).toContain(reply.value.status)
          acknowledged.add(token)
        }
      } catch (error) {
        if (!killed && (error as Error).name !== 'TypeError') throw error
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  clients.catch(() => {})
  // However fast the machine is, some were acknowledged; then any moment is as good as another.
  const enough = acknowledged.size + LEAST
  while (acknowledged.size < enough) await new Promise(resolve => setTimeout(resolve, 10))
  await new Promise(resolve => setTimeout(resolve, 600 * Math.random()))
  killed = true
  await ended(server, 'SIGKILL')
  await clients
}

const lost = (folder: string, acknowledged: Set<string>) =>
  withStore(folder, store => Array.from(acknowledged).filter(token => !store.isUsed(hashOf(token))).length)

test(
  `what was acknowledged is kept, through ${ROUNDS} kills at random moments`,
  async () => {
    const folder = at('true')
    const acknowledged = new Set<string>()
    for (let i = 0; i < ROUNDS; i++) {
      await round(folder, undefined, acknowledged)
      expect(lost(folder, acknowledged)).toBe(0)
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(LEAST * ROUNDS)
    const server = await serve(folder)
    const { answered } = withStore(folder, store => store.totals())
    // Whatever a kill interrupted: an invitation is used if and only if its answer is there.
    const kept = withStore(folder, store => store.answers().reduce((sum, { n }) => sum + n, 0))
    expect(kept).toBe(answered)
    expect(answered).toBeGreaterThanOrEqual(acknowledged.size)
    await run('close', folder)
    const results = await tallied(server.url, answered)
    expect(results).toMatchObject({ answers: answered, tallied: answered, waiting: 0 })
    const replayed = JSON.parse(await run('replay', folder)) as Results
    expect([replayed.tallied, replayed.digest, replayed.mean]).toEqual([
      answered,
      results.digest,
      results.mean,
    ])
    // The command of the library reads the same answers from the export, in both forms.
    for (const format of ['csv', 'json']) {
      const file = `${folder}/answers.${format}`
      await run('export', folder, '--format', format, '--out', file)
      const decode = [
        'dist/cli/main.mjs',
        'decode',
        file,
        '--count-column',
        'count',
        '--epsilon',
        '1',
        '--json',
      ]
      const { stdout } = await promisify(execFile)(process.execPath, decode, { cwd: ROOT })
      const { users, estimate } = JSON.parse(stdout) as { users: number; estimate: number[] }
      expect(users).toBe(answered)
      estimate.forEach((x, i) => {
        expect(Math.abs(x - results.mean[i])).toBeLessThan(0.01)
      })
    }
  },
  60_000 + 20_000 * ROUNDS,
)

test('twin: acknowledging before the commit loses answers', async () => {
  // Beside the collector's packages, so that it finds them.
  const dist = fileURLToPath(new URL('../out/early', import.meta.url))
  const early = {
    name: 'early',
    setup(build: import('esbuild').PluginBuild) {
      build.onLoad({ filter: /intake\.ts$/ }, async ({ path }) => {
        const { readFileSync } = await import('node:fs')
        const text = readFileSync(path, 'utf8')
        const contents = text.replace('this.waiting.push(', 'resolve(201 as Outcome); this.waiting.push(')
        expect(contents).not.toBe(text)
        return { contents, loader: 'ts' }
      })
    },
  }
  await bundle({ outdir: dist, plugins: [early] })
  const acknowledged = new Set<string>()
  let losses = 0
  for (let i = 0; i < 12 && losses === 0; i++) {
    await round(at('twin'), dist, acknowledged)
    losses = lost(at('twin'), acknowledged)
  }
  expect(losses).toBeGreaterThan(0)
})
