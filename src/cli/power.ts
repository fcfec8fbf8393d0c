import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import { pickGiven, type Vector } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { publishFile } from '../data/publish.ts'
import { Domain } from '../domain/domain.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { PATHS } from '../planning/planner.ts'
import { type PowerPlan, power } from '../planning/power.ts'
import { CONFIDENCE, GOAL_FORMS } from '../query/parse-goal.ts'
import type { Survey } from '../survey/survey.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { goalByNumber } from '../sweep/plan-survey.ts'
import { type Io, print, warn } from './io.ts'
import { addUseOption } from './methods.ts'
import { addNumericOptions } from './numeric.ts'
import { addCommonOptions, COLUMN, type CommonOptions } from './options.ts'
import {
  confidence,
  count,
  DESIGN,
  design,
  each,
  LISTED,
  positive,
  prior,
  probability,
  share,
  texts,
} from './parsers.ts'
import { type PartOptions, type ReadPart, readPart } from './power-parts.ts'
import { addQuestionsOption } from './questions-option.ts'
import { addSurveyOption, fileValues } from './survey-option.ts'
import { addInputOptions } from './table-options.ts'
import { addTruthOption, type TruthOption } from './truth.ts'

const EXAMPLES = `
Examples:
  adobest power --categories 20 --dirichlet 1 --epsilon 1 --goal 'share(3) ± .03'
  adobest power --truth '[0.5,0.3,0.2]' --people 5000 --goal 'share(0) > share(1) by .01'
  adobest power --truth '[0.5,0.3,0.2]' --people 5000 --epsilon 1 --goal 'share(0) ± ?'
  adobest power people.csv --column occupation --epsilon 1 --error 0.05 --nonresponse 0.4
  adobest power --truth '[0.9,0.1]' --design forced,truth=2/3,yes=1/6,no=1/6 --goal 'share(1) > .05' --once
  adobest power people.csv --column age --from 0 --to 100 --bins 100 --epsilon 1 --goal 'median ± 2'
  adobest power --by north,south --truth '[[0.6,0.4],[0.5,0.5]]' --epsilon 1 --goal 'share(0 | group = north) > share(0 | group = south)'
  adobest power --questions '{"smoker":2,"ill":2}' --truth '[0.5,0.2,0.1,0.2]' --epsilon 1 --goal 'association(smoker, ill) > .1'
  adobest power people.csv --columns job,sex,city --epsilon 1 --goal 'association(job, sex) > .1' --goal 'share(city = north) ± .03'
  adobest power people.csv --column age --by region --whole 0:100 --epsilon 1 --goal 'median(| region = north) - median(| region = south) ± 2'
  adobest power pilot.csv --survey survey.json
  adobest power --truth '[0.5,0.3,0.2]' --epsilon 1 --goal 'top(1)' --plan plan.json
  adobest sweep plan.json --out out/plan`

interface PowerCommandOptions extends CommonOptions, PartOptions, TruthOption {
  readonly epsilon?: number
  readonly people?: number
  readonly error?: number
  readonly confidence?: number
  readonly probability?: number
  readonly strategy?: string
  readonly design?: Mechanism
  readonly prior?: number | 'learned'
  readonly nonresponse?: number
  readonly liars?: number
  readonly once?: boolean
  readonly plan?: string
}

