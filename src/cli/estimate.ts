import type { Command } from 'commander'
import { mean as meanOf } from '../arrays/sums.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { labelOf } from '../data/read-people.ts'
import { type Ask, Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { isOfParts } from '../loop/collection-options.ts'
import { refuseCombined } from '../loop/refused.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import { isBesideSeparate } from '../posterior/functional/grouped.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { levelOf } from '../query/answer.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import { type SimulateOptions, simulateAsync } from '../simulation/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { type AnySimulation, showSimulated } from '../sweep/show-simulated.ts'
import {
  addDrawsFileOption,
  type DrawsFileOption,
  drawsOfLaws,
  requireDrawsFile,
  writeDraws,
} from './draws-file.ts'
import { droppedText, frequencyTable, warningsOf, worthText } from './frequencies.ts'
import { addGoalOption, GOALS_ALONE, type GoalOption, outcomeText, readGoalOption } from './goal.ts'
import { addByOptions, type ByOptions, refuseWithoutBy } from './groups.ts'
import { readHeld } from './held.ts'
import { heldOf } from './held-people.ts'
import { type Io, print, warn } from './io.ts'
import { liarLine, ROBUST } from './liars.ts'
import { addNumericOptions, type NumericOptions, numericWarnings, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addLoopOptions,
  addWorkersOption,
  COLUMN,
  type CommonOptions,
  FROM_RAW_VALUES,
  type LoopOptions,
  loopOptions,
  type WorkersOption,
  workersOption,
} from './options.ts'
import { count, positive, share, strategy } from './parsers.ts'
import { addPublicPriorOption, type PublicPriorOption, readPublicPrior } from './public-prior.ts'
import { addSharesOption, readShares, type SharesOption } from './shares.ts'
import { requireSortBy, type Sheet, sheetText } from './sheet.ts'
import { requireFiles, writeSheet } from './sheet-files.ts'
import { addShowOption, readQueries, requireViews, type ShowOption, shownText } from './show.ts'
import { namesAsked, viewsOf } from './show-people.ts'
import { checkSize } from './size.ts'
import { addSurveyOption, fileValues, type SurveyOption } from './survey-option.ts'
import {
  addInputOptions,
  addOrderOptions,
  type InputOptions,
  type OrderOptions,
  orderOption,
} from './table-options.ts'
import { addColumnsOptions, refuseTable, requireColumns, tablesOut } from './tables.ts'

const EXAMPLES = `
Examples:
  adobest estimate people.csv --column occupation --epsilon 1
  adobest estimate people.parquet --column occupation --epsilon 0.5 --strategy subset-selection --json
  adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1
  adobest estimate people.csv --column age --from 0 --to 120 --bins 120 --epsilon 1 --goal 'median +- 1'
  adobest estimate people.csv --column age --whole 0:99 --by region --epsilon 1
  adobest estimate people.csv --column occupation --by region --epsilon 1 --sort-by Sales --out figures
  adobest estimate people.csv --column occupation --by region --epsilon 1 --goal 'share(Sales | region = north) > share(Sales | region = south) by .02'
  adobest estimate people.csv --columns sex,income,occupation --epsilon 2 --out figures
  adobest estimate people.csv --survey survey.json --show 'mean(mood)'
  adobest estimate people.csv --column occupation --epsilon 1 --goal 'share(Sales) > share("Craft-repair") by .01'
  adobest estimate people.csv --column age --whole 0:99 --by region --epsilon 1 --show 'median(| region = north)'
  zcat people.csv.gz | adobest estimate - --column occupation --epsilon 1 --top 5`

/** The options of `adobest estimate`. */
interface EstimateOptions
  extends CommonOptions,
    InputOptions,
    OrderOptions,
    LoopOptions,
    PublicPriorOption,
    NumericOptions,
    GoalOption,
    DrawsFileOption,
    ByOptions,
    SharesOption,
    ShowOption,
    SurveyOption,
    WorkersOption {
  readonly column?: string
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly ask?: Ask
  readonly epsilon: number
  readonly strategy: string
  readonly robust?: number
  readonly weight?: string
  readonly top: number
}

/** `adobest estimate`: plays a collection on columns of a file, and shows the estimate. */
export function addEstimate(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('estimate')
    .summary('simulate a private collection of the values in a file, and estimate their distribution')
    .description(
      'Each row of the file is a person, who answers once, at the privacy level epsilon. The answers are simulated. Shows the estimated ' +
        `frequencies with ${100 * INTERVAL_LEVEL} % intervals beside the true ones. For answers that people have already ` +
        'given, use adobest decode.',
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option(...COLUMN)
    .requiredOption('--epsilon <level>', 'the privacy level of every answer', positive('epsilon'))
    .option(
      '--strategy <name>',
      'how answers are randomized; adobest strategies lists the names',
      strategy(methods),
      'auto',
    )
    .option('--robust <share>', ROBUST, share)
    .option('--weight <name>', 'the column with the design weight of each person, in any unit')
    .option('--top <n>', 'number of categories to show, the most frequent first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: EstimateOptions) => estimate(file, options, io, methods))
  addSurveyOption(addGoalOption(command), fileValues, ['column'])
  addByOptions(addPublicPriorOption(addNumericOptions(addColumnsOptions(command))), tablesOut('--columns'))
  addShowOption(addSharesOption(command), '; of --columns, pairs are asked about if a query needs one')
  addCommonOptions(
    addDrawsFileOption(addWorkersOption(addLoopOptions(addOrderOptions(addInputOptions(command)), methods))),
  )
}

async function estimate(
  file: string,
  options: EstimateOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { by, epsilon, seed, robust } = options
  const range = await requireOptions(options)
  const people = await readHeld(file, options, io, range, true)
  const { held, name, read } = heldOf(people, by, range)
  const labels = read.categories.map(labelOf)
  if (name !== undefined) checkSize(io, `${file}, column ${quote(name)}`, read.cells)
  requireSortBy(options.sortBy, labels)
  const publicPrior = range ? {} : await readPublicPrior(options, [options.strategy], read.categories)
  const { goals, asked } = readGoalOption(options, read.vocabulary)
  // With goals, requests are about the views that goals need.
  const ask = goals.length > 0 ? options.ask : viewsOf(people, options, range)
  const queries = readQueries(options, () => namesAsked(read.vocabulary, goals), read.vocabulary)
  if (goals.length === 0) requireViews(queries, ask ?? 'pairs')
  const shares = await readShares(options, people.groups?.categories.map(labelOf) ?? [])
  const simulation = await withProgress(
    'estimate',
    onProgress =>
      simulateAsync({
        ...loopOptions(options),
        ...publicPrior,
        ...asked,
        ...held,
        ...orderOption(options),
        ...(ask !== undefined && { ask }),
        catalogue,
        strategies: [options.strategy],
        epsilon,
        ...(robust !== undefined && { robust: { share: robust } }),
        seed,
        ...workersOption(options),
        onProgress: (done: number, total: number) => onProgress(done / total),
      } as unknown as SimulateOptions) as unknown as Promise<AnySimulation>,
    io.stderr,
  )
  const [run] = simulation.runs
  const answers =
    queries && showSimulated(queries, simulation, { data: (held as { data?: unknown }).data, shares })
  const { decision, decisions, correct } = run
  const worth = options.weight === undefined ? undefined : run.effective
  const description = describe(simulation, name, range, read.categories, shares)
  const { sheet } = description
  const result = {
    simulated: true,
    users: simulation.users,
    effective: worth,
    dropped: people.dropped,
    by,
    shares,
    epsilon,
    strategy: run.strategy,
    ...(robust !== undefined && { robust: { share: robust } }),
    ...description.json,
    queries: answers,
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    decision,
    decisions,
    correct,
    ...('liars' in run && run.liars && { liars: run.liars }),
    warnings: [...people.warnings, ...description.warnings],
    seed,
  }
  const who = `${simulation.users.toLocaleString('en')} people${worthText(worth)}, ${read.about}`
  const settings = `strategy: ${run.strategy}, epsilon: ${epsilon}, seed: ${seed}`
  // With a goal about a category, groups are sorted by it, unless `--sort-by` names another.
  const display = { ...sortByGoal(options, goals, labels), ...options }
  const drawsFile = await writeDraws(options, description.draws)
  const files = [...(sheet ? await writeSheet(sheet, display, `${who}; ${settings}`) : []), ...drawsFile]
  for (const warning of result.warnings) warn(io, warning)
  const text = [
    FROM_RAW_VALUES,
    `${who}${droppedText(people.dropped)}; ${settings}\n\n`,
    decisions ? `${outcomeText(goals, decisions, description.measure, options)}\n` : '',
    `${sheet ? sheetText(sheet, display) : frequencyTable(description.frequencies!, options.top)}\n`,
    queries ? `${shownText(queries, answers!, options)}\n` : '',
    decisions ? GOALS_ALONE : '',
    ...description.distances.map(line => `${line}\n`),
    `audited epsilon${name === undefined ? ' of the whole record' : ''}: ${levelText(run.auditedEpsilon)}\n`,
    'liars' in run ? liarLine(run.liars, read.categories) : '',
    ...files.map(written => `wrote ${written}\n`),
  ]
  print(io, options.json, {
    json: { ...result, ...((sheet || drawsFile.length > 0) && { files }) },
    text: text.join(''),
  })
}

/** Refuses bad options before any work; returns the question about a scale or a number. */
async function requireOptions(options: EstimateOptions): Promise<OrderedKind | undefined> {
  const { column, columns, by } = options
  const range = readNumeric(options)
  if (columns === undefined) {
    refuseTable(options, '--columns')
    if (column === undefined) throw new InputError('--column: expected the name of a column, or --columns')
  }
  requireColumns(options, range)
  refuseWithoutBy(options, range, '--columns')
  const { robust, publicPrior, guarantee } = options
  const parts = { by, questions: columns }
  if (isOfParts(parts)) refuseCombined({ ...loopOptions(options), robust, publicPrior, guarantee, ...parts })
  await requireFiles(options, columns, options.ask ?? 'pairs')
  await requireDrawsFile(options)
  return range
}

function sortByGoal({ by }: EstimateOptions, [goal]: readonly Goal[], labels: readonly string[]) {
  const level = goal && levelOf(queriesOf(goal)[0])
  return by !== undefined && labels.includes(level as string) ? { sortBy: level as string } : {}
}

/** Describes the estimate, the truth and the distance between them. */
function describe(
  simulation: AnySimulation,
  name: string | undefined,
  range: OrderedKind | undefined,
  categories: readonly string[],
  shares: Readonly<Record<string, number>> | undefined,
) {
  const distance = simulation.runs[0].totalVariation.toFixed(4)
  if ('asked' in simulation) {
    const { asked, truthOf, users, runs } = simulation
    const [run] = runs
    const separate = isBesideSeparate(run.posterior) ? run.separate() : undefined
    const sizes = new Map(run.laws.map(({ group, people }) => [group, people]))
    const json = beliefJSON(run.posterior as never, asked, {
      ...{ name, separate, shares, truth: truthOf },
      people: group => sizes.get(group)!,
    })
    const { domain, by } = asked
    const mean = by ? 'groups' : asked.ask === 'pairs' ? 'tables' : 'columns'
    const errors = run.laws.flatMap(law => law.wasserstein ?? [])
    const isNumber = errors.length === run.laws.length
    const wasserstein = meanOf(errors)
    return {
      draws: () => drawsOfLaws(run.posterior, asked),
      json: isNumber ? { ...json, wasserstein } : json,
      sheet: { ...json, domain, by },
      frequencies: undefined,
      warnings: by ? run.posterior.warnings : warningsOf(run.posterior, users),
      measure: by ? 'frequencies' : 'table',
      distances: isNumber
        ? [`Wasserstein distance to the truth, mean over ${mean}: ${Number(wasserstein.toPrecision(4))}`]
        : [`total variation distance to the truth, mean over ${mean}: ${distance}`],
    }
  }
  const { users, truth, runs } = simulation
  const [run] = runs
  if (range) {
    const { posterior, wasserstein } = run as SimulatedNumericRun
    const views = { domain: Domain.one(range.toJSON()), ask: 'singles' } as const
    const json = beliefJSON(posterior, views, {
      name,
      people: () => run.answers,
      truth: () => ({ shares: truth }),
    })
    return {
      draws: () => drawsOfLaws(posterior, views),
      json: { ...json, wasserstein },
      sheet: { ...json, domain: views.domain, by: undefined } satisfies Sheet,
      frequencies: undefined,
      warnings: numericWarnings(posterior, users),
      measure: 'numbers',
      distances: [`Wasserstein distance to the truth: ${Number(wasserstein.toPrecision(4))}`],
    }
  }
  const { posterior } = run as SimulatedRun
  const frequencies = {
    categories,
    estimate: Array.from(run.estimate),
    sd: Array.from(posterior.sd),
    interval: intervalJSON(posterior.interval(INTERVAL_LEVEL)),
    truth: Array.from(truth),
  }
  return {
    draws: () => drawsOfLaws(posterior, { domain: Domain.one(categories.map(labelOf)), ask: 'singles' }),
    json: frequencies,
    sheet: undefined,
    frequencies,
    warnings: warningsOf(posterior, users),
    measure: 'frequencies',
    distances: [`total variation distance to the truth: ${distance}`],
  }
}
