import { Command, CommanderError } from 'commander'
import { InputError } from '../data/input-error.ts'
import { addAudit } from './audit.ts'
import { addCompare } from './compare.ts'
import { addEstimate } from './estimate.ts'
import type { Io } from './io.ts'
import { addPool } from './pool.ts'
import { addSample } from './sample.ts'

const DONE = 0
const FAILED = 1
const BAD_INPUT = 2

const COMMANDS = 'estimate, compare, audit, pool or sample (see adobest --help)'

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
    io.stderr.write(`error: ${error instanceof Error ? error.stack : error}\n`)
    return FAILED
  }
}

function createProgram(io: Io): Command {
  const program = new Command('adobest')
    .description('Adaptive Bayesian frequency estimation under local differential privacy.')
    .exitOverride()
    .showSuggestionAfterError(false)
    .configureOutput({
      writeOut: text => io.stdout.write(text),
      writeErr: text => io.stderr.write(text),
    })
    .helpCommand(true)
    .allowExcessArguments()
    .action(() => program.error(`error: expected a command, ${COMMANDS}; got ${program.args[0] ?? 'none'}`))
  addEstimate(program, io)
  addCompare(program, io)
  addAudit(program, io)
  addPool(program, io)
  addSample(program, io)
  return program
}
