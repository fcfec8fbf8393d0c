// `node collector/bench/main.mjs [seconds] [connections]`: durable answers a second, delays, memory, and the time of a replay, on loopback.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../build.mjs'

const [seconds, connections] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 1000)]
/** More than can be answered. */
const INVITATIONS = 3000 * seconds
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
await bundle()
const main = fileURLToPath(new URL('../dist/main.mjs', import.meta.url))
const collector = (command, ...args) => [main, command, file, '--data', join(folder, 'data'), ...args]
const run = (...args) => String(execFileSync(process.execPath, collector(...args), { maxBuffer: 2 ** 28 }))

const tokens = run('invite', '--count', String(INVITATIONS)).match(/(?<=#t=)[^&]+/g)
const server = spawn(process.execPath, collector('serve', '--port', '0'), {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = /http:\S+/.exec(String((await once(server.stdout, 'data'))[0]))[0]
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

const quantile = (list, p) => list.sort((a, b) => a - b)[Math.floor(p * (list.length - 1))]?.toFixed(0)
const end = performance.now() + 1000 * seconds
const [posts, gets] = [[], []]

async function answerAll() {
  for (let token = tokens.pop(); token !== undefined && performance.now() < end; token = tokens.pop()) {
    const body = JSON.stringify({ token, request: 1, response: Math.floor(CATEGORIES * Math.random()) })
    const options = { method: 'POST', agent, headers: { 'content-type': 'application/json' } }
    const { status, ms } = await exchange('answers', options, body)
    if (status !== 201) throw new Error(`an answer met ${status}`)
    posts.push(ms)
  }
}

async function watch() {
  while (performance.now() < end) {
    gets.push((await exchange('request')).ms)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

await Promise.all([...Array.from({ length: connections }, answerAll), watch()])
const { answers } = JSON.parse((await exchange('results')).text)
const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024
const exit = once(server, 'exit')
server.kill('SIGTERM')
await exit
run('close')
const start = performance.now()
const { tallied } = JSON.parse(run('replay'))
const replayed = (performance.now() - start) / 1000
rmSync(folder, { recursive: true })
console.log(`${connections} connections for ${seconds} s, ${CATEGORIES} categories
answers a second, durable   ${Math.round(posts.length / seconds)}
POST, p50 and p99           ${quantile(posts, 0.5)} and ${quantile(posts, 0.99)} ms
GET /request, p50 and p99   ${quantile(gets, 0.5)} and ${quantile(gets, 0.99)} ms
acknowledged and kept       ${posts.length} and ${answers}
memory, at most             ${memory.toFixed(0)} MB
replay, with its estimate   ${tallied} answers in ${replayed.toFixed(1)} s`)