/** `adobest power`: the number of people that a collection needs. */
export function addPower(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('power')
    .summary('plan how many people to invite, at which privacy level, and how precise the result will be')
    .description(
      'Solves for whichever you leave out: --people, --epsilon, the width of a goal (± ?), or --error. Reports how many people to ' +
        'invite so that the goal is settled in 50 %, 80 % and 95 % of collections. The truth is an earlier study (a file), or ' +
        '--truth, or is drawn at random. The calculation simulates nobody: --plan writes a plan with which adobest sweep checks it.',
    )
    .argument('[file]', 'an earlier study: CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option(...COLUMN)
    .option('--categories <k>', 'without a file: number of categories', count('categories', 2))
    .option(
      '--dirichlet <rho>',
      'concentration of the truths that are drawn at random',
      positive('dirichlet'),
    )
    .option('--epsilon <level>', 'the privacy level of every answer', positive('epsilon'))
    .option('--people <n>', 'number of people to invite', count('people'))
    .option(
      '--goal <goal>',
      `what is to be settled: ${GOAL_FORMS}, where +- is ±; with ± ? the width is solved for (given several times, all of them)`,
      each,
    )
    .option(
      '--error <distance>',
      'instead of a goal: the expected total variation distance',
      positive('error'),
    )
    .option('--confidence <share>', `how sure is sure enough (default: ${CONFIDENCE})`, confidence)
    .option('--probability <share>', 'of being settled by --people (default: 0.8)', probability)
    .option('--strategy <name>', 'how people are asked (default: auto)')
    .option('--design <design>', `instead of --epsilon and --strategy: ${DESIGN}`, design)
    .addOption(
      new Option('--prior <prior>', 'learned, or a Dirichlet parameter (default: learned)').argParser(prior),
    )
    .option('--nonresponse <share>', 'of invited people who do not answer', share)
    .option('--liars <share>', 'of answers that may be arbitrary', share)
    .option('--once', 'one look at the end, by the classical two-sided test; for a threshold')
    .option('--by <names>', `groups, ${LISTED}; with a file, the column with the group of each person`, each)
    .option(
      '--shares <shares>',
      'how people are spread over the groups, NAME=SHARE,…, or the numbers in their order (default: equally)',
    )
    .option(
      '--columns <names>',
      `with a file: columns, ${LISTED}; people are asked about those that goals need`,
      texts,
    )
    .option('--plan <file>', 'write a plan for adobest sweep that checks the answer by simulation')
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: PowerCommandOptions) => plan(file, options, io, methods))
  addSurveyOption(command, planValues, ['column'])
  const parts = addQuestionsOption(addNumericOptions(command))
  addCommonOptions(addUseOption(addInputOptions(addTruthOption(parts))))
}

/** Options of a plan from a survey. With groups, `--by` is a column of the earlier study. */
function planValues(survey: Survey, hasFile: boolean) {
  const { epsilon, strategy, goals, confidence } = survey
  const { by, column, columns } = fileValues(survey)
  return {
    ...{ epsilon, strategy, goal: goals, confidence },
    ...(hasFile && { column, columns, ...(by !== undefined && { by: [by] }) }),
  }
}

async function plan(
  file: string | undefined,
  options: PowerCommandOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const people = await readPart(file, options, io)
  requireUnknown(options)
  if (options.plan !== undefined) refusePlan(options)
  tellWork(people, io)
  const found = power({
    ...pickGiven(options, SHARED),
    ...people,
    catalogue,
    looks: options.once ? 'once' : undefined,
    mechanism: options.design,
  })
  const files = options.plan === undefined ? [] : [await writePlan(options.plan, options, people, found)]
  for (const warning of found.warnings) warn(io, warning)
  print(io, options.json, {
    json: { seed: options.seed, ...found, files },
    text: [planText(found), ...files.map(each => `\n${each}\n`)].join(''),
  })
}

/** Largest number of goals that are planned within a second or two. */
const FEW_GOALS = 2
/** Largest number of a number's cells that are planned within a second or two. */
const FEW_CELLS = 20

/** Prints the amount of work, if it takes some seconds. */
function tellWork({ goal, goals = [goal!], question, truth }: ReadPart, io: Io): void {
  const isOfNumbers = question !== undefined && (truth as Vector).length > FEW_CELLS
  const isOfDrawn = 'dirichlet' in truth && goals.some(each => /^top/u.test(String(each)))
  const isLong = goals.length > FEW_GOALS || isOfNumbers || isOfDrawn
  if (!isLong) return
  const what = goals.length === 1 ? '' : `${goals.length} goals, each by `
  io.stderr.write(
    `power: ${what}up to ${PATHS.toLocaleString('en')} collections, at ε, half and twice ε; this takes some seconds\n`,
  )
}

