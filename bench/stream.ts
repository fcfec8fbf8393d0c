import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spread } from './pairs.ts'
import { against, figure, type Section, table, withQuartiles } from './report.ts'

const CATEGORIES = 20
const ROUNDS = 5
const ANSWERS = 40_000
/** The least number of answers per second, with one channel for all. */
const LEAST = 10_000

interface Case {
  readonly name: string
  readonly answers: number
  readonly options: readonly string[]
  /** Whether a request is asked for before each answer. */
  readonly asks?: true
  readonly stored?: true
}

const CASES: readonly Case[] = [
  { name: 'srr', answers: ANSWERS, options: ['--strategy', 'srr'] },
  { name: 'srr, with a state', answers: ANSWERS, options: ['--strategy', 'srr'], stored: true },
  {
    name: 'srr, memory `all`, no change detector',
    answers: ANSWERS,
    options: ['--strategy', 'srr', '--memory', 'all', '--run-length', 'none'],
  },
  { name: 'auto, asked each time', answers: ANSWERS / 10, options: ['--strategy', 'auto'], asks: true },
]

/** The command that runs a live collection. */
export const streamSection: Section = {
  name: 'stream',
  title: 'Stream: answers a second of `adobest stream`',
  async measure() {
    const rows: string[][] = []
    const rates = new Map<string, number>()
    for (const each of CASES) {
      const seconds: number[] = []
      for (let round = 0; round < ROUNDS; round++) seconds.push(await play(each))
      const rate = spread(seconds.map(value => each.answers / value))
      rates.set(each.name, rate.median)
      rows.push([each.name, figure(each.answers), withQuartiles(rate)])
    }
    return [
      `K = ${CATEGORIES}, ε = 1; memory \`learned\`, bands for every look and a change detector, unless the row says otherwise. All lines are written at once. The` +
        ` time is elapsed time from the first reply to the last; a reply is written once its answer is safe. ${ROUNDS} rounds.`,
      table(['', 'answers', 'answers a second'], rows),
      against('An answer to `srr`', 1e6 / rates.get('srr')!, 1e6 / LEAST, 'µs'),
      against('The same with a state', 1e6 / rates.get('srr, with a state')!, 1e6 / LEAST, 'µs'),
    ]
  },
}

/** Seconds from the first reply to the last. */
function play({ answers, options, asks, stored }: Case): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'adobest-bench-'))
  const state = stored ? ['--state', join(folder, 'state.json')] : []
  const command = ['dist/cli/main.mjs', 'stream', '--categories', String(CATEGORIES), '--epsilon', '1']
  const child = spawn(process.execPath, [...command, ...options, ...state])
  const ask = '{"ask":1}\n'
  const lines = Array.from(
    { length: answers },
    (_, i) => `${asks && i > 0 ? ask : ''}{"answer":${asks ? 0 : (i * 7) % CATEGORIES},"id":0}\n`,
  )
  const replies = asks ? 2 * answers : answers + 1
  return new Promise((resolve, reject) => {
    let count = 0
    let start = 0
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('"error"')) reject(new Error(String(chunk).slice(0, 200)))
      for (const byte of chunk) if (byte === 10) count++
      if (start === 0) {
        start = performance.now()
        child.stdin.end(lines.join(''))
      }
      if (count === replies) resolve((performance.now() - start) / 1000)
    })
    child.on('exit', code => {
      rmSync(folder, { recursive: true })
      if (code !== 0) reject(new Error(`adobest stream ended with ${code}`))
    })
    child.stdin.write(ask)
  })
}
