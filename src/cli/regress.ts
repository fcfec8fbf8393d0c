import { type Command, Option } from 'commander'
import { mechanismFromRequest } from '../catalogue/requests.ts'
import { InputError } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { ANSWER_RULES, type AnswerRule } from '../data/read-answers.ts'
import { Domain } from '../domain/domain.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { covariatesOf, parseFormula } from '../regression/formula.ts'
import { regressAsync } from '../regression/regress.ts'
import type { Regression } from '../regression/regression.ts'
import { coefficientPlot } from '../report/coefficient-plot.ts'
import { writePlot } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { textTable } from '../report/text-table.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { droppedText } from './frequencies.ts'
import { type Io, print, warn } from './io.ts'
import { readJSONOption, readOption } from './json-option.ts'
import { namesOf, readLabels } from './labels.ts'
import { addUseOption } from './methods.ts'
import { addCommonOptions, addEffortOptions, type CommonOptions, type EffortOptions } from './options.ts'
import { DESIGN, design, LISTED, positive, texts } from './parsers.ts'
import { collectRows, namingRow, playRows, type RegressionRows, readRegressionRows } from './regress-rows.ts'
import { addShowOption, readQueries, type ShowOption, shownText, showQueries } from './show.ts'
import { codingLine } from './survey-designs.ts'
import { addTableOptions, type TableOptions, tableOptions } from './table-options.ts'

const EXAMPLES = `
Examples:
  adobest regress people.csv --formula "income ~ age + sex + (1 | country)" --epsilon 1
  adobest regress answers.ndjson --formula "ill ~ age*sex" --request-column request --json
  adobest regress survey.csv --formula "vote ~ age" --response-column said --design forced,truth=2/3,yes=1/6,no=1/6
  adobest regress people.csv --formula "ill ~ age" --epsilon 1 --show 'share(ill = yes)'
  adobest regress people.csv --formula "job ~ age + sex" --epsilon 2 --reference clerk --out figures`

interface RegressCommand extends CommonOptions, TableOptions, EffortOptions, ShowOption {
  readonly formula: string
  readonly epsilon?: number
  readonly request?: string
  readonly design?: Mechanism
  readonly requestColumn?: string
  readonly responseColumn: string
  readonly countColumn?: string
  readonly labels?: string
  readonly missing: AnswerRule
  readonly factors?: readonly string[]
  readonly reference?: string
  readonly prior: 'default' | 'flat'
  readonly out?: string
}

/** `adobest regress`: who has it, given what is public about people. */
export function addRegress(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('regress')
    .summary('regress the private category on public covariates')
    .description(
      'Each row is a person with public covariates. With --request, --design or --request-column the rows are answers that were ' +
        'collected; else the left side of the formula is a column of raw categories, and everybody answers once, by SRR or subset ' +
        'selection, at the privacy level epsilon.',
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .requiredOption('--formula <formula>', 'as in R: "y ~ a + b + a:b + (1 | g)"')
    .option(
      '--epsilon <level>',
      'the level of simulated answers; of collected ones, the most',
      positive('epsilon'),
    )
    .option('--request <json>', 'the request that all rows answer; @FILE reads it from a file')
    .option('--design <design>', `instead of --request: ${DESIGN}`, design)
    .option('--request-column <name>', 'the column with the requests')
    .option('--response-column <name>', 'the column with the responses', 'response')
    .option('--count-column <name>', 'the column that says how many people gave the answer')
    .option('--labels <file>', 'table whose column category has the names of the categories')
    .option('--factors <names>', `covariates whose numbers name levels, ${LISTED}`, texts)
    .option('--reference <level>', 'the level of the left side that odds are against (default: the first)')
    .addOption(
      new Option('--missing <rule>', 'rows that miss a value: refused, or left out')
        .choices(ANSWER_RULES)
        .default('refuse'),
    )
    .addOption(
      new Option('--prior <prior>', 'weakly informative normal, or flat')
        .choices(['default', 'flat'])
        .default('default'),
    )
    .option('--out <folder>', 'folder for a figure of the coefficients, as SVG and PNG')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: RegressCommand) => regressFile(file, options, io, methods))
  addShowOption(command)
  addCommonOptions(addEffortOptions(addUseOption(addTableOptions(command))))
}

async function regressFile(
  file: string,
  options: RegressCommand,
  io: Io,
  methods: OwnMethods,
): Promise<void> {
  const { seed, prior, reference, draws, budget, out } = options
  const formula = readOption('formula', () => parseFormula(options.formula))
  if (out !== undefined) {
    await requirePackages(...FIGURE_PACKAGES)
    await requireFolder(out)
  }
  const source = isCollected(options) ? collected : simulated
  const { rows, data, categories, truth } = await source(file, options, io, methods)
  const queries = readQueries(options, () => ({ domain: Domain.one(categories), name: formula.response }))
  const found = await withProgress(
    'regress',
    onProgress =>
      regressAsync({
        ...data,
        formula: formula.text,
        prior,
        seed,
        ...(reference !== undefined && { reference }),
        ...(draws !== undefined && { draws }),
        ...(budget !== undefined && { budget: { seconds: budget } }),
        onProgress,
      }),
    io.stderr,
  ).catch(error => {
    throw namingRow(rows, error)
  })
  const shown = queries && showQueries(queries, query => found.of(query), truth)
  const files = out === undefined ? [] : await drawCoefficients(found, out)
  const effects = found.marginalEffects().map(effect => {
    const [lower, upper] = effect.interval(INTERVAL_LEVEL)
    return { name: effect.name, category: effect.category, mean: effect.mean, sd: effect.sd, lower, upper }
  })
  for (const warning of found.warnings) warn(io, warning)
  print(io, options.json, {
    json: {
      ...found.toJSON(),
      dropped: rows.dropped,
      marginalEffects: effects,
      ...(shown && { queries: shown }),
      files,
      seed,
    },
    text: `${summaryText(found, rows.dropped, seed)}${codingLine(options.design ? [options.design] : [])}${effectsText(effects)}${queries ? `\n${shownText(queries, shown!)}` : ''}${files.map(name => `wrote ${name}\n`).join('')}`,
  })
}

