import type { Command } from 'commander'
import { mean as meanOf } from '../arrays/sums.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { MISSING } from '../data/read-people.ts'
import { type Ask, Domain } from '../domain/domain.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { isOfParts } from '../loop/collection-options.ts'
import { refuseCombined } from '../loop/refused.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { levelOf } from '../query/answer.ts'
import { type Goal, queriesOf } from '../query/parse-goal.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import type { SimulatedNumericRun, SimulatedRun } from '../simulation/open-run.ts'
import { type SimulateOptions, simulate } from '../simulation/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { droppedText, frequencyTable, warningsOf } from './frequencies.ts'
import { addGoalOption, type GoalOption, outcomeText, readGoalOption } from './goal.ts'
import { addByOptions, type ByOptions, refuseWithoutBy } from './groups.ts'
import { readHeld } from './held.ts'
import { type FoundPeople, heldOf } from './held-people.ts'
import { type Io, print, warn } from './io.ts'
import { liarLine, ROBUST } from './liars.ts'
import { addNumericOptions, type NumericOptions, numericWarnings, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addLoopOptions,
  COLUMN,
  type CommonOptions,
  FROM_RAW_VALUES,
  type LoopOptions,
  loopOptions,
} from './options.ts'
import { count, positive, share, strategy } from './parsers.ts'
import { addPublicPriorOption, type PublicPriorOption, readPublicPrior } from './public-prior.ts'
import { addSharesOption, readShares, type SharesOption } from './shares.ts'
import { requireSortBy, type Sheet, sheetText } from './sheet.ts'
import { requireFiles, writeSheet } from './sheet-files.ts'
import { addShowOption, readQueries, requireViews, type ShowOption, shownText } from './show.ts'
import { type AnySimulation, namesAsked, showSimulated, viewsOf } from './show-people.ts'
import { checkSize } from './size.ts'
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
    ByOptions,
    SharesOption,
    ShowOption {
  readonly column?: string
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly ask?: Ask
  readonly epsilon: number
  readonly strategy: string
  readonly robust?: number
  readonly top: number
}

/** `adobest estimate`: plays the collection of columns of a file, and shows what would be learnt. */
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
  addGoalOption(command)
  addByOptions(addPublicPriorOption(addNumericOptions(addColumnsOptions(command))), tablesOut('--columns'))
  addShowOption(addSharesOption(command), '; of --columns, pairs are asked about if a query needs one')
  addCommonOptions(addLoopOptions(addOrderOptions(addInputOptions(command)), methods))
}

async function estimate(
  file: string,
  options: EstimateOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { by, epsilon, seed, robust } = options
  const range = await requireOptions(options)
  const askOf = (found: FoundPeople) => viewsOf(found, options, range)
  const people = await readHeld(file, options, io, range, true, askOf)
  const { held, name, read } = heldOf(people, by, range)
  const labels = read.categories.map(labelOf)
  if (name !== undefined) checkSize(io, `${file}, column ${quote(name)}`, read.cells)
  requireSortBy(options.sortBy, labels)
  const publicPrior = range ? {} : await readPublicPrior(options, [options.strategy], read.categories)
  const { goals, asked } = readGoalOption(options, read.vocabulary)
  // With goals, people are asked about what these need.
  const ask = goals.length > 0 ? options.ask : askOf(people)
  const queries = readQueries(options, () => namesAsked(read.vocabulary, goals))
  if (goals.length === 0) requireViews(queries, ask ?? 'pairs')
  const shares = await readShares(options, people.groups?.categories.map(labelOf) ?? [])
  const simulation = await withProgress(
    'estimate',
    onProgress =>
      simulate({
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
        onProgress: (done: number, total: number) => onProgress(done / total),
      } as unknown as SimulateOptions) as unknown as AnySimulation,
    io.stderr,
  )
  const [run] = simulation.runs
  const answers = queries && showSimulated(queries, simulation, people, shares)
  const { decision, decisions, correct } = run
  const described = describe(simulation, name, range, read.categories, shares)
  const { sheet } = described
  const result = {
    simulated: true,
    users: simulation.users,
    dropped: people.dropped,
    ...(by !== undefined && { by }),
    ...(shares && { shares }),
    epsilon,
    strategy: run.strategy,
    ...(robust !== undefined && { robust: { share: robust } }),
    ...described.json,
    ...(answers && { queries: answers }),
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    ...(decisions && { decision, decisions, correct }),
    ...('liars' in run && run.liars && { liars: run.liars }),
    warnings: [...people.warnings, ...described.warnings],
    seed,
  }
  const who = `${simulation.users.toLocaleString('en')} people, ${read.about}`
  const made = `strategy: ${run.strategy}, epsilon: ${epsilon}, seed: ${seed}`
  // A goal about a category shows the groups by that one, unless another was asked for.
  const shown = { ...sortByGoal(options, goals, labels), ...options }
  const files = sheet ? await writeSheet(sheet, shown, `${who}; ${made}`) : []
  for (const warning of result.warnings) warn(io, warning)
  const text = [
    FROM_RAW_VALUES,
    `${who}${droppedText(people.dropped)}; ${made}\n\n`,
    decisions ? `${outcomeText(goals, decisions, described.measure)}\n` : '',
    `${sheet ? sheetText(sheet, shown) : frequencyTable(described.frequencies!, options.top)}\n`,
    queries ? `${shownText(queries, answers!)}\n` : '',
    decisions && sheet === undefined ? 'only the goal was asked about: other frequencies may be rough\n' : '',
    ...described.distances.map(line => `${line}\n`),
    `audited epsilon${name === undefined ? ' of the whole record' : ''}: ${levelText(run.auditedEpsilon)}\n`,
    'liars' in run ? liarLine(run.liars, read.categories) : '',
    ...files.map(written => `wrote ${written}\n`),
  ]
  print(io, options.json, { json: { ...result, ...(sheet && { files }) }, text: text.join('') })
}

/** Refuses what can be refused before any work is done; gives the question about a scale or a number. */
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
  const parts = { ...(by !== undefined && { by }), ...(columns && { questions: columns }) }
  if (isOfParts(parts)) refuseCombined({ ...loopOptions(options), robust, publicPrior, guarantee, ...parts })
  await requireFiles(options, columns, options.ask ?? 'pairs')
  return range
}

function sortByGoal({ by }: EstimateOptions, [goal]: readonly Goal[], labels: readonly string[]) {
  const level = goal && levelOf(queriesOf(goal)[0])
  return by !== undefined && labels.includes(level as string) ? { sortBy: level as string } : {}
}

/** What is said of the estimate, its truth and how far they are from each other. */
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
    const separate = 'isPooled' in run.posterior && run.posterior.isPooled ? run.separate() : undefined
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
      json: { ...json, ...(isNumber && { wasserstein }) },
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
    const asked = { domain: Domain.one(range.toJSON()), ask: 'singles' } as const
    const json = beliefJSON(posterior, asked, {
      name,
      people: () => run.answers,
      truth: () => ({ shares: truth }),
    })
    return {
      json: { ...json, wasserstein },
      sheet: { ...json, domain: asked.domain, by: undefined } satisfies Sheet,
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
    interval: intervalJSON(posterior.interval(INTERVAL_LEVEL)),
    truth: Array.from(truth),
  }
  return {
    json: frequencies,
    sheet: undefined,
    frequencies,
    warnings: warningsOf(posterior, users),
    measure: 'frequencies',
    distances: [`total variation distance to the truth: ${distance}`],
  }
}

/** Categories without a name are those of a missing value. */
const labelOf = (text: string) => text || MISSING
