import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { stream } from 'adobest'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/folder.ts'
import { bundle } from '../build.mjs'
import { hashOf } from '../src/store/store.ts'
import {
  answer,
  ended,
  invite,
  post,
  type Results,
  run,
  SURVEY,
  serve,
  tallied,
  withStore,
} from './support/collector.ts'
import { answerOf, Offers } from './support/crowd.ts'

// COLLECTOR_ROUNDS=100 plays a hundred.
const ROUNDS = Number(process.env.COLLECTOR_ROUNDS ?? 3)
const CLIENTS = 25
/** So many answers are acknowledged in a round. */
const LEAST = 15
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const at = testFolder({ 'true/.keep': '', 'twin/.keep': '', 'several/.keep': '' })

/** Who comes in a round, and what they send. */
const ONE_QUESTION = {
  survey: SURVEY as object,
  invited: (folder: string) => invite(folder, 4000),
  answerFor: (url: string, token: string) => answer(url, token, 1),
}

const GROUPS = ['north', 'south']
const SEVERAL = {
  title: 'Work',
  epsilon: 1,
  strategy: 'srr',
  questions: {
    job: { text: '?', categories: ['a', 'b', 'c'] },
    stress: { text: '?', ordered: 3 },
    ill: { text: '?', categories: ['no', 'yes'] },
  },
  public: { region: GROUPS },
  goals: ['share(job = a) ± 0.001', 'mean(stress) ± 0.001', 'share(ill = yes | region = north) ± 0.001'],
}

/** The same with groups, and with several views that pages draw. */
function severalQuestions() {
  const groupOf = new Map<string, string>()
  const rng = stream('killed')
  return {
    survey: SEVERAL as object,
    invited: (folder: string) =>
      GROUPS.flatMap(group => {
        const tokens = invite(folder, 2000, SEVERAL, group)
        for (const token of tokens) groupOf.set(token, group)
        return tokens
      }).sort(() => rng.uniform() - 0.5),
    async answerFor(url: string, token: string) {
      const requests = await new Offers(url).of(groupOf.get(token)!)
      const person = { job: 'a', stress: 2, ill: 'no' }
      return answerOf(SEVERAL.questions as never, requests, { token, person, epsilon: 1, rng })
    },
  }
}

/** People answer until the collector is killed at some moment; one in ten sends twice, one in ten hangs up. */
async function round(
  folder: string,
  dist: string | undefined,
  acknowledged: Set<string>,
  { survey, invited, answerFor } = ONE_QUESTION,
): Promise<void> {
  const server = await serve(folder, survey, dist === undefined ? {} : { dist })
  const tokens = invited(folder)
  let killed = false
  const client = async () => {
    for (let token = tokens.pop(); token !== undefined && !killed; token = tokens.pop()) {
      try {
        const body = await answerFor(server.url, token)
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

const lost = (folder: string, acknowledged: Set<string>, survey: object = SURVEY) =>
  withStore(
    folder,
    store => Array.from(acknowledged).filter(token => !store.invitation(hashOf(token))?.isUsed).length,
    survey,
  )

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
  90_000 + 30_000 * ROUNDS,
)

test(
  `with groups and views, what was acknowledged is kept, through ${ROUNDS} kills`,
  async () => {
    const folder = at('several')
    const acknowledged = new Set<string>()
    for (let i = 0; i < ROUNDS; i++) {
      await round(folder, undefined, acknowledged, severalQuestions())
      expect(lost(folder, acknowledged, SEVERAL)).toBe(0)
    }
    withStore(
      folder,
      store => {
        const { answered, crowds } = store.totals()
        const kept = store.answers()
        expect(kept.reduce((sum, { n }) => sum + n, 0)).toBe(answered)
        for (const { group, answered: own } of crowds) {
          expect(kept.filter(one => one.group === group).reduce((sum, { n }) => sum + n, 0)).toBe(own)
        }
        for (const { answers } of store.batchesAfter(0, 1e6)) {
          expect(new Set(answers.map(({ group, body }) => group + JSON.parse(body).about)).size).toBe(1)
          expect(answers.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(10)
        }
      },
      SEVERAL,
    )
    const [first, second] = await Promise.all([run('replay', folder), run('replay', folder)])
    expect(second).toBe(first)
  },
  90_000 + 30_000 * ROUNDS,
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
