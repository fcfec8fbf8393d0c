import type { Command } from 'commander'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import type { Goal } from '../query/parse-goal.ts'
import { writeComparison } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { summaryTable } from '../report/summary-table.ts'
import {
  ALL_STRATEGIES,
  type ComparisonOptions,
  compareStrategies,
  numericStrategies,
} from '../sweep/comparison.ts'
import { describeModules, type OwnMethods } from '../sweep/own-methods.ts'
import { MOST_CATEGORIES } from '../sweep/plan-limits.ts'
import { DEFAULT_DIRICHLET, DEFAULT_USERS, type PeopleOptions, readCompared } from './compare-people.ts'
import { tellTime } from './compare-time.ts'
import { droppedText } from './frequencies.ts'
import { addGoalOption, type GoalOption, readGoalOption } from './goal.ts'
import { type Io, print } from './io.ts'
import { addNumericOptions, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addLoopOptions,
  COLUMN,
  type CommonOptions,
  type LoopOptions,
  loopOptions,
  loopTexts,
} from './options.ts'
import { count, epsilons, LISTED, positive, strategies, texts } from './parsers.ts'
import { addPublicPriorOption, type PublicPriorOption, priorText, readPublicPrior } from './public-prior.ts'
import { addShowOption, readQueries, type ShowOption } from './show.ts'
import { namesAsked } from './show-people.ts'
import { checkSize } from './size.ts'
import { addSurveyOption, fileValues } from './survey-option.ts'
import { addInputOptions, addOrderOptions } from './table-options.ts'
import { addTruthOption } from './truth.ts'

/** Packages for `--out`. */
const PUBLISHING = ['@duckdb/node-api', ...FIGURE_PACKAGES] as const

const EXAMPLES = `
Examples:
  adobest compare people.csv --column occupation --epsilon 0.5,1,5 --runs 10 --out out/people
  adobest compare --categories 20 --dirichlet 0.1 --users 10000 --epsilon 1 --strategies srr,fisher,semi:0.8
  adobest compare --categories 20 --epsilon 1 --strategies srr,public-prior,public-prior:adaptive --public-prior tempered:0.5
  adobest compare --categories 20 --epsilon 1 --strategies auto,subset-selection --goal 'share(3) +- .03' --users 50000
  adobest compare --categories 20 --epsilon 1 --truth '{"swap":{"truth":{"dirichlet":0.1},"at":5000}}' --memory learned
  adobest compare people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --strategies arcs,srr
  adobest compare people.csv --column occupation --by region --epsilon 1 --strategies auto,srr
  adobest compare people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --goal 'median +- 1'
  adobest compare people.csv --column occupation --by region --epsilon 1 --show 'share(cook | region = north)'
  adobest compare people.csv --survey survey.json --epsilon 0.5,1,2
  adobest compare --categories 20 --epsilon 1 --runs 5 --json`

interface CompareOptions
  extends CommonOptions,
    PeopleOptions,
    LoopOptions,
    PublicPriorOption,
    GoalOption,
    ShowOption {
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
    .option(...COLUMN)
    .option('--columns <names>', `several columns, ${LISTED}: each person is asked about two`, texts)
    .option(
      '--by <name>',
      'the column with the group of each person, which is public; estimates are then pooled',
    )
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
  addSurveyOption(command, survey => ({ ...fileValues(survey), epsilon: [survey.epsilon] }), [
    'column',
    'epsilon',
  ])
  addShowOption(addNumericOptions(addGoalOption(addPublicPriorOption(addTruthOption(command)))))
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
  const { pairedDifferences, summarizeRuns } = await import('../report/strategy-summary.ts')
  const loop = loopOptions(options)
  const { setting, goals, show, compared, answering, held, facts, description, dropped } = await readSetting(
    file,
    options,
    io,
  )
  if (out !== undefined) await requireFolder(out)
  const work = { strategies: compared.length, levels: options.epsilon.length, runs, users: answering }
  const tell = tellTime(work, io)
  const rows = await withProgress(
    'compare',
    onProgress =>
      compareStrategies({
        setting: { ...loop, catalogue, ...setting } as ComparisonOptions['setting'],
        strategies: compared,
        epsilons: options.epsilon,
        runs,
        show,
        seed,
        onProgress: share => {
          tell(share)
          onProgress(share)
        },
      }),
    io.stderr,
  )
  const [{ users }] = rows
  const details = loopTexts(loop).map(text => `, ${text}`)
  if (options.publicPrior !== undefined) details.push(`, public prior: ${priorText(options.publicPrior)}`)
  const { confidence, guarantee } = options
  const goal = goals.length > 0 ? goals.join('; ') : undefined
  for (const [name, value] of Object.entries({ goal, confidence, guarantee })) {
    if (value !== undefined) details.push(`, ${name}: ${value}`)
  }
  if (modules.length > 0) details.push(`, methods of ${describeModules(modules)}`)
  const conditions = `${held}, ${users.toLocaleString('en')} people, ${description}${droppedText(dropped ?? 0)}; runs: ${runs}, seed: ${seed}${details.join('')}`
  const files =
    out === undefined ? [] : await publish(out, folder => writeComparison(folder, rows, conditions))
  const results = summarizeRuns(rows)
  const differences = pairedDifferences(rows, compared[0])
  print(io, options.json, {
    json: {
      seed,
      users,
      dropped,
      ...facts,
      runs,
      ...(goals.length > 0 && { goals: goals.map(String) }),
      results,
      ...(compared.length > 1 && { reference: compared[0], differences }),
      files,
    },
    text: [
      `${conditions}\n\n`,
      summaryTable(results, differences),
      ...files.map(each => `\n${each}`),
      '\n',
    ].join(''),
  })
}

/** The options of a comparison, read. */
interface Read {
  /** The people and the question; options of the loop are added later. */
  readonly setting: object
  readonly goals: readonly Goal[]
  /** The texts of queries, with the library's names. */
  readonly show: readonly string[]
  readonly compared: readonly string[]
  /** Number of people in each run. */
  readonly answering: number
  /** The people of a comparison, in words. */
  readonly held: string
  readonly description: string
  /** The people of a comparison, as JSON. */
  readonly facts: object
  readonly dropped?: number
}

async function readSetting(file: string | undefined, options: CompareOptions, io: Io): Promise<Read> {
  const range = readNumeric(options)
  const found = await readCompared(file, options, range, io)
  const { people, read, users, groups, description, dropped, truth } = found
  checkSize(io, description, read.cells)
  const { goals, asked } = readGoalOption(options, read.vocabulary)
  const queries = readQueries(options, () => namesAsked(read.vocabulary, goals), read.vocabulary)
  const strategies =
    range && options.strategies === ALL_STRATEGIES ? numericStrategies(goals) : options.strategies
  const { by } = options
  return {
    setting: {
      ...people,
      ...(range || read.cells === 0 ? {} : await readPublicPrior(options, strategies, read.categories)),
      ...asked,
    },
    goals,
    show: queries ? queries.queries.map(String) : [],
    compared: strategies,
    answering: users,
    held: read.about,
    description,
    facts: {
      ...(read.cells > 0 && { categories: read.cells }),
      ...(options.columns && { columns: options.columns }),
      question: range?.toJSON(),
      ...(by !== undefined && { by, groups }),
      ...(options.truth !== undefined && { truth }),
    },
    dropped,
  }
}
