import { type Command, Option } from 'commander'
import { mechanismFromRequest } from '../catalogue/requests.ts'
import { InputError, naming } from '../data/input-error.ts'
import { FIGURE_PACKAGES, requirePackages } from '../data/node-packages.ts'
import { publish, requireFolder } from '../data/publish.ts'
import { ANSWER_RULES, type AnswerRule } from '../data/read-answers.ts'
import type { ReadPeopleOptions } from '../data/read-people.ts'
import { Domain } from '../domain/domain.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered, readQuestion } from '../domain/read-question.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { type Queries, showQueries } from '../posterior/functional/shown-queries.ts'
import { covariatesOf, parseFormula } from '../regression/formula.ts'
import { regressAsync } from '../regression/regress.ts'
import type { Regression, RegressionJSON } from '../regression/regression.ts'
import { effectJSON } from '../regression/regression-result.ts'
import { coefficientPlot } from '../report/coefficient-plot.ts'
import { writePlot } from '../report/comparison-files.ts'
import { withProgress } from '../report/progress.ts'
import { textTable } from '../report/text-table.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { kindOfSurvey } from './decode-survey.ts'
import { addDrawsFileOption, type DrawsFileOption, requireDrawsFile, writeDraws } from './draws-file.ts'
import { droppedText } from './frequencies.ts'
import { type Io, print, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { labelsOfKind, readLabels } from './labels.ts'
import { addUseOption } from './methods.ts'
import { addNumericOptions, type NumericOptions, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addEffortOptions,
  addWorkersOption,
  type CommonOptions,
  type EffortOptions,
  effortOptions,
  type WorkersOption,
  workersOption,
} from './options.ts'
import { DESIGN, design, LISTED, positive, texts } from './parsers.ts'
import { lawRows, lawText, type PredictOption, predictionsText, readPredict } from './predictions.ts'
import { collectRows, namingRow, playRows, type RegressionRows, readRegressionRows } from './regress-rows.ts'
import { readPopulation } from './shares.ts'
import { addShowOption, readQueries, type ShowOption, shownText } from './show.ts'
import { codingLine } from './survey-designs.ts'
import { addSurveyOption } from './survey-option.ts'
import { addTableOptions, type TableOptions, tableOptions } from './table-options.ts'

const EXAMPLES = `
Examples:
  adobest regress people.csv --formula "income ~ age + sex + (1 | country)" --epsilon 1
  adobest regress answers.ndjson --formula "ill ~ age*sex" --request-column request --json
  adobest regress survey.csv --formula "vote ~ age" --response-column said --design forced,truth=2/3,yes=1/6,no=1/6
  adobest regress people.csv --formula "ill ~ age" --epsilon 1 --show 'share(ill = yes)'
  adobest regress people.csv --formula "smokes ~ age + (1 | region)" --survey survey.json
  adobest regress people.csv --formula "ill ~ age + (age | region) + (1 | job)" --epsilon 1 --shares census.csv
  adobest regress people.csv --formula "job ~ age + sex" --epsilon 2 --reference clerk --out figures
  adobest regress people.csv --formula "income ~ age + (1 | region)" --from 0 --to 100000 --bins 50 --epsilon 1
  adobest regress people.csv --formula "content ~ age" --ordered never,sometimes,often --epsilon 2 --show 'share({sometimes, often})'`

interface RegressCommand
  extends CommonOptions,
    TableOptions,
    NumericOptions,
    EffortOptions,
    WorkersOption,
    ShowOption,
    PredictOption,
    DrawsFileOption {
  readonly formula: string
  readonly epsilon?: number
  readonly request?: string
  readonly design?: Mechanism
  readonly requestColumn?: string
  readonly responseColumn: string
  readonly countColumn?: string
  readonly weight?: string
  readonly labels?: string
  readonly missing: AnswerRule
  readonly factors?: readonly string[]
  readonly reference?: string
  readonly prior: 'default' | 'flat'
  readonly shares?: string
  readonly out?: string
}

type AnyRegression = Regression<Posterior | NumericEstimate>

/** `adobest regress`: regression of the private value on public covariates. */
export function addRegress(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('regress')
    .summary('fit a regression of the private value on public covariates')
    .description(
      'Each row of the file is a person with public covariates. With --request, --design or --request-column the rows are answers that were ' +
        'collected; otherwise the left side of the formula is a column of raw categories, steps or numbers, and answers are simulated, ' +
        'of categories by SRR or subset selection, at the privacy level epsilon.',
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .requiredOption('--formula <formula>', 'as in R: "y ~ a + b + a:b + (1 | g) + (a | h)"')
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
    .option('--weight <name>', 'the column with the design weight of each person, in any unit')
    .option('--labels <file>', 'table whose column category has the names of the categories')
    .option('--factors <names>', `covariates whose numbers name levels, ${LISTED}`, texts)
    .addOption(
      new Option(
        '--reference <level>',
        'base level of the left side, which odds compare with (default: the first)',
      ).helpGroup('Question:'),
    )
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
    .option(
      '--predict <file>',
      'a table of covariates: show for each row the probability of each category, or mean and quantiles',
    )
    .option(
      '--shares <file>',
      'table of the population to which queries and shares refer: a column for each covariate, and one called share',
    )
    .option('--out <folder>', 'folder for a figure of the coefficients, as SVG and PNG')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: RegressCommand) => regressFile(file, options, io, methods))
  addShowOption(addSurveyOption(addNumericOptions(command), ({ epsilon }) => ({ epsilon })))
  addCommonOptions(
    addDrawsFileOption(addWorkersOption(addEffortOptions(addUseOption(addTableOptions(command))))),
  )
}

