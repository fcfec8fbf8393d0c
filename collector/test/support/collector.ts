import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRespondent, type ChannelRequest as Request } from 'adobest'
import { onTestFinished } from 'vitest'
import { Store } from '../../src/store/store.ts'
import { requireSurvey } from '../../src/survey.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

/** A survey that is cheap to estimate. */
export const SURVEY = {
  title: 'Work',
  question: 'How did you get to work?',
  categories: ['on foot', 'by bicycle', 'by car'],
  epsilon: 1,
  strategy: 'srr',
}

/** The operator's keys of the collectors that were started, by the addresses of their results. */
const KEYS = new Map<string, string>()

/** A running collector, and what it has said on standard error. */
export interface Running {
  /** With a slash at the end. */
  readonly url: string
  /** With the operator's key. */
  readonly dashboard: string
  readonly child: ChildProcess
  said(): string
}

/** Starts a collector as a process of its own. */
export async function serve(
  folder: string,
  survey: object = SURVEY,
  { dist = DIST, limit = '', preload = '', args = [] as string[] } = {},
): Promise<Running> {
  const file = join(folder, 'survey.json')
  writeFileSync(file, JSON.stringify(survey))
  const command = [process.execPath, join(dist, 'main.mjs'), 'serve', file, '--data', join(folder, 'data')]
  const env = preload === '' ? process.env : { ...process.env, NODE_OPTIONS: `--import ${preload}` }
  const line = ['-c', `${limit} exec "$@"`, 'bash', ...command, '--port', '0', ...args]
  const child = spawn('bash', line, { env })
  let [out, error] = ['', '']
  child.stderr.on('data', text => {
    error += text
  })
  child.stdout.on('data', text => {
    out += text
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  while (!out.includes('page hash')) {
    if (child.exitCode !== null) throw new Error(`the collector ended: ${error}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const [, url, dashboard, key] = /^page +(\S+)\ndashboard +(\S+#key=(\S+))/.exec(out)!
  KEYS.set(`${url}results`, key)
  return { url, dashboard, child, said: () => error }
}

export async function ended({ child }: Running, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** What a command of the collector prints. */
export async function run(command: string, folder: string, ...args: string[]): Promise<string> {
  const main = [join(DIST, 'main.mjs'), command, join(folder, 'survey.json'), '--data', join(folder, 'data')]
  return (await promisify(execFile)(process.execPath, [...main, ...args])).stdout
}

/** Opens the store of a collector, beside it or without it. */
export function withStore<T>(folder: string, work: (store: Store) => T, survey: object = SURVEY): T {
  const store = new Store(join(folder, 'data'), requireSurvey(survey))
  try {
    return work(store)
  } finally {
    store.shut()
  }
}

/** Reads as the operator does. */
export async function getJSON(address: string): Promise<unknown> {
  return (await fetch(address, { headers: { authorization: `Bearer ${KEYS.get(address)}` } })).json()
}

export function post(url: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  })
}

/** So many people of a group, or of none. */
export const people = (count: number, group = '') => Array.from({ length: count }, () => group)

/** Invites some people. @returns their tokens */
export function invite(folder: string, count: number, survey: object = SURVEY, group = ''): string[] {
  return withStore(folder, store => store.invite(people(count, group)), survey)
}

/** An answer of somebody who holds a category to the request that is handed out now. */
export async function answer(url: string, token: string, held: number, survey = SURVEY): Promise<object> {
  const { id, body } = (await getJSON(`${url}request`)) as { id: number; body: Request }
  const { epsilon, categories } = survey
  const response = createRespondent({ epsilon, categories: categories.length }).respond(body, held)
  return { token, request: id, response }
}

/** The results, once they count this many answers. */
export async function tallied(url: string, count: number): Promise<Results> {
  for (;;) {
    const results = (await getJSON(`${url}results`)) as Results
    if (results.tallied >= count) return results
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

export interface Results {
  readonly closed: string | null
  readonly answers: number
  readonly waiting: number
  readonly tallied: number
  readonly mean: readonly number[]
  readonly digest: string
  readonly invitations: object
  readonly refused: object
  readonly decisions: readonly { readonly settled: boolean }[]
}
