/** Measures, and writes what it measured to bench/RESULTS.md. */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { samplerRows } from './samplers.ts'

const lines = [
  '# Benchmarks',
  '',
  `Written by \`npm run bench\`: Node ${process.version}, ${cpus().length} processors, load ${loadavg()[0].toFixed(1)} at the start.`,
  '',
  '## Samplers: effective draws a second',
  '',
  'SRR, K = 20, 10,000 people, truth Dirichlet(1), 4 chains of 1,000 draws after 500 of warm-up. ESS: the smallest bulk',
  'effective sample size over the categories, of 4,000 draws; a second is one of processor time, warm-up and diagnostics',
  'included. `sgld` and `sgrld` have the step 0.5/n.',
  '',
  '| ε | prior | sampler | ESS | ESS/s | R-hat |',
  '|---|---|---|---|---|---|',
]
for (const { epsilon, prior, sampler, essBulk, essPerSecond, rhat } of samplerRows()) {
  lines.push(
    `| ${epsilon} | ${prior} | ${sampler} | ${essBulk.toFixed(0)} | ${essPerSecond.toFixed(0)} | ${rhat.toFixed(3)} |`,
  )
  process.stderr.write(`${lines.at(-1)}\n`)
}
writeFileSync(join(import.meta.dirname, 'RESULTS.md'), `${lines.join('\n')}\n`)