async function regressFile(
  file: string,
  options: RegressCommand,
  io: Io,
  methods: OwnMethods,
): Promise<void> {
  const { seed, prior, reference, out, weight } = options
  const formula = naming('--formula', () => parseFormula(options.formula))
  if (out !== undefined) {
    await requirePackages(...FIGURE_PACKAGES)
    await requireFolder(out)
  }
  await requireDrawsFile(options)
  const predict = await readPredict(options, covariatesOf(formula), io)
  const source = isCollected(options) ? collected : simulated
  const { rows, data, question, truth } = await source(file, options, io, methods)
  const covariates = covariatesOf(formula)
  const [first] = data.answers
  const isNumber = (name: string) => typeof first[name] === 'number'
  const population =
    options.shares === undefined ? undefined : await readPopulation(options.shares, covariates, isNumber)
  const queries = readQueries(options, () => ({ domain: Domain.one(question), name: formula.response }))
  const found = await withProgress(
    'regress',
    onProgress =>
      regressAsync({
        ...data,
        question,
        formula: formula.text,
        prior,
        seed,
        reference,
        weight,
        ...effortOptions(options),
        onProgress,
        ...workersOption(options),
      }),
    io.stderr,
  ).catch(error => {
    throw namingRow(rows, error)
  })
  const queryRows =
    queries && showQueries(queries, query => found.of(query, population), population ? undefined : truth)
  const changes = queries && isOrdered(readQuestion(question)) ? changesOf(found, queries) : []
  const lawOfAll = population && lawRows(found.predict(population), found.labels)
  const predictions = predict?.(found)
  const drawsFile = await writeDraws(options, () => found.toInferenceData())
  const files = [...(out === undefined ? [] : await drawCoefficients(found, out)), ...drawsFile]
  const json = found.toJSON()
  const effects = [...json.effects, ...changes]
  for (const warning of found.warnings) warn(io, warning)
  print(io, options.json, {
    json: {
      ...{ ...json, effects },
      dropped: rows.dropped,
      population: lawOfAll,
      queries: queryRows,
      predictions,
      files,
      seed,
    },
    text: `${summaryText(found, rows.dropped, seed)}${codingLine(options.design ? [options.design] : [])}${effectsText(effects)}${lawOfAll ? `\n${found.reference === undefined ? 'In' : 'Shares in'} the population:\n${lawText(lawOfAll)}` : ''}${queries ? `\n${shownText(queries, queryRows!, options)}` : ''}${predictions ? `\n${predictionsText(predictions)}` : ''}${files.map(name => `wrote ${name}\n`).join('')}`,
  })
}

