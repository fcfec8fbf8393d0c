import { constants } from 'node:os'
import { type Command, CommanderError } from 'commander'
import { Refusal } from '../check/check.ts'
import { MissingPackages } from '../check/packages.ts'
import { Failure, reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { packageVersion } from '../sweep/installation.ts'
import { addAudit } from './audit.ts'
import { addCompare } from './compare.ts'
import { addDecode } from './decode.ts'
import { addEstimate } from './estimate.ts'
import { Interruption } from './interrupt.ts'
import type { Io } from './io.ts'
import { loadUsed, Methods } from './methods.ts'
import { addPlot } from './plot.ts'
import { addPool } from './pool.ts'
import { addReport } from './report.ts'
import { addResults } from './results.ts'
import { addSample } from './sample.ts'
import { addStream } from './stream.ts'
import { StrictCommand } from './strict-command.ts'
import { addSweep } from './sweep.ts'
import { addWorker } from './worker.ts'

const DONE = 0
const FAILED = 1
const BAD_INPUT = 2
/** What is added to the number of the signal that ended the work: 130 after Ctrl-C. */
const SIGNALLED = 128

const COMMANDS =
  'estimate, decode, compare, audit, pool, sample, stream, sweep, worker, results, plot or report (see adobest --help)'

/**
 * Runs the command line.
 *
 * @param args what stands after the program's name
 * @returns the exit status: 0 done; 2 bad usage or input, with one line on standard error; 130 interrupted; 1 anything else
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // Whether there is room for the result is asked once it has been written.
  let unwritten: unknown
  io.stdout.on('error', error => {
    unwritten ??= error
  })
  // Where standard error is broken nothing can be said of it; the status still tells how the command ended.
  io.stderr.on('error', () => {})
  const status = await statusOf(io, () => createProgram(io, args).parseAsync(args, { from: 'user' }))
  const atEnd = await statusOf(io, async () => {
    await new Promise(written => io.stdout.write('', written))
    // A reader that has seen enough, as `head` does, is no error.
    if (unwritten === undefined || (unwritten as NodeJS.ErrnoException).code === 'EPIPE') return
    throw new Failure(`standard output: expected to take the result (${reasonOf(unwritten)})`)
  })
  return status || atEnd
}

/** Does some work and says in one line, on standard error, how it failed. */
async function statusOf(io: Io, work: () => Promise<unknown>): Promise<number> {
  try {
    await work()
    return DONE
  } catch (error) {
    // Commander has said already what was wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_INPUT
    io.stderr.write(`error: ${describe(error)}\n`)
    if (error instanceof InputError || error instanceof Refusal) return BAD_INPUT
    return error instanceof Interruption ? SIGNALLED + constants.signals[error.signal] : FAILED
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const told = [InputError, Refusal, Failure, MissingPackages]
  if (told.some(kind => error instanceof kind) || 'syscall' in error) return inOneLine(error.message)
  // Not refused by the library, but by the engine: an array, a string or a stack beyond its limits.
  if (error instanceof RangeError) return `not enough memory for this (${inOneLine(error.message)})`
  return error.stack ?? error.message
}

/** Names of files, and what was typed, may hold line ends and signs that move the cursor. */
function inOneLine(text: string): string {
  return text.trim().replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}

/** The command line, before it is told what to do. */
export function createProgram(io: Io, args: readonly string[] = []): Command {
  const methods = new Methods()
  const program = new StrictCommand('adobest')
    .description('Adaptive Bayesian frequency estimation under local differential privacy.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: text => io.stdout.write(text),
      writeErr: text => io.stderr.write(text),
      outputError: (text, write) => write(`${inOneLine(text)}\n`),
    })
    .helpCommand(true)
    .action(() => program.error(`error: expected a command, ${COMMANDS}; got ${program.args[0] ?? 'none'}`))
  loadUsed(program, args, methods)
  addEstimate(program, io, methods)
  addDecode(program, io, methods)
  addCompare(program, io, methods)
  addAudit(program, io, methods)
  addPool(program, io)
  addSample(program, io)
  addStream(program, io, methods)
  addSweep(program, io)
  addWorker(program, io, methods)
  addResults(program, io)
  addPlot(program, io)
  addReport(program, io)
  // Last, since commands take over what is set before them: to each of them an argument too many is bad usage.
  return program.allowExcessArguments()
}
