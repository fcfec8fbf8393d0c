/**
 * A whole survey, asked by the collector: eight questions, four departments, six goals, ε = 2. Simulated people of known truth get links,
 * and answer: some of them in Chromium, on the page that people see, the others by the library's client over HTTP. Halfway, the server is
 * killed while it takes answers, and started again; people without a reply send the same answer once more. At the end the survey is closed,
 * its answers are counted anew (`replay`), exported and decoded by the command. People come in waves, and after each wave the script waits
 * for the next requests, because real surveys take weeks. Printed are the decision on each goal with the truth, the number of people at
 * which it was first seen settled, and the checked promises.
 *
 *     npm run build && npm ci --prefix collector && node collector/build.mjs && npx tsx experiments/whole-survey.ts [--people 6000] [--wave 500] [--browsers 100]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { requireInteger } from '../src/check/check.ts'
import { createRespondent } from '../src/loop/respondent.ts'
import { drawIndex } from '../src/random/categorical.ts'
import { stream } from '../src/random/stream.ts'
import { surveyAsked } from '../src/survey/asked.ts'
import { fillIn } from './support/fill-in.ts'
import { DEPARTMENTS, employee, isTrue, SURVEY } from './support/hospital.ts'
import { runScript } from './support/run-script.ts'
import { printRows, type Row, writeRows } from './support/write-rows.ts'

const AT_ONCE = 25

interface Law {
  readonly about: string | readonly string[]
  readonly group?: string
  readonly people: number
  readonly estimate: readonly number[]
  readonly interval: { readonly lower: readonly number[]; readonly upper: readonly number[] }
}

interface Results {
  readonly answers: number
  readonly waiting: number
  readonly tallied: number
  readonly adaptedTo: number
  readonly digest: string
  readonly auditedEpsilon: number
  readonly laws: readonly Law[]
  readonly queries: readonly { readonly query: string; readonly mean: number; readonly sd: number }[]
  readonly decisions: readonly {
    readonly goal: string
    readonly settled: boolean
    readonly answer: unknown
    readonly needed: number | null
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'whole-survey-'))
const file = join(folder, 'survey.json')
const command = (name: string, ...args: string[]) => [
  'collector/dist/main.mjs',
  name,
  file,
  '--data',
  join(folder, 'data'),
  ...args,
]
const run = (...[name, ...args]: [string, ...string[]]) =>
  execFileSync(process.execPath, command(name, ...args), { encoding: 'utf8', maxBuffer: 2 ** 28 })

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
}

async function serve(port: number): Promise<Server> {
  const child = spawn(process.execPath, command('serve', '--port', String(port)), {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.on('exit', code => {
    if (!printed.includes('page hash')) throw new Error(`the collector ended with ${code}; is it built?`)
  })
  while (!printed.includes('page hash')) printed += (await once(child.stdout!, 'data'))[0]
  const [, url, key] = /^page +(\S+)\ndashboard +\S+#key=(\S+)/.exec(printed)!
  return { child, url, key }
}

async function resultsOf({ url, key }: Server): Promise<Results> {
  const reply = await fetch(`${url}results`, { headers: { authorization: `Bearer ${key}` } })
  return (await reply.json()) as Results
}

/** Waits until the results satisfy a condition. */
async function resultsFrom(server: Server, isThere: (results: Results) => boolean): Promise<Results> {
  for (;;) {
    const results = await resultsOf(server)
    if (isThere(results)) return results
    await new Promise(resolve => setTimeout(resolve, 250))
  }
}

const { by: _, ...QUESTIONS } = surveyAsked(SURVEY)
const { epsilon } = SURVEY

/** Draws a request for each of some people, as their pages do, and randomizes. */
async function postsOf(url: string, links: readonly Link[]): Promise<string[]> {
  const offers = new Map<string, { id: number; weight: number; body: never }[]>()
  for (const group of DEPARTMENTS) {
    const reply = await fetch(`${url}request?group=${group}`)
    offers.set(group, ((await reply.json()) as { requests: never[] }).requests)
  }
  return links.map(({ token, group, person }) => {
    const own = offers.get(group)!
    const { id, body } =
      own[
        drawIndex(
          lots,
          own.map(({ weight }) => weight),
        )
      ]
    const respondent = createRespondent({ ...QUESTIONS, epsilon, budget: epsilon } as never)
    return JSON.stringify({ token, request: id, response: respondent.respond(body, person as never) })
  })
}

