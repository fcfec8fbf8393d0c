import { type Command, InvalidArgumentError } from 'commander'
import { quote } from '../check/quote.ts'
import { Failure } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { requirePackages } from '../data/node-packages.ts'
import { withProgress } from '../report/progress.ts'
import type { Shard } from '../sweep/expansion.ts'
import { localPlayer } from '../sweep/local-player.ts'
import { readPlan } from '../sweep/plan.ts'
import { serverName } from '../sweep/queue.ts'
import { queuePlayer } from '../sweep/queue-player.ts'
import { type Player, type SweepOutcome, sweep } from '../sweep/sweep.ts'
import { Interruption, withInterrupt } from './interrupt.ts'
import { type Io, print, warn } from './io.ts'
import { addUseOption } from './methods.ts'
import { count, seed } from './parsers.ts'

const EXAMPLES = `
Examples:
  adobest sweep experiments/plans/paper-grid.json --out out/paper-grid
  adobest sweep plan.json --out /shared/results --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT
  adobest sweep plan.json --out /shared/results --shard $((JOB_COMPLETION_INDEX + 1))/8
  adobest sweep plan.json --out out/results --queue redis://host:6379`

interface SweepCommandOptions {
  readonly out: string
  readonly workers?: number
  readonly shard?: Shard
  readonly queue?: string
  readonly use?: readonly string[]
  readonly seed?: string | number
  readonly survey?: string
  readonly json?: boolean
}

/** `adobest sweep`: plays the runs of a plan that its folder lacks. */
export function addSweep(program: Command, io: Io): void {
  const command = program
    .command('sweep')
    .summary('simulate a grid of collections, and store the results')
    .description(
      'Plays every combination of the settings in a plan, many times, and stores a row for each run. Rerun the same ' +
        'command to resume: finished runs are skipped. A run has the same numbers on every machine and in any order. ' +
        'adobest results shows the results.',
    )
    .argument(
      '<plan>',
      'JSON, or a module with the plan as its default export; site/guides/command-line.md lists its settings',
    )
    .requiredOption('--out <folder>', 'where the results go, those of other shards included')
    .option('--workers <n>', 'runs at a time (default: the number of processors)', count('workers'))
    .option('--shard <i/n>', 'play the i-th of n parts, i from 1', shard)
    .option(
      '--queue <url>',
      'do not play here: queue the runs on this Redis for adobest worker, and gather them',
    )
    .option('--seed <seed>', 'instead of the one in the plan', seed)
    .option(
      '--survey <file>',
      'the survey.json of a collector: questions, goals and privacy level, in place of the settings for them',
    )
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', EXAMPLES)
    .action((plan: string, options: SweepCommandOptions) => run(plan, options, io))
  addUseOption(command)
}

async function run(file: string, options: SweepCommandOptions, io: Io): Promise<void> {
  const { out: folder, shard } = options
  const players = options.queue === undefined ? (['piscina'] as const) : (['bullmq', 'ioredis'] as const)
  await requirePackages('@duckdb/node-api', 'zod', ...players)
  const onWarning = (warning: string) => warn(io, warning)
  const player = choosePlayer(options, onWarning, io)
  const planned = await readPlan(file, options.use, onWarning, options.survey)
  const plan = options.seed === undefined ? planned : { ...planned, seed: options.seed }
  await withInterrupt(async signal => {
    const start = performance.now()
    const outcome = await withProgress(
      'sweep',
      onProgress => sweep({ plan, folder, player, signal, onProgress, onWarning, shard }),
      io.stderr,
    )
    const seconds = (performance.now() - start) / 1000
    print(io, options.json, {
      json: { folder, ...outcome, seconds },
      text: describe(folder, outcome, seconds),
    })
    requireComplete(outcome, folder, signal)
  })
}

function choosePlayer(options: SweepCommandOptions, onWarning: (warning: string) => void, io: Io): Player {
  const { queue, workers } = options
  if (queue === undefined) return localPlayer(workers)
  for (const name of ['workers', 'shard'] as const) {
    if (options[name] !== undefined) throw new InputError(`--${name}: expected only without --queue`)
  }
  io.stderr.write(`to be played by adobest worker ${serverName(queue)}, on any number of machines\n`)
  return queuePlayer({ url: queue, onWarning })
}

function describe(folder: string, { runs, before, written }: SweepOutcome, seconds: number): string {
  const number = (value: number) => value.toLocaleString('en')
  return (
    `${number(runs)} runs: ${number(before)} were there, ${number(written)} played now, ` +
    `${number(runs - before - written)} missing; ${seconds.toFixed(1)} s\n` +
    `adobest results ${folder}\n`
  )
}

function requireComplete(outcome: SweepOutcome, folder: string, signal: AbortSignal): void {
  const { runs, before, written, failures } = outcome
  const total = before + written
  if (failures.length > 0) {
    const [{ name, reason }] = failures
    throw new Failure(`${failures.length} of ${runs} runs failed; the first: ${name}: ${reason}`)
  }
  if (signal.aborted && total < runs) {
    throw new Interruption(
      `interrupted; ${total} of ${runs} runs are in ${folder}; rerun the same command for the rest`,
      signal.reason,
    )
  }
}

/** `2/3`: the second of three parts. */
function shard(text: string): Shard {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (!(index >= 1 && index <= count)) {
    throw new InvalidArgumentError(`shard must be i/n with i from 1 to n; got ${quote(text)}`)
  }
  return { index, count }
}
