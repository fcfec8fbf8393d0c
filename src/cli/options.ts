import { type Command, Option } from 'commander'
import { SAMPLER_NAMES } from '../catalogue/samplers.ts'
import { pickGiven } from '../check/check.ts'
import { memoryText } from '../loop/memory/memory.ts'
import { FEWEST_DRAWS, MOST_DRAWS, MOST_WORKERS } from '../posterior/draw-posterior.ts'
import type { SimulateOptions } from '../simulation/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { addUseOption } from './methods.ts'
import { count, memory, onlyOne, positive, prior, sampler, seed } from './parsers.ts'

/** Options of every command. */
export interface CommonOptions {
  readonly seed: string | number
  readonly json?: boolean
}

/** @param kind whether the command draws; a command that does not still accepts a seed, but does not list it */
export function addCommonOptions(command: Command, kind: 'draws' | 'draws nothing' = 'draws'): Command {
  return command
    .addOption(
      new Option('--seed <seed>', 'seed of everything random')
        .argParser(seed)
        .default(1)
        .hideHelp(kind === 'draws nothing'),
    )
    .option('--json', 'print one JSON document and nothing else')
}

/** The option for the column of a single question. */
export const COLUMN = [
  '--column <name>',
  'the column with the categories, one per person',
  onlyOne('column', '--columns'),
] as const

/** Options of the posterior, under the library's names; unlike there, the budget is a plain number of seconds. */
export type PosteriorOptions = Pick<SimulateOptions, (typeof POSTERIOR_OPTIONS)[number]> & Budget

interface Budget {
  readonly budget?: number
}

const SAMPLER_OPTIONS = ['sampler', 'prior'] as const

const POSTERIOR_OPTIONS = [...SAMPLER_OPTIONS, 'draws'] as const

/** Options of the sampler. */
export type SamplerOptions = Pick<PosteriorOptions, (typeof SAMPLER_OPTIONS)[number]>

export function addSamplerOptions(command: Command, methods: OwnMethods): Command {
  return addUseOption(command)
    .addOption(
      new Option('--sampler <name>', 'what draws from the posterior (default: auto)')
        .choices(SAMPLER_NAMES)
        .argParser(sampler(methods)),
    )
    .option('--prior <prior>', "learned, or a Dirichlet parameter (default: the sampler's)", prior)
}

/** Adds options of the sampler and of its effort. */
export function addPosteriorOptions(command: Command, methods: OwnMethods): Command {
  return addEffortOptions(addSamplerOptions(command, methods))
}

/** Options of the effort of drawing. */
export type EffortOptions = Pick<PosteriorOptions, 'draws' | 'budget'>

export function addEffortOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--draws <n>', 'draws of each chain of an estimate (default: until they are good)')
        .argParser(count('draws', FEWEST_DRAWS, MOST_DRAWS))
        .conflicts('budget'),
    )
    .option('--budget <seconds>', 'time after which an estimate stops drawing', positive('budget'))
}

/** Option for the number of threads of an estimate's chains. */
export interface WorkersOption {
  readonly workers?: number
}

export function addWorkersOption(command: Command): Command {
  return command.option(
    '--workers <n>',
    'threads that draw (default: as many as processors where it takes more than a second); the numbers are the same',
    count('workers', 1, MOST_WORKERS),
  )
}

/** The option `--workers`, if given. */
export function workersOption(options: WorkersOption) {
  return pickGiven(options, ['workers'])
}

/** The given options of the posterior. */
export function posteriorOptions(options: PosteriorOptions) {
  return { ...samplerOptions(options), ...effortOptions(options) }
}

/** The given options of the sampler. */
export function samplerOptions(options: SamplerOptions) {
  return pickGiven(options, SAMPLER_OPTIONS)
}

/** The given options of the effort of drawing. */
export function effortOptions(options: EffortOptions) {
  return { ...pickGiven(options, ['draws']), ...budgetOf(options) }
}

function budgetOf({ budget }: Budget) {
  return budget === undefined ? {} : { budget: { seconds: budget } }
}

/** Options of the loop, under their names in `simulate`. */
export type LoopOptions = Pick<SimulateOptions, (typeof LOOP_OPTIONS)[number]> & Budget

const LOOP_OPTIONS = [...POSTERIOR_OPTIONS, 'memory', 'groupSize'] as const

export function addLoopOptions(command: Command, methods: OwnMethods): Command {
  return addMemoryOption(addPosteriorOptions(command, methods), 'all').option(
    '--group-size <n>',
    'people who answer the same request (default: 1)',
    count('group size'),
  )
}

export function addMemoryOption(command: Command, fallback: 'all' | 'learned'): Command {
  return command.option(
    '--memory <memory>',
    `how much old answers count: all, window:N, half-life:N or learned (default: ${fallback})`,
    memory,
  )
}

/** The given options of the loop. */
export function loopOptions(options: LoopOptions) {
  return { ...pickGiven(options, LOOP_OPTIONS), ...budgetOf(options) }
}

/** The given options of the loop, in words. */
export function loopTexts({ memory, groupSize, budget, ...plain }: ReturnType<typeof loopOptions>): string[] {
  return [
    ...Object.entries(plain).map(([name, value]) => `${name}: ${value}`),
    ...(groupSize === undefined ? [] : [`group size: ${groupSize}`]),
    ...(budget === undefined ? [] : [`budget: ${budget.seconds} s`]),
    ...(memory === undefined ? [] : [`memory: ${memoryText(memory)}`]),
  ]
}

/** The warning of a command with seeded noise, which protects nobody. */
export function simulated(seed: string | number): string {
  return (
    `This is a simulation and protects nobody: whoever knows the seed, ${JSON.stringify(seed)}, can take the noise out ` +
    'again. Leave --seed out for what is to be published.'
  )
}

/** The first line of a command that plays a collection on the raw values of a file. */
export const FROM_RAW_VALUES =
  'Simulated: the answers are drawn from the raw values of the file; for answers that people have given, see adobest decode.\n\n'
