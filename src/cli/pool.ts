import { type Command, Option } from 'commander'
import { shorten } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { Adjacency } from '../pooling/adjacency.ts'
import type { ThresholdRule } from '../pooling/personalized-threshold.ts'
import { cryptoRng } from '../random/crypto.ts'
import { stream } from '../random/stream.ts'
import { type TableColumn, textTable } from '../report/text-table.ts'
import { type Io, print } from './io.ts'
import { simulated } from './options.ts'
import { positive, probability, range, seed } from './parsers.ts'
import { type NamedGroup, readGroups } from './pool-groups.ts'
import {
  movePeopleQuantile,
  type PoolInput,
  type PoolOutcome,
  poolMean,
  poolQuantile,
  samplePeopleMean,
} from './pool-methods.ts'
import { addTableOptions, type TableOptions } from './table-options.ts'

const COMMANDS = 'mean or quantile (see adobest pool --help)'
const DEFAULT_RULE = 'optimal'

const DESCRIPTION = `Each row of FILE is a person of some group, and each group has a privacy level of its own. The \
values stay here: what is private is the estimate. --epsilons is a table with the columns group and epsilon; an epsilon of \
Infinity, inf or public marks public data. Without --seed the noise comes from the operating system's generator; with \
--seed it can be repeated, and so protects nobody.`

const MEAN_EXAMPLES = `
Examples:
  adobest pool mean pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --variance 400
  adobest pool mean pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --clamp --variance 400 \\
    --method personalized --rule optimal --json`

const QUANTILE_EXAMPLES = `
Examples:
  adobest pool quantile pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --variance 400
  adobest pool quantile pay.csv --value pay --group town --epsilons levels.csv --range 0,100 --probability 0.9 \\
    --method personalized`

interface PoolOptions extends TableOptions {
  readonly value: string
  readonly group: string
  readonly epsilons: string
  readonly range: readonly [number, number]
  readonly clamp?: boolean
  readonly adjacency: Adjacency
  readonly method: 'pooled' | 'personalized'
  readonly variance?: number
  readonly rule?: ThresholdRule
  readonly probability?: number
  readonly seed?: string | number
  readonly json?: boolean
}

/** `adobest pool`: a private statistic of groups with different privacy levels, possibly with public data. */
export function addPool(program: Command, io: Io): void {
  const pool = program
    .command('pool')
    .summary('estimate a mean or quantile privately, where groups have different privacy levels')
    .description(DESCRIPTION)
    .allowUnknownOption()
    .action(() => pool.error(`error: expected ${COMMANDS}; got ${shorten(pool.args[0] ?? 'none')}`))
  addOptions(
    pool.command('mean').summary('estimate a mean privately, where groups have different privacy levels'),
  )
    .requiredOption('--variance <number>', 'variance of one value, known beforehand', positive('variance'))
    .addOption(
      new Option(
        '--rule <rule>',
        `personalized: how the threshold is chosen (default: ${DEFAULT_RULE})`,
      ).choices(['min', 'mean', 'max', 'optimal']),
    )
    .addHelpText('after', MEAN_EXAMPLES)
    .action((file: string, options: PoolOptions) => run('mean', file, options, io))
  addOptions(
    pool
      .command('quantile')
      .summary('estimate a quantile privately, where groups have different privacy levels'),
  )
    .option('--probability <p>', 'which quantile; 0.5 is the median', probability, 0.5)
    .option('--variance <number>', 'pooled: variance of one value, known beforehand', positive('variance'))
    .addHelpText('after', QUANTILE_EXAMPLES)
    .action((file: string, options: PoolOptions) => run('quantile', file, options, io))
  // Set last, because subcommands inherit earlier settings, and for these an excess argument is bad usage.
  pool.allowExcessArguments()
}