/** The options with the same names in the library. */
const SHARED = [
  ...(['epsilon', 'people', 'error', 'confidence', 'probability'] as const),
  ...(['strategy', 'prior', 'nonresponse', 'liars', 'seed'] as const),
] as const

/** Width of the column of names in a printed plan. */
const WIDTH = 18

function planText({
  people,
  mean,
  epsilon,
  within,
  error,
  settled,
  halved,
  doubled,
  statement,
}: PowerPlan): string {
  const whole = (value: number) => Math.ceil(value).toLocaleString('en')
  const rows: (readonly [string, string | false])[] = [
    ['people, 50 %', whole(people.median)],
    ['people, 80 %', whole(people.upper80)],
    ['people, 95 %', whole(people.upper95)],
    ['people, mean', mean !== undefined && whole(mean)],
    ['epsilon', String(Number(epsilon.toPrecision(4)))],
    ['within', within !== undefined && `±${Number(within.toPrecision(3))}`],
    ['expected error', error !== undefined && String(Number(error.toPrecision(3)))],
    ['settled', settled !== undefined && `${Number((100 * settled).toPrecision(3))} %`],
    ['at half epsilon', halved !== undefined && `${whole(halved.people)} people`],
    ['at twice epsilon', doubled !== undefined && `${whole(doubled.people)} people`],
  ]
  const lines = rows.map(([name, value]) => (value === false ? '' : `${name.padEnd(WIDTH)}${value}\n`))
  return `${lines.join('')}\n${statement}\n`
}

/** Refuses options from which nothing can be solved for. */
function requireUnknown({ goal, error, people, epsilon, design, once }: PowerCommandOptions): void {
  if (goal !== undefined) return
  if (once) throw new InputError('--once: expected with --goal, a threshold')
  if (error === undefined && (people === undefined || (epsilon === undefined && design === undefined)))
    throw new InputError('power: expected --goal or --error, or else both --people and --epsilon')
}

/** Refuses options for which `--plan` cannot write a plan. */
function refusePlan({ design, once, by, questions, columns, liars }: PowerCommandOptions): void {
  if (design !== undefined || once)
    throw new InputError('--plan: expected without --design and --once: a sweep has neither')
  if (by !== undefined || questions !== undefined || columns !== undefined)
    throw new InputError(
      '--plan: expected without --by, --questions and --columns; a plan with groups or questions is written by hand, and adobest sweep plays it',
    )
  if (liars) throw new InputError('--plan: expected without --liars: in a sweep everybody is honest')
}

/** Number of runs of a written plan. */
const RUNS = 100

function writePlan(
  file: string,
  options: PowerCommandOptions,
  { truth, goal, goals = goal === undefined ? [] : [goal], categories, question }: ReadPart,
  found: PowerPlan,
): Promise<string> {
  const isDrawn = 'dirichlet' in truth
  const typed = goals.map(one => String(one).replace(/± \?$/u, `± ${found.within}`))
  // A plan has no labels: its categories are numbers.
  const texts = Array.isArray(categories)
    ? typed.map(one => goalByNumber(one, { domain: Domain.one(categories, 'categories') }))
    : typed
  const json = {
    // Without nonresponse, because in a sweep everybody answers.
    users: Math.ceil(found.people.upper95 * (1 - (options.nonresponse ?? 0))),
    epsilon: found.epsilon,
    truth: isDrawn ? truth : Array.from(truth as Vector),
    categories: isDrawn ? categories : undefined,
    question,
    strategies: options.strategy ?? 'auto',
    prior: options.prior,
    ...(texts.length > 0 && {
      goal: texts.length > 1 ? [texts] : texts[0],
      confidence: options.confidence ?? CONFIDENCE,
    }),
    runs: RUNS,
    seed: options.seed,
  }
  return publishFile(file, temporary =>
    writeFile(join(temporary, basename(file)), `${JSON.stringify(json, null, 2)}\n`),
  )
}
