import { basename } from 'node:path'
import type { Command } from 'commander'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { numbersOf } from '../data/numbers-of.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { readColumn } from '../data/read-column.ts'
import { cellNames, type NumericRange } from '../numeric/range.ts'
import { writeComparison } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { summaryTable } from '../report/summary-table.ts'
import type { FixedTruth, MovingTruth } from '../simulation/moving-truth.ts'
import type { SimulateOptions } from '../simulation/simulate.ts'
import {
  ALL_STRATEGIES,
  type ComparisonOptions,
  compareStrategies,
  numericStrategies,
} from '../sweep/comparison.ts'
import { readNumericGoal } from '../sweep/numeric-goal-text.ts'
import { describeModules, type OwnMethods } from '../sweep/own-methods.ts'
import { MOST_CATEGORIES } from '../sweep/plan-limits.ts'
import { droppedText } from './frequencies.ts'
import { addGoalOption, type GoalOption, readCategoryGoal, readGoalOption } from './goal.ts'
import { type Io, print, warn } from './io.ts'
import { addNumericOptions, type NumericOptions, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addLoopOptions,
  COLUMN,
  type CommonOptions,
  type LoopOptions,
  loopOptions,
  loopTexts,
} from './options.ts'
import { count, epsilons, positive, strategies } from './parsers.ts'
import { addPublicPriorOption, type PublicPriorOption, priorText, readPublicPrior } from './public-prior.ts'
import { checkSize } from './size.ts'
import {
  addInputOptions,
  addOrderOptions,
  columnOptions,
  type InputOptions,
  type OrderOptions,
  orderOption,
} from './table-options.ts'
import { addTruthOption, readTruthOption, type TruthOption, truthText } from './truth.ts'

const DEFAULT_DIRICHLET = 1
const DEFAULT_USERS = 10_000

/** The packages that `--out` needs. */
const PUBLISHING = ['@duckdb/node-api', ...FIGURE_PACKAGES] as const

const EXAMPLES = `
Examples:
  adobest compare people.csv --column occupation --epsilon 0.5,1,5 --runs 10 --out out/people
  adobest compare --categories 20 --dirichlet 0.1 --users 10000 --epsilon 1 --strategies srr,fisher,semi:0.8
  adobest compare --categories 20 --epsilon 1 --strategies srr,public-prior,public-prior:adaptive --public-prior tempered:0.5
  adobest compare --categories 20 --epsilon 1 --strategies auto,subset-selection --goal within:3:0.03 --users 50000
  adobest compare --categories 20 --epsilon 1 --truth '{"swap":{"truth":{"dirichlet":0.1},"at":5000}}' --memory learned
  adobest compare people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --strategies arcs,srr
  adobest compare people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --goal quantile:0.5:1
  adobest compare --categories 20 --epsilon 1 --runs 5 --json`

interface CompareOptions
  extends CommonOptions,
    InputOptions,
    OrderOptions,
    LoopOptions,
    PublicPriorOption,
    GoalOption,
    TruthOption,
    NumericOptions {
  readonly column?: string
  readonly categories?: number
  readonly dirichlet?: number
  readonly users?: number
  readonly epsilon: readonly number[]
  readonly strategies: readonly string[]
  readonly runs: number
  readonly out?: string
}

/** `adobest compare`: plays strategies against each other, on a column of a file or on truths drawn at random. */
export function addCompare(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('compare')
    .summary('compare strategies by the error of their estimates')
    .description(
      'Plays every strategy at every level in every run. Within a run, all of them meet the same truth and the same people. ' +
        'The people are the rows of a file, in a new order for each run (or in that of --order-by); without a file, ' +
        'each run draws a truth at random, or takes that of --truth, and draws its people from it. Where the truth moves, the ' +
        'error is the distance to its mean over all people or, with a --memory that forgets, to the truth of the last person. ' +
        'Numbers have --from, --to and --bins (or --edges); a --truth is then a law of the cells below, in the bins, and above.',
    )
    .argument('[file]', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option('--column <name>', COLUMN)
    .option(
      '--categories <k>',
      'without a file: number of categories',
      count('categories', 2, MOST_CATEGORIES),
    )
    .option(
      '--dirichlet <rho>',
      `concentration of the truth (default: ${DEFAULT_DIRICHLET})`,
      positive('dirichlet'),
    )
    .option('--users <n>', `number of people (default: ${DEFAULT_USERS})`, count('users'))
    .requiredOption('--epsilon <levels>', 'privacy levels, separated by commas', epsilons)
    .option(
      '--strategies <names>',
      'separated by commas, or all that suit',
      strategies(methods),
      ALL_STRATEGIES,
    )
    .option('--runs <n>', 'runs of each strategy at each level', count('runs'), 10)
    .option(
      '--out <folder>',
      'for the runs as Parquet and CSV, and a figure as SVG and PNG: box plots of the errors, or the people until a goal is settled',
    )
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: CompareOptions) => compare(file, options, io, methods))
  addNumericOptions(addGoalOption(addPublicPriorOption(addTruthOption(command))))
  addCommonOptions(addLoopOptions(addOrderOptions(addInputOptions(command)), methods))
}

