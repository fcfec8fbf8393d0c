import { type Command, Option } from 'commander'
import { FORMATS, type Format } from '../data/file-format.ts'
import { MISSING_RULES, type MissingRule } from '../data/read-column.ts'
import { SAMPLER_NAMES } from '../loop/catalogue/samplers.ts'
import type { SimulateOptions } from '../loop/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { addUseOption } from './methods.ts'
import { count, memory, positive, prior, sampler, seed } from './parsers.ts'

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

/** The order in which people come. */
export interface OrderOption {
  readonly orderBy?: string
}

export function addOrderOption(command: Command): Command {
  return command.option(
    '--order-by <name>',
    "people come in this column's order, as a date's (default: the seed's)",
  )
}

/** What `simulate` takes of it. */
export function orderOption({ orderBy }: OrderOption): { order?: 'given' } {
  return orderBy === undefined ? {} : { order: 'given' }
}

export function addFormatOption(command: Command): Command {
  return command.addOption(
    new Option('--format <format>', "of the file; default by its name's end, else its contents").choices(
      FORMATS,
    ),
  )
}

/** Options of the posterior, by the names that the library has for them; but a budget is a number of seconds. */
export type PosteriorOptions = Pick<SimulateOptions, (typeof POSTERIOR_OPTIONS)[number]> & Budget

interface Budget {
  readonly budget?: number
}

const POSTERIOR_OPTIONS = ['sampler', 'prior', 'draws'] as const

export function addPosteriorOptions(command: Command, methods: OwnMethods): Command {
  return addUseOption(command)
    .addOption(
      new Option('--sampler <name>', 'what draws from the posterior (default: auto)')
        .choices(SAMPLER_NAMES)
        .argParser(sampler(methods)),
    )
    .option('--prior <prior>', "learned, or a Dirichlet parameter (default: the sampler's)", prior)
    .addOption(
      new Option('--draws <n>', 'draws of each chain of an estimate (default: until they are good)')
        .argParser(count('draws', 4))
        .conflicts('budget'),
    )
    .option('--budget <seconds>', 'time after which an estimate stops drawing', positive('budget'))
}

/** Those of the posterior that were given. */
export function posteriorOptions(options: PosteriorOptions) {
  return { ...given(options, POSTERIOR_OPTIONS), ...budgetOf(options) }
}

function budgetOf({ budget }: Budget) {
  return budget === undefined ? {} : { budget: { seconds: budget } }
}

/** Options of the loop, by the names that `simulate` has for them. */
export type LoopOptions = Pick<SimulateOptions, (typeof LOOP_OPTIONS)[number]> & Budget

const LOOP_OPTIONS = [...POSTERIOR_OPTIONS, 'memory', 'groupSize'] as const

export function addLoopOptions(command: Command, methods: OwnMethods): Command {
  return addMemoryOption(addPosteriorOptions(command, methods), 'all').option(
    '--group-size <n>',
    'people who answer the same request (default: 1)',
    count('group size'),
  )
}

export function addMemoryOption(command: Command, usual: 'all' | 'learned'): Command {
  return command.option(
    '--memory <memory>',
    `how much old answers count: all, window:N, half-life:N or learned (default: ${usual})`,
    memory,
  )
}

/** Those of the loop that were given. */
export function loopOptions(options: LoopOptions) {
  return { ...given(options, LOOP_OPTIONS), ...budgetOf(options) }
}

function given<T extends object, Name extends keyof T & string>(options: T, names: readonly Name[]) {
  const set = names.filter(name => options[name] !== undefined)
  return Object.fromEntries(set.map(name => [name, options[name]])) as Pick<T, Name>
}
