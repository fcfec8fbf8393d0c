import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { requirePackages } from '../data/node-packages.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { serverName } from '../sweep/queue.ts'
import { serveQueue } from '../sweep/queue-worker.ts'
import { withInterrupt } from './interrupt.ts'
import { type Io, print, warn } from './io.ts'
import { addUseOption } from './methods.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'
import { count } from './parsers.ts'

const EXAMPLES = `
Examples:
  adobest worker redis://localhost:6379
  adobest worker rediss://user:password@host:6380 --workers 4`

interface WorkerOptions extends CommonOptions {
  readonly workers?: number
}

/** `adobest worker`: plays the runs that `adobest sweep --queue` has put on a queue. */
export function addWorker(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('worker')
    .summary('play the runs that adobest sweep --queue has put on a queue')
    .description(
      'Takes runs from a queue on Redis until Ctrl-C. Any number of machines may do so. If a worker dies, or has not finished a run five ' +
        'seconds after it was told to stop, another worker plays the run. A worker leaves runs that use a module which its --use does not name.',
    )
    .argument('<redis>', 'redis://host:port, or rediss://host:port with TLS')
    .option('--workers <n>', 'runs at a time (default: the number of processors)', count('workers'))
    .addHelpText('after', EXAMPLES)
    .action((url: string, options: WorkerOptions) => work(url, options, io, methods))
  addCommonOptions(addUseOption(command), 'draws nothing')
}

async function work(url: string, options: WorkerOptions, io: Io, { modules }: OwnMethods): Promise<void> {
  await requirePackages('bullmq', 'ioredis', 'piscina')
  const workers = options.workers ?? availableParallelism()
  io.stderr.write(`taking runs from ${serverName(url)}, ${workers} at a time; Ctrl-C to stop\n`)
  let runs = 0
  await withInterrupt(signal => {
    signal.addEventListener(
      'abort',
      () => io.stderr.write('stopping: runs in progress have five seconds\n'),
      { once: true },
    )
    return serveQueue({
      url,
      workers,
      signal,
      modules,
      onFinished: () => {
        runs++
      },
      onWarning: warning => warn(io, warning),
    })
  })
  print(io, options.json, { json: { played: runs }, text: `${runs} runs played\n` })
}
