import { Readable, Writable } from 'node:stream'
import { run } from '../../src/cli/run.ts'

export interface CliResult {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command line in this process. */
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
  return { status, ...written }
}