const isCollected = ({ request, design, requestColumn }: RegressCommand) =>
  request !== undefined || design !== undefined || requestColumn !== undefined

/** Regression on raw values, with simulated answers. */
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
  const kind = kindAsked(options)
  const range = kind && isOrdered(kind) ? kind : undefined
  const rows = await rowsOf(file, options, io, [response], range && { [response]: range.toJSON() })
  const { names, ...data } = playRows(rows, epsilon, seed, kind)
  const counts = new Float64Array(names.length)
  for (const [text] of rows.others) counts[names.indexOf(text)]++
  const truth = () => counts.map(count => count / rows.others.length)
  return { rows, data, question: range ? range.toJSON() : names, truth }
}

/** Regression on collected answers. */
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
  const kind = kindAsked(options)
  const range = kind && isOrdered(kind) ? kind : undefined
  if (range && options.labels !== undefined)
    throw new InputError('--labels: expected without a range or a scale: their cells have names')
  const labels = options.labels === undefined ? labelsOfKind(kind) : await readLabels(options.labels)
  const others = [responseColumn, requestColumn, countColumn].filter(name => name !== undefined)
  const rows = await rowsOf(file, options, io, others)
  const hasCount = countColumn !== undefined
  const answers = collectRows(rows, { mechanism, hasCount, labels }, methods)
  const { categories } = mechanism ?? mechanismFromRequest(answers[0].request!, { catalogue })
  return {
    rows,
    question: range ? range.toJSON() : labels ? labels.names : categories,
    truth: undefined,
    data: { answers, catalogue, mechanism, epsilon },
  }
}

/** The question by a survey or options; undefined for categories from the file. */
function kindAsked(options: RegressCommand): CategoriesKind | OrderedKind | undefined {
  const { survey, formula } = options
  return survey ? kindOfSurvey(survey, parseFormula(formula).response) : readNumeric(options)
}

function rowsOf(
  file: string,
  options: RegressCommand,
  io: Io,
  others: string[],
  questions?: ReadPeopleOptions['questions'],
): Promise<RegressionRows> {
  const { missing, factors = [], weight } = options
  const covariates = covariatesOf(parseFormula(options.formula))
  const names = weight === undefined || covariates.includes(weight) ? covariates : [...covariates, weight]
  return readRegressionRows(
    { ...tableOptions(options), file, stdin: io.stdin },
    names,
    others,
    { missing, factors, questions },
    warning => warn(io, warning),
  )
}

/** The average changes of shown queries, in addition to the regression's own. */
function changesOf(found: AnyRegression, { queries }: Queries): Effect[] {
  const known = new Set(found.effects.map(({ on }) => on))
  return queries
    .filter(query => !known.has(String(query)))
    .flatMap(query => found.changes(query).map(effectJSON))
}

async function drawCoefficients(found: AnyRegression, out: string): Promise<string[]> {
  const svg = await coefficientPlot(found.coefficients, {
    title: found.formula,
    unit: found.reference === undefined ? 'log density along the range' : 'log odds',
    subtitle: `${found.people.toLocaleString('en')} answers, epsilon ${Number(found.epsilon.toPrecision(4))}`,
  })
  return publish(out, folder => writePlot(folder, 'coefficients', svg))
}

/** The summary without its warnings, which are on standard error. */
function summaryText(found: AnyRegression, dropped: number, seed: string | number): string {
  const text = String(found).replace(/\n*(Warning: .*\n)+$/, '\n')
  return `${text}\nseed: ${seed}${droppedText(dropped)}\n\n`
}

type Effect = RegressionJSON['effects'][number]

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
      { title: 'on', cell: effect => effect.on },
      number('change', ({ mean }) => mean),
      number(`lower ${100 * INTERVAL_LEVEL} %`, ({ lower }) => lower),
      number('upper', ({ upper }) => upper),
    ],
    effects,
  )
  return `Average change:\n${table}`
}
