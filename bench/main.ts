/** Measures all sections, or those that are named, and writes the results to bench/RESULTS.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inChild } from './child.ts'
import { renew } from './report.ts'
import { SECTIONS } from './sections.ts'

const FILE = join('bench', 'RESULTS.md')

const HEAD = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- loop scans\` measures these sections only and leaves the others as they are.
Each section is measured in a process of its own. The start of the process and the compilation of code do not count.

Times are processor times, all threads of a process together, unless they are called elapsed. Contenders are measured in
turn, once per round, and compared within each round; figures are medians over the rounds, with the quartiles in
parentheses. The load is the average number of running processes in the last minute, those of the measurement itself
included.`

const names = process.argv.slice(2)
const unknown = names.find(name => SECTIONS.every(section => section.name !== name))
if (unknown === undefined) {
  const chosen = SECTIONS.filter(({ name }) => names.length === 0 || names.includes(name))
  const measured = new Map<string, string>()
  for (const { name, title } of chosen) {
    process.stderr.write(`${name}: being measured\n`)
    const text = await inChild<string>('one-section.mjs', [name])
    measured.set(title, text!)
    process.stderr.write(`${text}\n\n`)
    // Written after each section, so that an interruption loses nothing.
    const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
    const titles = SECTIONS.map(section => section.title)
    writeFileSync(FILE, renew(before, HEAD, titles, measured))
  }
} else {
  const allowed = SECTIONS.map(section => section.name).join(', ')
  process.stderr.write(`bench: there is no section '${unknown}'; allowed: ${allowed}\n`)
  process.exitCode = 2
}
