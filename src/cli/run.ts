import { constants } from 'node:os'
import { type Command, CommanderError } from 'commander'
import { Refusal } from '../check/check.ts'
import { didYouMean, nearest } from '../check/nearest.ts'
import { MissingPackages } from '../check/packages.ts'
import { shorten } from '../check/quote.ts'
import { Failure, reasonOf } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { packageVersion } from '../sweep/installation.ts'
import { addAudit } from './audit.ts'
import { addCompare } from './compare.ts'
import { addCompletion } from './completion.ts'
import { addDecode } from './decode.ts'
import { addEstimate } from './estimate.ts'
import { Interruption } from './interrupt.ts'
import { type Io, inOneLine, messageOf } from './io.ts'
import { warnOfLevels } from './levels.ts'
import { loadUsed, Methods } from './methods.ts'
import { addPool } from './pool.ts'
import { addPower } from './power.ts'
import { addRegress } from './regress.ts'
import { addReport } from './report.ts'
import { addRespond } from './respond.ts'
import { addResults } from './results.ts'
import { addSample } from './sample.ts'
import { addStrategies } from './strategies.ts'
import { addStream } from './stream.ts'
import { StrictCommand } from './strict-command.ts'
import { addSweep } from './sweep.ts'
import { addWorker } from './worker.ts'

const DONE = 0
const FAILED = 1
const BAD_INPUT = 2
/** Added to the number of the signal that ended the work, so that the status is 130 after Ctrl-C. */
const SIGNALLED = 128

const COMMANDS =
  'estimate, decode, regress, compare, audit, power, pool, sample, stream, respond, sweep, worker, results, report, strategies or completion (see adobest --help)'

const EXIT_STATUS = `
Exit status: 0 done; 2 bad usage or input; 128 plus the number of a signal that has
ended the work, so 130 after Ctrl-C and 143 after SIGTERM; 1 anything else.`

/**
 * Runs the command line.
 *
 * @param args the arguments after the program's name
 * @returns the exit status: 0 done; 2 bad usage or input, with one line on standard error; 128 plus the number of a
 *   signal that has ended the work, as shells expect; 1 anything else
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // An error in writing the result, such as a full disk, is reported once the command has ended.
  let writeError: unknown
  io.stdout.on('error', error => {
    writeError ??= error
  })
  // If standard error itself is broken, nothing can be reported there; the exit status still shows how the command ended.
  io.stderr.on('error', () => {})
  const status = await statusOf(io, () => createProgram(io, args).parseAsync(args, { from: 'user' }))
  if (status !== DONE) return status
  return statusOf(io, async () => {
    await new Promise(written => io.stdout.write('', written))
    // A reader that closes the pipe early, such as `head`, is no error.
    if (writeError === undefined || (writeError as NodeJS.ErrnoException).code === 'EPIPE') return
    throw new Failure(`standard output: expected to take the result (${reasonOf(writeError)})`)
  })
}

/** The exit status of some work; if it fails, its reason is a line on standard error. */
async function statusOf(io: Io, work: () => Promise<unknown>): Promise<number> {
  try {
    await work()
    return DONE
  } catch (error) {
    // Commander has already printed the error, or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_INPUT
    io.stderr.write(`error: ${describe(error)}\n`)
    if (error instanceof InputError || error instanceof Refusal) return BAD_INPUT
    return error instanceof Interruption ? SIGNALLED + constants.signals[error.signal] : FAILED
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const expected = [InputError, Refusal, Failure, MissingPackages]
  if (expected.some(kind => error instanceof kind) || 'syscall' in error) return messageOf(error)
  // Thrown by the JavaScript engine rather than the library, if an array, a string or a stack exceeds its limits.
  if (error instanceof RangeError) return `too large for this program (${inOneLine(error.message)})`
  return error.stack ?? error.message
}

/** A message of commander's, which quotes arguments whole, with those that are long cut off. */
function withShortArguments(text: string, args: readonly string[]): string {
  return args
    .filter(arg => arg !== shorten(arg))
    .reduce((message, arg) => message.replaceAll(arg, () => shorten(arg)), text)
}

/** The program with all its commands, before it parses its arguments. */
export function createProgram(io: Io, args: readonly string[] = []): Command {
  const methods = new Methods()
  const program = new StrictCommand('adobest')
    .description('Adaptive Bayesian frequency estimation under local differential privacy.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: text => io.stdout.write(text),
      writeErr: text => io.stderr.write(text),
      outputError: (text, write) => write(`${inOneLine(withShortArguments(text, args))}\n`),
    })
    .helpCommand(true)
    .addHelpText('after', EXIT_STATUS)
    .action(() => {
      const [word] = program.args
      const meant = nearest(
        word,
        program.commands.map(command => command.name()),
      )
      program.error(
        `error: expected a command, ${COMMANDS}; got ${shorten(word ?? 'none')}${didYouMean(meant)}`,
      )
    })
  program.hook('preAction', (_, command) => warnOfLevels(io, command.opts().epsilon))
  loadUsed(program, args, methods)
  addEstimate(program, io, methods)
  addDecode(program, io, methods)
  addRegress(program, io, methods)
  addCompare(program, io, methods)
  addAudit(program, io, methods)
  addPower(program, io, methods)
  addPool(program, io)
  addSample(program, io)
  addStream(program, io, methods)
  addRespond(program, io)
  addSweep(program, io)
  addWorker(program, io, methods)
  addResults(program, io)
  addReport(program, io)
  addStrategies(program, io, methods)
  addCompletion(program, io, methods)
  // Set last, because commands inherit what is set before them: for each of them an excess argument is bad usage.
  return program.allowExcessArguments()
}
