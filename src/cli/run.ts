import { Command, CommanderError } from 'commander'
import { Failure } from '../data/failure.ts'
import { InputError } from '../data/input-error.ts'
import { packageVersion } from '../sweep/installation.ts'
import { addAudit } from './audit.ts'
import { addCompare } from './compare.ts'
import { addEstimate } from './estimate.ts'
import type { Io } from './io.ts'
import { addPlot } from './plot.ts'
import { addPool } from './pool.ts'
import { addReport } from './report.ts'
import { addResults } from './results.ts'
import { addSample } from './sample.ts'
import { addSweep } from './sweep.ts'
import { addWorker } from './worker.ts'

const DONE = 0
const FAILED = 1
const BAD_INPUT = 2

const COMMANDS =
  'estimate, compare, audit, pool, sample, sweep, worker, results, plot or report (see adobest --help)'

/**
 * Runs the command line.
 *
 * @param args what stands after the program's name
 * @returns the exit status: 0 done, 2 bad usage or input (one line on standard error), 1 anything else
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  try {
    await createProgram(io).parseAsync(args, { from: 'user' })
    return DONE
  } catch (error) {
    // Commander has said already what was wrong, or has shown the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : BAD_INPUT
    // A RangeError is how the library refuses an argument.
    if (error instanceof InputError || error instanceof RangeError) {
      io.stderr.write(`error: ${error.message}\n`)
      return BAD_INPUT
    }
    // What is nobody's mistake needs no stack either.
    const said = error instanceof Failure ? error.message : error instanceof Error ? error.stack : error
    io.stderr.write(`error: ${said}\n`)
    return FAILED
  }
}

function createProgram(io: Io): Command {
  const program = new Command('adobest')
    .description('Adaptive Bayesian frequency estimation under local differential privacy.')
    .version(packageVersion())
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: text => io.stdout.write(text),
      writeErr: text => io.stderr.write(text),
    })
    .helpCommand(true)
    .action(() => program.error(`error: expected a command, ${COMMANDS}; got ${program.args[0] ?? 'none'}`))
  addEstimate(program, io)
  addCompare(program, io)
  addAudit(program, io)
  addPool(program, io)
  addSample(program, io)
  addSweep(program, io)
  addWorker(program, io)
  addResults(program, io)
  addPlot(program, io)
  addReport(program, io)
  // Last, since commands take over what is set before them: to each of them an argument too many is bad usage.
  return program.allowExcessArguments()
}
