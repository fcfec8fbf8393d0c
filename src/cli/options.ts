import { type Command, Option } from 'commander'
import { FORMATS, type Format } from '../data/file-format.ts'
import { MISSING_RULES, type MissingRule } from '../data/read-column.ts'
import { SAMPLER_NAMES } from '../loop/catalogue/samplers.ts'
import type { SimulateOptions } from '../loop/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { addUseOption } from './methods.ts'
import { count, prior, sampler, seed } from './parsers.ts'

/** Options that every command takes. */
export interface CommonOptions {
  readonly seed: string | number
  readonly json?: boolean
}

export function addCommonOptions(command: Command): Command {
  return command
    .option('--seed <seed>', 'seed of everything random', seed, 1)
    .option('--json', 'print one JSON document and nothing else')
}

/** What `--column` is, in the help. */
export const COLUMN = 'the column with the categories, one a person'

/** Options that say how a column is read. */
export interface InputOptions {
  readonly format?: Format
  readonly missing: MissingRule
}

export function addInputOptions(command: Command): Command {
  return addFormatOption(command).addOption(
    new Option('--missing <rule>', 'rows without a value: left out, or a category')
      .choices(MISSING_RULES)
      .default('drop'),
  )
}

export function addFormatOption(command: Command): Command {
  return command.addOption(
    new Option('--format <format>', "of the file; default by its name's end, else its contents").choices(
      FORMATS,
    ),
  )
}

/** Options of the loop, by the names that `simulate` has for them. */
export type LoopOptions = Pick<SimulateOptions, (typeof LOOP_OPTIONS)[number]>

const LOOP_OPTIONS = ['sampler', 'prior', 'groupSize'] as const

export function addLoopOptions(command: Command, methods: OwnMethods): Command {
  return addUseOption(command)
    .addOption(
      new Option('--sampler <name>', 'what draws from the posterior (default: auto)')
        .choices(SAMPLER_NAMES)
        .argParser(sampler(methods)),
    )
    .option('--prior <prior>', "learned, or a Dirichlet parameter (default: the sampler's)", prior)
    .option('--group-size <n>', 'people who answer the same request (default: 1)', count('group size'))
}

/** Those of the loop that were given. */
export function loopOptions(options: LoopOptions): LoopOptions {
  return Object.fromEntries(
    LOOP_OPTIONS.filter(name => options[name] !== undefined).map(name => [name, options[name]]),
  )
}
