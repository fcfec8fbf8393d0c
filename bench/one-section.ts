/** Measures one section and sends its text to the parent process. */
import { cpus, loadavg } from 'node:os'
import { figure } from './report.ts'
import { SECTIONS } from './sections.ts'

const section = SECTIONS.find(({ name }) => name === process.argv[2])!
const before = loadavg()[0]
const start = performance.now()
const parts = await section.measure()
const seconds = (performance.now() - start) / 1000
const processors = cpus()
parts.push(
  `*Node ${process.version}, ${processors.length} × ${processors[0].model}; load ${before.toFixed(1)} at the start, ` +
    `${loadavg()[0].toFixed(1)} at the end; ${figure(seconds)} s in all.*`,
)
process.send!(parts.join('\n\n'))
