/**
 * Mutation testing: applies each listed change in a scratch copy, and runs the tests of the file that was changed.
 *
 *     npx tsx test/mutants/run.ts             all lists
 *     npx tsx test/mutants/run.ts epsilon 7   one list, from its seventh mutant on
 *
 * Mutants of the collector need its packages and the library's build, which `npm run test:collector` makes.
 * A mutant is killed if a test fails or does not end. Each one that lives is printed. Lists are run at will, not with the other tests:
 * a mutant takes some seconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { LISTS } from './lists.ts'
import { testOf } from './mutants.ts'

/** Tests that have not ended after so many milliseconds would not end. */
const PATIENCE = 120_000
const COPIED = [
  'src',
  'test',
  'experiments/support',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'tsdown.config.ts',
  'CHANGELOG.md',
  'CITATION.cff',
  'CONTRIBUTING.md',
  'README.md',
  'package-lock.json',
  'clients',
]
/** A package of its own: its tests are run by its own configuration, and need the library that was built. */
const COLLECTOR = 'collector'

const [list, from = '1'] = process.argv.slice(2)
if (list !== undefined && !(list in LISTS)) {
  console.error(`expected one of ${Object.keys(LISTS).join(', ')}; got ${list}`)
  process.exit(2)
}
const scratch = mkdtempSync(join(tmpdir(), 'mutants-'))
try {
  for (const one of COPIED) cpSync(one, join(scratch, one), { recursive: true })
  const isSource = (path: string) => !/^collector.(node_modules|dist|out)/.test(path)
  cpSync(COLLECTOR, join(scratch, COLLECTOR), { recursive: true, filter: isSource })
  for (const one of ['node_modules', 'dist', join(COLLECTOR, 'node_modules')]) {
    symlinkSync(join(process.cwd(), one), join(scratch, one))
  }
  for (const name of list === undefined ? Object.keys(LISTS) : [list]) await runList(name, Number(from))
} finally {
  rmSync(scratch, { recursive: true })
}

async function runList(name: string, first: number): Promise<void> {
  let number = 0
  let killed = 0
  let played = 0
  for (const { file, tests = [testOf(file)], only, changes } of LISTS[name]) {
    const path = join(scratch, file)
    const text = readFileSync(path, 'utf8')
    const isAhead = number + changes.length < first
    if (!isAhead && !(await pass(tests, only))) {
      console.log(`${name}: ${tests.join(', ')} fail without any change`)
      process.exitCode = 1
      number += changes.length
      continue
    }
    for (const [before, after] of changes) {
      if (++number < first) continue
      const parts = text.split(before)
      if (parts.length !== 2) {
        console.log(
          `${name} ${number}: stale; ${file} has ${parts.length - 1} times ${JSON.stringify(before)}`,
        )
        process.exitCode = 1
        continue
      }
      writeFileSync(path, parts.join(after))
      const lives = await pass(tests, only)
      writeFileSync(path, text)
      played++
      if (!lives) killed++
      else {
        console.log(`${name} ${number}: lives; ${file}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
        process.exitCode = 1
      }
      if (played % 10 === 0) console.error(`${name}: ${killed} of ${played} killed`)
    }
  }
  console.log(`${name}: ${killed} of ${played} killed`)
}

/** Whether the tests pass. If they do not end, they are ended together with the workers that they run in. */
async function pass(tests: readonly string[], only: string | undefined): Promise<boolean> {
  const vitest = join(scratch, 'node_modules/vitest/vitest.mjs')
  const isCollectors = tests.every(file => file.startsWith(COLLECTOR))
  const place = isCollectors ? ['--root', COLLECTOR] : ['--project', 'default*']
  const args = ['run', ...place, '--bail', '1', '--reporter', 'json']
  if (only !== undefined) args.push('-t', only)
  const child = spawn(process.execPath, [vitest, ...args, ...tests], {
    cwd: scratch,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const report = text(child.stdout)
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), PATIENCE)
  const [status] = await once(child, 'exit')
  clearTimeout(timer)
  // Names that match no test would let every mutant live.
  return status === 0 && JSON.parse(await report).numPassedTests > 0
}
