// `node collector/bench/main.mjs [seconds] [connections] [rate] [same-thread]`: durable answers a second, delays, memory, and the time of a replay, on
// loopback. With a rate, answers come in at so many a second and delays count from when each was due; without, each connection sends
// its next answer when the last is acknowledged, which measures how many can be taken at most. With the word `same-thread` at the end, the
// estimator is in the server's thread: the delays then are what it is in a thread of its own for.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../build.mjs'
import { sameThread } from './same-thread.mjs'

const isSameThread = process.argv.at(-1) === 'same-thread'
const numbers = process.argv.slice(2, isSameThread ? -1 : undefined)
const [seconds = 60, connections = 1000, rate = 0] = numbers.map(Number)
/** More than can be answered. */
const INVITATIONS = (rate === 0 ? 4000 : rate) * seconds
const CATEGORIES = 100

const folder = mkdtempSync(join(tmpdir(), 'collector-bench-'))
const file = join(folder, 'survey.json')
const survey = {
  title: 'Bench',
  question: 'Which?',
  categories: Array.from({ length: CATEGORIES }, (_, i) => `category ${i}`),
  epsilon: 1,
  strategy: 'srr',
}
writeFileSync(file, JSON.stringify(survey))
// Beside `dist`, so that it finds the packages.
const outdir = fileURLToPath(new URL(`../out/${isSameThread ? 'same-thread' : 'bench'}`, import.meta.url))
await bundle({ outdir, plugins: isSameThread ? [sameThread] : [] })
const main = join(outdir, 'main.mjs')
const collector = (command, ...args) => [main, command, file, '--data', join(folder, 'data'), ...args]
const run = (...args) => String(execFileSync(process.execPath, collector(...args), { maxBuffer: 2 ** 28 }))

const server = spawn(process.execPath, collector('serve', '--port', '0'), {
  stdio: ['ignore', 'pipe', 'inherit'],
  // As the service and the container have it.
  env: { ...process.env, MALLOC_ARENA_MAX: '2' },
})
let printed = ''
while (!printed.includes('page hash')) printed += (await once(server.stdout, 'data'))[0]
const url = /http:\S+/.exec(printed)[0]
const asOperator = { headers: { authorization: `Bearer ${/#key=(\S+)/.exec(printed)[1]}` } }
const tokens = run('invite', '--count', String(INVITATIONS), '--base-url', url).match(/(?<=#t=)[^&]+/g)
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const watcher = new Agent({ keepAlive: true })

/** The status of a reply, its body, and how many milliseconds it took. */
function exchange(path, options = {}, body) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const sent = request(`${url}${path}`, { agent: watcher, ...options }, async reply => {
      let text = ''
      for await (const piece of reply) text += piece
      resolve({ status: reply.statusCode, text, ms: performance.now() - start })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const quantile = (list, p) => list.toSorted((a, b) => a - b)[Math.floor(p * (list.length - 1))].toFixed(0)
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
const begin = performance.now()
const end = begin + 1000 * seconds
/** In the first seconds a thousand connections are opened at once, by code that has not been compiled yet. */
const BEGINNING_MS = 5000
/** Milliseconds of each kind of exchange, in the beginning and after it, and by how many the adaptation was behind. */
const early = { posts: [], gets: [] }
const later = { posts: [], gets: [] }
const lags = []
const seriesAt = start => (start < begin + BEGINNING_MS ? early : later)

async function answerAll(connection) {
  for (let sent = 0, token = tokens.pop(); token !== undefined; sent++, token = tokens.pop()) {
    const due = rate === 0 ? performance.now() : begin + (1000 * (connection + sent * connections)) / rate
    if (due >= end) break
    await pause(Math.max(0, due - performance.now()))
    const body = JSON.stringify({ token, request: 1, response: Math.floor(CATEGORIES * Math.random()) })
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } }
    const { status } = await exchange('answers', options, body)
    if (status !== 201) throw new Error(`an answer met ${status}`)
    seriesAt(due).posts.push(performance.now() - due)
  }
}

async function watch() {
  while (performance.now() < end) {
    const start = performance.now()
    const { ms } = await exchange('request')
    seriesAt(start).gets.push(ms)
    await pause(50)
  }
}

/** How long ago there were as many answers as the current request takes into account, seen four times a second. */
async function follow() {
  const seen = []
  while (performance.now() < end) {
    const { answers, adaptedTo } = JSON.parse((await exchange('results', asOperator)).text)
    seen.push({ answers, at: performance.now() })
    const next = seen.find(({ answers }) => answers > adaptedTo)
    lags.push(next === undefined ? 0 : performance.now() - next.at)
    await pause(250)
  }
}

await Promise.all([...Array.from({ length: connections }, (_, i) => answerAll(i)), watch(), follow()])
const took = (performance.now() - begin) / 1000
const sent = early.posts.length + later.posts.length
// Results are up to half a second old.
await pause(2000)
const { answers } = JSON.parse((await exchange('results', asOperator)).text)
const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const exit = once(server, 'exit')
server.kill('SIGTERM')
await exit
run('close')
const start = performance.now()
const { tallied } = JSON.parse(run('replay'))
const replayed = (performance.now() - start) / 1000
rmSync(folder, { recursive: true })
const offered = rate === 0 ? 'as many answers as are taken' : `${rate} answers a second`
console.log(`${connections} connections for ${seconds} s, ${offered}, ${CATEGORIES} categories
answers a second, durable   ${Math.round(sent / took)}
in the first 5 s, p50 and p99
  POST answers              ${quantile(early.posts, 0.5)} and ${quantile(early.posts, 0.99)} ms
  GET request               ${quantile(early.gets, 0.5)} and ${quantile(early.gets, 0.99)} ms
after that
  POST answers              ${quantile(later.posts, 0.5)} and ${quantile(later.posts, 0.99)} ms
  GET request               ${quantile(later.gets, 0.5)} and ${quantile(later.gets, 0.99)} ms
behind, p50 and p99         ${quantile(lags, 0.5)} and ${quantile(lags, 0.99)} ms
acknowledged and kept       ${sent} and ${answers}
memory, at most             ${memory.toFixed(0)} MB
replay, with its estimate   ${tallied} answers in ${replayed.toFixed(1)} s`)