const isCollected = ({ request, design, requestColumn }: RegressCommand) =>
  request !== undefined || design !== undefined || requestColumn !== undefined

/** Raw categories, and answers that are drawn. */
async function simulated(file: string, options: RegressCommand, io: Io, _: OwnMethods) {
  const { epsilon, seed, countColumn, labels } = options
  if (epsilon === undefined) {
    throw new InputError(
      '--epsilon: expected a privacy level; or --request, --design or --request-column for answers that were collected',
    )
  }
  if (countColumn !== undefined || labels !== undefined) {
    throw new InputError(
      `--${labels === undefined ? 'count-column' : 'labels'}: expected only with answers that were collected`,
    )
  }
  const { response } = parseFormula(options.formula)
  const rows = await rowsOf(file, options, io, [response])
  const data = playRows(rows, epsilon, seed)
  const { labels: categories } = data
  const counts = new Float64Array(categories.length)
  for (const [text] of rows.others) counts[categories.indexOf(text)]++
  return { rows, data, categories, truth: () => counts.map(count => count / rows.others.length) }
}

/** Answers that were collected. */
async function collected(file: string, options: RegressCommand, io: Io, methods: OwnMethods) {
  const { epsilon, request, requestColumn, responseColumn, countColumn } = options
  if ([request, options.design, requestColumn].filter(one => one !== undefined).length > 1) {
    throw new InputError('--request, --design and --request-column: expected one of them')
  }
  const { catalogue } = methods
  const mechanism =
    request === undefined
      ? options.design
      : await readJSONOption('request', request, json => mechanismFromRequest(json as Request, { catalogue }))
  const labels = options.labels === undefined ? undefined : await readLabels(options.labels)
  const others = [
    responseColumn,
    ...(requestColumn === undefined ? [] : [requestColumn]),
    ...(countColumn === undefined ? [] : [countColumn]),
  ]
  const rows = await rowsOf(file, options, io, others)
  const hasCount = countColumn !== undefined
  const answers = collectRows(rows, { mechanism, hasCount, labels }, methods)
  const { categories } = mechanism ?? mechanismFromRequest(answers[0].request!, { catalogue })
  return {
    rows,
    categories: namesOf(labels, labels?.names.length ?? categories),
    truth: undefined,
    data: {
      answers,
      catalogue,
      ...(mechanism && { mechanism }),
      ...(epsilon !== undefined && { epsilon }),
      ...(labels && { labels: namesOf(labels, labels.names.length) }),
    },
  }
}

function rowsOf(file: string, options: RegressCommand, io: Io, others: string[]): Promise<RegressionRows> {
  const { missing, factors = [] } = options
  const names = covariatesOf(parseFormula(options.formula))
  return readRegressionRows(
    { ...tableOptions(options), file, stdin: io.stdin },
    names,
    others,
    {
      missing,
      factors,
    },
    warning => warn(io, warning),
  )
}

async function drawCoefficients(found: Regression, out: string): Promise<string[]> {
  const svg = await coefficientPlot(found.coefficients, {
    title: found.formula,
    subtitle: `${found.people.toLocaleString('en')} answers, epsilon ${Number(found.epsilon.toPrecision(4))}`,
  })
  return publish(out, folder => writePlot(folder, 'coefficients', svg))
}

/** The summary without its warnings, which are on standard error. */
function summaryText(found: Regression, dropped: number, seed: string | number): string {
  const text = String(found).replace(/\n*(Warning: .*\n)+$/, '\n')
  return `${text}\nseed: ${seed}${droppedText(dropped)}\n\n`
}

interface Effect {
  readonly name: string
  readonly category: string
  readonly mean: number
  readonly lower: number
  readonly upper: number
}

function effectsText(effects: readonly Effect[]): string {
  if (effects.length === 0) return ''
  const number = (title: string, of: (effect: Effect) => number) => ({
    title,
    align: 'right' as const,
    cell: (effect: Effect) => String(Number(of(effect).toPrecision(3))),
  })
  const table = textTable(
    [
      { title: 'one more, or level', cell: (effect: Effect) => effect.name },
      { title: 'category', cell: effect => effect.category },
      number('change', ({ mean }) => mean),
      number(`lower ${100 * INTERVAL_LEVEL} %`, ({ lower }) => lower),
      number('upper', ({ upper }) => upper),
    ],
    effects,
  )
  return `Average change in the probability of each category:\n${table}`
}
