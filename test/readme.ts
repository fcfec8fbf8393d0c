/**
 * Plays every block of the README and of the guides that are Markdown, in the order of each page, on a copy of what git tracks in
 * which nothing has run before. A page is one session: a block begins in the folder where the one before it has ended.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES } from '../site/pages.ts'

/** Languages whose blocks `npm run test:clients` runs. */
const TESTED = ['python', 'r']
/** Blocks that CI runs as steps of their own. */
const ELSEWHERE = ['npm ci && npm start', 'npm ci && npm test']
/** How a page says where the program below belongs, and how it is run. */
const SAVED = /as `(\S+)`, and run `([^`]+)`:\s*$/
/** npm has just fetched the same packages for the checkout. */
const ENV = { ...process.env, npm_config_prefer_offline: 'true', npm_config_loglevel: 'error' }

const folder = mkdtempSync(join(tmpdir(), 'readme-'))
const clone = join(folder, 'adobest')
let passed = 0
try {
  cloneTo(clone)
  const guides = PAGES.map(page => page.source).filter(source => source.endsWith('.md'))
  for (const file of ['README.md', ...guides]) passed += playPage(file)
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`${passed} passed, 0 failed`)

/** Files as they are, changes that are not committed included. */
function cloneTo(clone: string): void {
  mkdirSync(clone)
  const copy = 'git -c safe.directory="*" ls-files -z | tar --create --null --files-from - | tar -x -C "$0"'
  const cwd = join(import.meta.dirname, '..')
  execFileSync('bash', ['-euo', 'pipefail', '-c', copy, clone], { cwd, stdio: 'inherit' })
}

/** The number of blocks. */
function playPage(file: string): number {
  const page = readFileSync(join(clone, file), 'utf8')
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  let cwd = clone
  for (const { 1: language, 2: text, index } of blocks) {
    if (language === 'sh') cwd = ELSEWHERE.includes(text.trim()) ? cwd : run(text, cwd)
    else if (language === 'ts') cwd = runProgram(text, cwd, page.slice(0, index))
    else if (!TESTED.includes(language))
      throw new Error(`A block of language '${language}' is not run by anything:\n${text}`)
  }
  return blocks.length
}

function runProgram(text: string, cwd: string, above: string): string {
  const tsx = join(clone, 'node_modules/.bin/tsx')
  const [, name, command] = SAVED.exec(above) ?? ['', 'block.mts', `'${tsx}' block.mts`]
  writeFileSync(join(cwd, name), text)
  return run(command, cwd)
}

/** Lines of a shell; where they end. */
function run(lines: string, cwd: string): string {
  console.log(lines.trim().replace(/^/gm, '$ '))
  const { status, output } = spawnSync('bash', ['-euo', 'pipefail', '-c', `${lines}\npwd >&3`], {
    cwd,
    env: ENV,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  if (status !== 0) throw new Error(`ended with status ${status} in ${cwd}:\n${lines}`)
  return output[3]!.trim()
}
