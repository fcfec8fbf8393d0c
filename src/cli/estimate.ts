import type { Command } from 'commander'
import { readColumn } from '../data/read-column.ts'
import { type Simulation, simulate } from '../loop/simulate.ts'
import { withProgress } from '../report/progress.ts'
import { textTable } from '../report/table.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { type Io, print } from './io.ts'
import {
  addCommonOptions,
  addInputOptions,
  addLoopOptions,
  COLUMN,
  type CommonOptions,
  type InputOptions,
  type LoopOptions,
  loopOptions,
} from './options.ts'
import { count, positive, strategy } from './parsers.ts'
import { addPublicPriorOption, type PublicPriorOption, readPublicPrior } from './public-prior.ts'
import { checkSize } from './size.ts'

const INTERVAL_LEVEL = 0.95

const EXAMPLES = `
Examples:
  adobest estimate people.csv --column occupation --epsilon 1
  adobest estimate people.parquet --column occupation --epsilon 0.5 --strategy subset-selection --json
  zcat people.csv.gz | adobest estimate - --column occupation --epsilon 1 --top 5`

/** Draws of each chain. There is one estimate, so it may take some time. */
const DRAWS = 1000

interface EstimateOptions extends CommonOptions, InputOptions, LoopOptions, PublicPriorOption {
  readonly column: string
  readonly epsilon: number
  readonly strategy: string
  readonly top: number
}

/** `adobest estimate`: plays the collection of one column of a file, and shows what would be learnt. */
export function addEstimate(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('estimate')
    .summary('play the private collection of a column, and estimate its frequencies')
    .description(
      'Each row is a person, who answers once, at the privacy level epsilon. Shows the estimated frequencies with ' +
        `${100 * INTERVAL_LEVEL} % intervals beside the true ones.`,
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .requiredOption('--column <name>', COLUMN)
    .requiredOption('--epsilon <level>', 'the privacy level of every answer', positive('epsilon'))
    .option('--strategy <name>', 'how the mechanism of the next answer is chosen', strategy(methods), 'auto')
    .option('--top <n>', 'categories to show, the likeliest first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: EstimateOptions) => estimate(file, options, io, methods))
  addCommonOptions(addLoopOptions(addInputOptions(addPublicPriorOption(command)), methods))
}

async function estimate(
  file: string,
  options: EstimateOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { categories, data, dropped } = await readColumn({ file, stdin: io.stdin, ...options })
  checkSize(io, `${file}, column ${JSON.stringify(options.column)}`, categories.length)
  const publicPrior = await readPublicPrior(options, [options.strategy], categories)
  const simulation = await withProgress(
    'estimate',
    onProgress =>
      simulate({
        ...loopOptions(options),
        ...publicPrior,
        catalogue,
        data,
        categories: categories.length,
        strategies: [options.strategy],
        epsilon: options.epsilon,
        draws: DRAWS,
        seed: options.seed,
        onProgress: (done, total) => onProgress(done / total),
      }),
    io.stderr,
  )
  const result = describe(simulation, categories, options)
  for (const warning of result.warnings) io.stderr.write(`warning: ${warning}\n`)
  print(io, options.json, { json: result, text: estimateText(result, dropped, options.top) })
}

/** The JSON document of the command. */
function describe(
  { users, truth, runs: [run] }: Simulation,
  categories: readonly string[],
  options: EstimateOptions,
) {
  const [lower, upper] = run.posterior.interval(INTERVAL_LEVEL)
  return {
    users,
    categories,
    epsilon: options.epsilon,
    strategy: run.strategy,
    estimate: Array.from(run.estimate),
    interval: { level: INTERVAL_LEVEL, lower: Array.from(lower), upper: Array.from(upper) },
    truth: Array.from(truth),
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    warnings: warningsOf(run.posterior.warnings, users),
    seed: options.seed,
  }
}

/** Fewer people than this say so little that samplers struggle with what is left open. */
const FEW_PEOPLE = 100

/** What a reader should know: of few people that they are few, and not what the sampler made of them. */
function warningsOf(warnings: readonly string[], users: number): readonly string[] {
  if (users >= FEW_PEOPLE || warnings.length === 0) return warnings
  return [`${users} people are few: the estimate rests on the prior, and it and its intervals are rough`]
}

function estimateText(result: ReturnType<typeof describe>, dropped: number, top: number): string {
  const { categories, estimate, interval, truth } = result
  const order = categories.map((_, x) => x).sort((i, j) => estimate[j] - estimate[i] || i - j)
  const number = (values: readonly number[]) => (x: number) => values[x].toFixed(4)
  const table = textTable(
    [
      { title: 'category', cell: x => categories[x] || '(missing)' },
      { title: 'estimate', align: 'right', cell: number(estimate) },
      { title: `lower ${100 * interval.level} %`, align: 'right', cell: number(interval.lower) },
      { title: 'upper', align: 'right', cell: number(interval.upper) },
      { title: 'truth', align: 'right', cell: number(truth) },
    ],
    order.slice(0, top),
  )
  const more = categories.length > top ? `… ${categories.length - top} more categories (--top)\n` : ''
  return [
    `${result.users.toLocaleString('en')} people, ${categories.length} categories`,
    dropped > 0 ? `, ${dropped} rows without a value left out` : '',
    `; strategy: ${result.strategy}, epsilon: ${result.epsilon}, seed: ${result.seed}\n\n${table}${more}\n`,
    `total variation distance to the truth: ${result.totalVariation.toFixed(4)}\n`,
    `audited epsilon: ${result.auditedEpsilon.toFixed(4)}\n`,
  ].join('')
}
