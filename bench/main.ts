/** Measures, and writes what it measured to bench/RESULTS.md: all sections, or those that are named. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inChild } from './child.ts'
import { renew } from './report.ts'
import { SECTIONS } from './sections.ts'

const FILE = join('bench', 'RESULTS.md')

const HEAD = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- loop scans\` measures these sections only and leaves the others as they are.
Each section is measured in a process of its own, which begins with what it does not count: start, and compilation.

Times are of the processor, all threads of a process together, unless they are called elapsed. What is compared is
measured in turn, once a round, and compared within each round; figures are medians over the rounds, with the quartiles in
parentheses. A load is the average number of running processes in the last minute: the processors that the measurement
itself keeps busy, and all else.`

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
    // Each time, so that an interruption loses nothing.
    const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
    const titles = SECTIONS.map(section => section.title)
    writeFileSync(FILE, renew(before, HEAD, titles, measured))
  }
} else {
  const allowed = SECTIONS.map(section => section.name).join(', ')
  process.stderr.write(`bench: the section is '${unknown}'; allowed: ${allowed}\n`)
  process.exitCode = 2
}
