import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/run.ts'

export interface CliResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** The lines that take the place of a progress bar. On a busy machine, any work may take long enough to show them. */
const PROGRESS = /(^\w+ \[[=-]+\] +\d+%, \S+ s to go\n)+\n?|^decode: \d+ distinct requests audited, .*\n/gm

/** Runs the command line in this process. What it says of its progress is left out, because only the clock decides whether it does. */
export async function runCli(args: readonly string[], stdin = ''): Promise<CliResult> {
  const written = { stdout: '', stderr: '' }
  const sink = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _, done) {
        written[name] += chunk
        done()
      },
    })
  const status = await run(args, {
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  })
  return { status, ...written, stderr: written.stderr.replace(PROGRESS, '') }
}
