import type { Command } from 'commander'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { type CategoricalColumn, readColumn } from '../data/read-column.ts'
import type { Goal } from '../goal/goal.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import { type Simulation, simulate } from '../simulation/simulate.ts'
import { answerText } from '../sweep/goal-text.ts'
import { GROUP_GOAL_FORMS } from '../sweep/group-goal-text.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { estimateGroups } from './estimate-groups.ts'
import { estimateNumbers } from './estimate-numbers.ts'
import type { ColumnOptions, EstimateOptions } from './estimate-options.ts'
import { estimateRecords } from './estimate-records.ts'
import { droppedText, frequencyTable, warningsOf } from './frequencies.ts'
import { type AskedGoal, addGoalOption, outcomeText, readCategoryGoal } from './goal.ts'
import { addByOptions, refuseWithoutBy } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { liarLine, ROBUST } from './liars.ts'
import { addNumericOptions, readNumeric } from './numeric.ts'
import { addCommonOptions, addLoopOptions, COLUMN, loopOptions } from './options.ts'
import { count, positive, share, strategy } from './parsers.ts'
import { addPublicPriorOption, readPublicPrior } from './public-prior.ts'
import { checkSize } from './size.ts'
import { addInputOptions, addOrderOptions, columnOptions, orderOption } from './table-options.ts'
import { addColumnsOptions, refuseTable, tablesOut } from './tables.ts'

const EXAMPLES = `
Examples:
  adobest estimate people.csv --column occupation --epsilon 1
  adobest estimate people.parquet --column occupation --epsilon 0.5 --strategy subset-selection --json
  adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1
  adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --goal quantile:0.5:1
  adobest estimate people.csv --column occupation --by region --epsilon 1 --sort-by Sales --out figures
  adobest estimate people.csv --column occupation --by region --epsilon 1 --goal compare:Sales:north:south:0.02
  adobest estimate people.csv --columns sex,income,occupation --epsilon 2 --out figures
  adobest estimate people.csv --column occupation --epsilon 1 --goal compare:Sales:Craft-repair:0.01
  zcat people.csv.gz | adobest estimate - --column occupation --epsilon 1 --top 5`

/** `adobest estimate`: plays the collection of one column of a file, and shows what would be learnt. */
export function addEstimate(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('estimate')
    .summary('simulate the private collection of a column, and estimate its frequencies')
    .description(
      'A simulation on raw data: each row is a person, who answers once, at the privacy level epsilon. Shows the estimated ' +
        `frequencies with ${100 * INTERVAL_LEVEL} % intervals beside the true ones. For answers that people have given ` +
        'already, see adobest decode.',
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option('--column <name>', COLUMN)
    .requiredOption('--epsilon <level>', 'the privacy level of every answer', positive('epsilon'))
    .option('--strategy <name>', 'how the mechanism of the next answer is chosen', strategy(methods), 'auto')
    .option('--robust <share>', ROBUST, share)
    .option('--top <n>', 'categories to show, the likeliest first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: EstimateOptions) => estimate(file, options, io, methods))
  addGoalOption(command, `; with --by, ${GROUP_GOAL_FORMS}`)
  addByOptions(addPublicPriorOption(addNumericOptions(addColumnsOptions(command))), tablesOut('--columns'))
  addCommonOptions(addLoopOptions(addOrderOptions(addInputOptions(command)), methods))
}

async function estimate(file: string, given: EstimateOptions, io: Io, methods: OwnMethods): Promise<void> {
  const { by, column, columns } = given
  if (columns !== undefined) return estimateRecords(file, { ...given, columns }, io, methods)
  refuseTable(given, '--columns')
  if (column === undefined) throw new InputError('--column: expected the name of a column, or --columns')
  const options = { ...given, column }
  if (by !== undefined) return estimateGroups(file, { ...options, by }, io, methods)
  refuseWithoutBy(options, '--by or --columns')
  const range = readNumeric(options)
  if (range) return estimateNumbers(file, range, options, io, methods)
  return estimateCategories(file, options, io, methods)
}

async function estimateCategories(
  file: string,
  options: ColumnOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const column = await readColumn({
    ...columnOptions(options),
    file,
    stdin: io.stdin,
    column: options.column,
  })
  const { categories, data } = column
  checkSize(io, `${file}, column ${quote(options.column)}`, categories.length)
  const publicPrior = await readPublicPrior(options, [options.strategy], categories)
  const goalOptions = readCategoryGoal(options, categories)
  const simulation = await withProgress(
    'estimate',
    onProgress =>
      simulate({
        ...loopOptions(options),
        ...publicPrior,
        ...goalOptions,
        catalogue,
        data,
        ...orderOption(options),
        categories: categories.length,
        strategies: [options.strategy],
        epsilon: options.epsilon,
        ...(options.robust !== undefined && { robust: { share: options.robust } }),
        seed: options.seed,
        onProgress: (done, total) => onProgress(done / total),
      }),
    io.stderr,
  )
  const result = describe(simulation, column, options, goalOptions)
  for (const warning of result.warnings) warn(io, warning)
  print(io, options.json, { json: result, text: estimateText(result, options.top, goalOptions) })
}

/** The JSON document of the command. */
function describe(
  { users, truth, runs: [run] }: Simulation,
  { categories, dropped, warnings = [] }: CategoricalColumn,
  options: EstimateOptions,
  { goal }: AskedGoal,
) {
  return {
    users,
    dropped,
    categories,
    epsilon: options.epsilon,
    strategy: run.strategy,
    ...(options.robust !== undefined && { robust: { share: options.robust } }),
    estimate: Array.from(run.estimate),
    interval: intervalJSON(run.posterior.interval(INTERVAL_LEVEL)),
    truth: Array.from(truth),
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    ...(goal && run.decision && { goal: options.goal, decision: run.decision, correct: run.correct }),
    ...(run.liars && { liars: run.liars }),
    warnings: [...warnings, ...warningsOf(run.posterior, users)],
    seed: options.seed,
  }
}

function estimateText(result: ReturnType<typeof describe>, top: number, { goal }: AskedGoal): string {
  const { categories } = result
  const said = (asked: Goal) => answerText(asked, result.decision!.answer, x => categories[x] || '(missing)')
  return [
    `${result.users.toLocaleString('en')} people, ${categories.length} categories`,
    droppedText(result.dropped),
    `; strategy: ${result.strategy}, epsilon: ${result.epsilon}, seed: ${result.seed}\n\n`,
    goal && result.decision ? `${outcomeText(result, said(goal), 'frequencies')}\n\n` : '',
    `${frequencyTable(result, top)}\n`,
    goal ? 'only the goal was asked about: other frequencies may be rough\n' : '',
    `total variation distance to the truth: ${result.totalVariation.toFixed(4)}\n`,
    `audited epsilon: ${levelText(result.auditedEpsilon)}\n`,
    liarLine(result.liars, categories),
  ].join('')
}