/** Sends an answer, and the same bytes once more if there was no reply. @returns the status that counted it */
async function send(server: () => Promise<Server>, body: string): Promise<number> {
  for (;;) {
    const { url } = await server()
    try {
      const headers = { 'content-type': 'application/json' }
      const { status } = await fetch(`${url}answers`, { method: 'POST', headers, body })
      if (status === 201 || status === 200) return status
      if (status !== 503) throw new RangeError(`an answer met ${status}`)
    } catch (error) {
      if (error instanceof RangeError) throw error
    }
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

interface Link {
  readonly link: string
  readonly token: string
  readonly group: string
  readonly person: ReturnType<typeof employee>
}

const lots = stream('whole survey', 'lots')

function invited(url: string, people: number): Link[] {
  const rng = stream('whole survey')
  const links = DEPARTMENTS.flatMap(group => {
    const count = String(people / DEPARTMENTS.length)
    const printed = run('invite', '--group', group, '--count', count, '--base-url', new URL(url).origin)
    return printed
      .trim()
      .split('\n')
      .map(link => ({ link, token: /#t=([^&]+)/.exec(link)![1], group, person: employee(group, rng) }))
  })
  return links
    .map(link => ({ link, at: rng.uniform() }))
    .sort((a, b) => a.at - b.at)
    .map(({ link }) => link)
}

/** Answers on the page in a browser. */
async function visit(browser: Browser, { link, person }: Link): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  await page.locator('#form').waitFor()
  await fillIn(page, SURVEY, person)
  await page.locator('#send').click()
  await page.locator('#sent').waitFor()
  await context.close()
}

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '6000' },
    browsers: { type: 'string', default: '100' },
    wave: { type: 'string', default: '500' },
  },
})

await runScript(async () => {
  const wave = requireInteger('--wave', Number(values.wave), 1)
  const people = requireInteger('--people', Number(values.people), 2 * wave)
  const browsers = requireInteger('--browsers', Number(values.browsers), 0)
  writeFileSync(file, JSON.stringify(SURVEY))
  let server = serve(0)
  let { url } = await server
  const { port } = new URL(url)
  const links = invited(url, people)
  const waves = Math.ceil(people / wave)
  const inBrowser = Math.ceil(browsers / waves)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  const settledAt = new Map<string, number>()
  const statuses = new Map<number, number>()
  const killedAt = Math.floor(waves / 2)
  let visited = 0
  for (let w = 0; w < waves; w++) {
    const own = links.slice(w * wave, (w + 1) * wave)
    for (const link of own.splice(0, Math.min(inBrowser, browsers - visited))) {
      await visit(browser, link)
      visited++
    }
    const posts = await postsOf(url, own)
    if (w === killedAt) {
      const { child } = await server
      setTimeout(async () => {
        server = once(child, 'exit').then(() => serve(Number(port)))
        child.kill('SIGKILL')
      }, 150)
    }
    const next = async () => {
      for (let body = posts.pop(); body !== undefined; body = posts.pop()) {
        const status = await send(() => server, body)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
    url = (await server).url
    const { tallied, decisions } = await resultsFrom(
      await server,
      ({ answers, waiting, tallied }) =>
        answers >= Math.min(people, (w + 1) * wave) && tallied >= answers - waiting,
    )
    for (const { goal, settled } of decisions) {
      if (!settled) settledAt.delete(goal)
      else if (!settledAt.has(goal)) settledAt.set(goal, tallied)
    }
    process.stderr.write(`${tallied} people: ${decisions.map(one => one.needed).join(' ')}\n`)
  }
  await browser.close()
  run('close')
  const results = await resultsFrom(await server, ({ tallied }) => tallied === people)
  const replayed = JSON.parse(run('replay')) as Results
  run('export', '--format', 'csv', '--out', join(folder, 'answers.csv'))
  const decoded = JSON.parse(
    execFileSync(
      process.execPath,
      ['dist/cli/main.mjs', 'decode', join(folder, 'answers.csv'), '--survey', file, '--json'],
      { encoding: 'utf8', maxBuffer: 2 ** 28 },
    ),
  ) as Results
  ;(await server).child.kill('SIGTERM')
  const rows = results.decisions.map(({ goal, settled, answer }): Row => {
    return {
      goal,
      settled: String(settled),
      answer: typeof answer === 'number' ? answer : String(answer),
      true: settled ? String(isTrue(goal, answer)) : '',
      'settled at': settledAt.get(goal) ?? '',
    }
  })
  writeRows('whole-survey', 'goals', rows)
  printRows('Six goals of a survey of eight questions', rows)
  const facts = [
    { what: 'answers, of people', value: people },
    { what: 'of them in Chromium', value: visited },
    { what: 'acknowledged at once', value: statuses.get(201) ?? 0 },
    { what: 'sent again, and counted already', value: statuses.get(200) ?? 0 },
    { what: 'counted', value: results.tallied },
    { what: 'replay gives the same digest', value: String(replayed.digest === results.digest) },
    { what: 'audited ε', value: results.auditedEpsilon },
    { what: 'laws in decode and dashboard', value: results.laws.length },
    { what: 'largest difference, in interval widths', value: largestDifference(results, decoded) },
  ]
  writeRows('whole-survey', 'facts', facts)
  printRows('What was seen', facts)
  rmSync(folder, { recursive: true })
})

/**
 * Largest difference of the estimates of two results, as a share of the interval's width. They differ because they come from different
 * draws.
 */
function largestDifference(one: Results, other: Results): number {
  const keyOf = ({ about, group }: Law) => `${about} ${group}`
  const laws = new Map(other.laws.map(law => [keyOf(law), law]))
  const differences = one.laws
    .filter(law => law.people > 0)
    .flatMap(law => {
      const { estimate } = laws.get(keyOf(law))!
      return law.estimate.map(
        (x, i) => Math.abs(estimate[i] - x) / (law.interval.upper[i] - law.interval.lower[i]),
      )
    })
  return Math.max(...differences)
}