function addOptions(command: Command): Command {
  command
    .description(DESCRIPTION)
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .requiredOption('--value <name>', 'the column with the values, one per person')
    .requiredOption('--group <name>', 'the column with the groups')
    .requiredOption('--epsilons <file>', 'table with the columns group and epsilon')
    .requiredOption('--range <low,high>', 'where the values lie, known beforehand', range)
    .option('--clamp', 'pull values outside the range to its ends; otherwise they are refused')
    .addOption(
      new Option('--adjacency <kind>', 'what a person may deny: the value, or being there at all')
        .choices(['replace-one', 'add-remove'])
        .default('replace-one'),
    )
    .addOption(
      new Option('--method <name>', 'a mixture of group statistics, or one mechanism for all people')
        .choices(['pooled', 'personalized'])
        .default('pooled'),
    )
  return addTableOptions(command)
    .option('--seed <seed>', 'makes it a simulation, which can be repeated and protects nobody', seed)
    .option('--json', 'print one JSON document and nothing else')
}

type Statistic = 'mean' | 'quantile'

async function run(statistic: Statistic, file: string, options: PoolOptions, io: Io): Promise<void> {
  const { range, adjacency, clamp = false, seed } = options
  const compute = statistic === 'mean' ? chooseMean(options) : chooseQuantile(options)
  const groups = await readGroups({ file, stdin: io.stdin, ...options, clamp })
  const rng = seed === undefined ? cryptoRng() : stream(seed, 'pool', statistic)
  const outcome = compute({ groups, range, adjacency, clamp, rng })
  const notes = [...(seed === undefined ? [] : [simulated(seed)]), ...outcome.notes]
  print(io, options.json, {
    json: { statistic, randomness: rng.kind, seed, ...describe(options, groups, outcome), notes },
    text: text(statistic, options, groups, outcome, notes),
  })
}

type Method = (input: PoolInput) => PoolOutcome

/** Selects the method for the mean, before any file is read. */
function chooseMean({ method, variance, rule }: PoolOptions): Method {
  if (method === 'personalized') return input => samplePeopleMean(input, variance!, rule ?? DEFAULT_RULE)
  if (rule !== undefined) throw new InputError('--rule: expected only with --method personalized')
  return input => poolMean(input, variance!)
}

function chooseQuantile({ method, variance, probability }: PoolOptions): Method {
  if (method === 'personalized') {
    if (variance !== undefined) throw new InputError('--variance: expected only with --method pooled')
    return input => movePeopleQuantile(input, probability!)
  }
  if (variance === undefined) throw new InputError('--variance: expected the variance of one value')
  return input => poolQuantile(input, probability!, variance)
}

/** Groups and estimate in the JSON document. Infinity is written as a string. */
function describe(options: PoolOptions, groups: readonly NamedGroup[], outcome: PoolOutcome) {
  const { method, adjacency, range, clamp = false } = options
  const { estimate, facts, columns } = outcome
  const plain = <T>(value: T) => (value === Infinity ? 'Infinity' : value)
  return {
    method,
    adjacency,
    range,
    clamp,
    estimate,
    ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)])),
    groups: groups.map(({ name, values, epsilon }, i) => ({
      name,
      users: values.length,
      epsilon: plain(epsilon),
      ...Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, plain(values[i])])),
    })),
  }
}

function text(
  statistic: Statistic,
  { method, adjacency, value, range: [low, high] }: PoolOptions,
  groups: readonly NamedGroup[],
  { estimate, facts, columns }: PoolOutcome,
  notes: readonly string[],
): string {
  const table = textTable<number>(
    [
      { title: 'group', cell: i => groups[i].name },
      { title: 'people', align: 'right', cell: i => String(groups[i].values.length) },
      { title: 'epsilon', align: 'right', cell: i => level(groups[i].epsilon) },
      ...Object.entries(columns).map(
        ([title, values]): TableColumn<number> => ({
          title,
          align: 'right',
          cell: i => (title === 'level' ? level(values[i]) : short(values[i])),
        }),
      ),
    ],
    groups.map((_, i) => i),
  )
  const lines = Object.entries({ estimate, ...facts }).map(([name, fact]) => {
    const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    return `${words.padEnd(16)}${typeof fact === 'number' ? short(fact) : fact}\n`
  })
  return [
    `${statistic} of ${value}, ${method}, ${adjacency}, range ${low} to ${high}\n\n${table}\n`,
    ...lines,
    ...notes.map(note => `\n${note}\n`),
  ].join('')
}

function level(epsilon: number): string {
  return epsilon === Infinity ? 'public' : String(epsilon)
}

/** A number to six digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(6)))
}