async function compare(
  file: string | undefined,
  options: CompareOptions,
  io: Io,
  { catalogue, modules }: OwnMethods,
): Promise<void> {
  const { seed, runs, out } = options
  await requirePackages('simple-statistics', ...(out === undefined ? [] : PUBLISHING))
  const { summarizeRuns } = await import('../report/strategy-summary.ts')
  const loop = loopOptions(options)
  const range = readNumeric(options)
  const { people, categories, description, dropped } = await readPeople(file, options, range, io)
  checkSize(io, description, categories.length)
  const numericGoal = range && readGoalOption(options, text => readNumericGoal(text, range))
  const compared =
    range && options.strategies === ALL_STRATEGIES ? numericStrategies(numericGoal?.goal) : options.strategies
  const rest = { ...loop, ...(await readPublicPrior(options, compared, categories)), catalogue }
  const setting: ComparisonOptions['setting'] = range
    ? { ...people, ...rest, ...numericGoal, numeric: range.toJSON() }
    : { ...people, categories: categories.length, ...rest, ...readCategoryGoal(options, categories) }
  if (out !== undefined) await requireFolder(out)
  const rows = await withProgress(
    'compare',
    onProgress =>
      compareStrategies({
        setting,
        strategies: compared,
        epsilons: options.epsilon,
        runs,
        seed,
        onProgress,
      }),
    io.stderr,
  )
  const [{ users }] = rows
  const details = loopTexts(loop).map(text => `, ${text}`)
  if (options.publicPrior !== undefined) details.push(`, public prior: ${priorText(options.publicPrior)}`)
  const { goal, confidence, guarantee } = options
  for (const [name, value] of Object.entries({ goal, confidence, guarantee })) {
    if (value !== undefined) details.push(`, ${name}: ${value}`)
  }
  if (modules.length > 0) details.push(`, methods of ${describeModules(modules)}`)
  const conditions = `${range ? `numbers from ${range.from} to ${range.to} in ${range.bins} bins` : `${categories.length} categories`}, ${users.toLocaleString('en')} people, ${description}${droppedText(dropped ?? 0)}; runs: ${runs}, seed: ${seed}${details.join('')}`
  const files =
    out === undefined ? [] : await publish(out, folder => writeComparison(folder, rows, conditions))
  const results = summarizeRuns(rows)
  print(io, options.json, {
    json: {
      seed,
      users,
      ...(dropped !== undefined && { dropped }),
      categories: categories.length,
      runs,
      ...(range && { numeric: range.toJSON() }),
      ...(options.truth !== undefined && { truth: people.truth }),
      ...(goal !== undefined && { goal }),
      results,
      files,
    },
    text: [`${conditions}\n\n`, summaryTable(results), ...files.map(each => `\n${each}`), '\n'].join(''),
  })
}

/** Who answers: the people of a file, or what they are drawn from. */
type People = Pick<SimulateOptions, 'data' | 'order' | 'users'> & { truth?: FixedTruth | MovingTruth }

/** The people and their categories, which for numbers are the cells of the range, with a description for the reader. */
async function readPeople(
  file: string | undefined,
  options: CompareOptions,
  range: NumericRange | undefined,
  io: Io,
): Promise<{ people: People; categories: readonly string[]; description: string; dropped?: number }> {
  const { column, categories, dirichlet, truth, users } = options
  if (file === undefined) {
    const { orderBy, orderFormat, skip, trim, missingValues } = options
    const given = {
      ...{ column, 'order-by': orderBy, 'order-format': orderFormat, skip, trim },
      ...{ 'no-header': options.header === false || undefined, 'missing-values': missingValues },
    }
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) throw new InputError(`--${name}: expected a file that has the column`)
    }
    const drawn = await readDrawn(options, range)
    return {
      people: { truth: drawn.truth, users: users ?? DEFAULT_USERS },
      categories: range ? cellNames(range) : Array.from({ length: drawn.categories }, (_, x) => String(x)),
      description: truthText(drawn.truth),
    }
  }
  if (column === undefined) throw new InputError(`--column: expected the name of a column of ${file}`)
  for (const [name, value] of Object.entries({ categories, dirichlet, truth, users })) {
    if (value !== undefined) throw new InputError(`--${name}: expected only without a file`)
  }
  const read = await readColumn({ ...columnOptions(options), file, stdin: io.stdin, column })
  for (const warning of read.warnings ?? []) warn(io, warning)
  return {
    dropped: read.dropped,
    people: {
      data: range ? numbersOf(read, `${file}, column ${quote(column)}`) : read.data,
      ...orderOption(options),
    },
    categories: range ? cellNames(range) : read.categories,
    description: `${column} (${file === '-' ? 'standard input' : basename(file)})`,
  }
}

/** What people are drawn from, where there is no file, and over how many categories. */
async function readDrawn(
  { categories, dirichlet = DEFAULT_DIRICHLET, truth }: CompareOptions,
  range: NumericRange | undefined,
) {
  if (range !== undefined) {
    if (categories !== undefined) throw new InputError('--categories: expected without --from or --edges')
    if (truth !== undefined) return readTruthOption(truth, range.cells)
    throw new InputError(
      'compare: expected a file with --column, or --truth, a law of the cells of the range',
    )
  }
  if (truth !== undefined) return readTruthOption(truth, categories)
  if (categories === undefined)
    throw new InputError('compare: expected a file with --column, or --categories, or --truth')
  return { truth: { dirichlet }, categories }
}
