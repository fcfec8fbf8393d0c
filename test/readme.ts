/** Runs every block of the README and of the guides that are Markdown: shell blocks line by line, TypeScript blocks as programs that import the built package. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES } from '../site/pages.ts'

const root = join(import.meta.dirname, '..')
/** Languages whose blocks a test of the default lane runs, where their packages are there. */
const TESTED = ['python', 'r']
/** Blocks that CI runs as steps of their own. */
const ELSEWHERE = ['npm ci && npm start', 'npm ci && npm test']

const guides = PAGES.map(page => page.source).filter(source => source.endsWith('.md'))
const files = ['README.md', ...guides]
const blocks = files.flatMap(file => [
  ...readFileSync(join(root, file), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms),
])
let passed = 0
for (const [, language, text] of blocks) {
  if (language === 'sh') for (const line of text.trim().split('\n')) runLine(line)
  else if (language === 'ts') runProgram(text)
  else if (!TESTED.includes(language))
    throw new Error(`A block of language '${language}' is not run by anything:\n${text}`)
  passed++
}
console.log(`${passed} passed, 0 failed`)

function runLine(line: string): void {
  if (ELSEWHERE.includes(line)) return
  console.log(`$ ${line}`)
  execFileSync('bash', ['-euo', 'pipefail', '-c', line], { cwd: root, stdio: 'inherit' })
}

function runProgram(text: string): void {
  // Inside the checkout, so that the package finds itself by its name, as it would be found when installed.
  const folder = mkdtempSync(join(root, 'out-readme-'))
  try {
    const file = join(folder, 'block.ts')
    writeFileSync(file, text)
    execFileSync('npx', ['tsx', file], { cwd: root, stdio: 'inherit' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
