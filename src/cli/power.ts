import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Command, Option } from 'commander'
import type { Vector } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { publishFile } from '../data/publish.ts'
import { Domain } from '../domain/domain.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { PlannedTruth } from '../planning/plan-truth.ts'
import { type PowerPlan, power } from '../planning/power.ts'
import type { PowerOptions } from '../planning/power-options.ts'
import { CONFIDENCE, GOAL_FORMS } from '../query/parse-goal.ts'
import { isMoving } from '../simulation/moving-truth.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
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
  edges,
  LISTED,
  positive,
  prior,
  probability,
  share,
  texts,
} from './parsers.ts'
import { type PartOptions, type ReadPart, readPart, readPlannedGoal, readShares } from './power-parts.ts'
import { addQuestionsOption } from './questions-option.ts'
import { addInputOptions, requireColumn } from './table-options.ts'
import { addTruthOption, readTruthOption, type TruthOption } from './truth.ts'

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
  adobest power people.csv --columns job,sex --epsilon 1 --goal 'association(job, sex) > .1'
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

/** `adobest power`: how many people a collection needs. */
export function addPower(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('power')
    .summary('plan how many people, at which level, how precise')
    .description(
      'Solves for the one that is left out: --people, --epsilon, the width of a goal (± ?), or --error. People are those ' +
        'whom to invite, so that half, 80 % or 95 % of all collections are settled. The truth is what an earlier study found (a file), ' +
        'or --truth, or is drawn. Nothing is simulated person by person: --plan writes a plan for adobest sweep that does it.',
    )
    .argument('[file]', 'an earlier study: CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option('--column <name>', COLUMN)
    .option('--categories <k>', 'without a file: number of categories', count('categories', 2))
    .option('--dirichlet <rho>', 'concentration of truths that are drawn', positive('dirichlet'))
    .option('--epsilon <level>', 'the privacy level of every answer', positive('epsilon'))
    .option('--people <n>', 'how many people are invited', count('people'))
    .option(
      '--goal <goal>',
      `what is to be settled: ${GOAL_FORMS}, where +- is ±; with ± ? the width is solved for`,
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
      'how people are spread over the groups, separated by commas (default: equally)',
      edges,
    )
    .option(
      '--columns <names>',
      `with a file: columns, ${LISTED}; the goal is about two of them, and everybody is asked about these`,
      texts,
    )
    .option('--plan <file>', 'write a plan for adobest sweep that checks the answer by simulation')
    .addHelpText('after', EXAMPLES)
    .action((file: string | undefined, options: PowerCommandOptions) => plan(file, options, io, methods))
  const parts = addQuestionsOption(addNumericOptions(command))
  addCommonOptions(addUseOption(addInputOptions(addTruthOption(parts))))
}

async function plan(
  file: string | undefined,
  options: PowerCommandOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const part = await readPart(file, options, io)
  const held = part ?? (await readPlanned(file, options, io))
  if (options.plan !== undefined) refusePlan(options)
  const found = power({
    ...given(options),
    ...held,
    catalogue,
    ...(options.once && { looks: 'once' }),
    ...(options.design && { mechanism: options.design }),
  })
  const written = options.plan === undefined ? [] : [await writePlan(options.plan, options, held, found)]
  for (const warning of found.warnings) warn(io, warning)
  print(io, options.json, {
    json: { seed: options.seed, ...found, files: written },
    text: [planText(found), ...written.map(each => `\n${each}\n`)].join(''),
  })
}

/** The options that the library has under the same names. */
function given(options: PowerCommandOptions) {
  const names = ['epsilon', 'people', 'error', 'confidence', 'probability', 'strategy', 'prior'] as const
  const more = ['nonresponse', 'liars', 'seed'] as const
  const found = [...names, ...more].filter(name => options[name] !== undefined)
  return Object.fromEntries(found.map(name => [name, options[name]])) as Partial<PowerOptions>
}

/** What the frequencies of one category may be, the names of the categories, and the goal. */
async function readPlanned(
  file: string | undefined,
  options: PowerCommandOptions,
  io: Io,
): Promise<ReadPart> {
  const { column, categories, dirichlet, truth, goal } = options
  const of = (law: PlannedTruth, given: number | readonly string[]): ReadPart => {
    const vocabulary = { domain: Domain.one(given, 'categories'), name: column }
    const asked = goal === undefined ? undefined : readPlannedGoal(goal, vocabulary)
    return { truth: law, categories: given, ...(asked !== undefined && { goal: asked }) }
  }
  if (file === undefined) {
    if (column !== undefined) throw new InputError('--column: expected a file that has the column')
    if (truth !== undefined) {
      const read = await readTruthOption(truth, categories)
      if (isMoving(read.truth)) throw new InputError('--truth: expected one that does not move')
      return of(read.truth, read.categories)
    }
    if (categories === undefined || dirichlet === undefined)
      throw new InputError(
        'power: expected a file with --column, or --truth, or --categories with --dirichlet',
      )
    return of({ dirichlet }, categories)
  }
  const name = requireColumn(file, column, { categories, dirichlet, truth })
  const { shares, categories: names } = await readShares(
    file,
    { ...options, by: undefined, column: name },
    io,
  )
  return of(shares, names)
}

/** The width of the names of what a plan has. */
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
  const rows = [
    ['people, 50 %', whole(people.median)],
    ['people, 80 %', whole(people.upper80)],
    ['people, 95 %', whole(people.upper95)],
    ...(mean === undefined ? [] : [['people, mean', whole(mean)]]),
    ['epsilon', String(Number(epsilon.toPrecision(4)))],
    ...(within === undefined ? [] : [['within', `±${Number(within.toPrecision(3))}`]]),
    ...(error === undefined ? [] : [['expected error', String(Number(error.toPrecision(3)))]]),
    ...(settled === undefined ? [] : [['settled', `${Number((100 * settled).toPrecision(3))} %`]]),
    ...(halved === undefined ? [] : [['at half epsilon', `${whole(halved.people)} people`]]),
    ...(doubled === undefined ? [] : [['at twice epsilon', `${whole(doubled.people)} people`]]),
  ]
  return `${rows.map(([name, value]) => `${name.padEnd(WIDTH)}${value}\n`).join('')}\n${statement}\n`
}

/** What a sweep does not have, or this command does not write a plan for. */
function refusePlan({ design, once, by, questions, columns, liars }: PowerCommandOptions): void {
  if (design !== undefined || once)
    throw new InputError('--plan: expected without --design and --once, which a sweep does not have')
  if (by !== undefined || questions !== undefined || columns !== undefined)
    throw new InputError(
      '--plan: expected without --by, --questions and --columns; a plan with groups or questions is written by hand, and adobest sweep plays it',
    )
  if (liars) throw new InputError('--plan: expected without --liars, as in a sweep everybody is honest')
}

/** How often a plan is simulated. */
const RUNS = 100

function writePlan(
  file: string,
  options: PowerCommandOptions,
  { truth, goal, categories, question }: ReadPart,
  found: PowerPlan,
): Promise<string> {
  const isDrawn = 'dirichlet' in truth
  const settled = found.within === undefined ? goal : String(goal).replace(/± [^±]*$/u, `± ${found.within}`)
  const json = {
    // In a sweep everybody answers.
    users: Math.ceil(found.people.upper95 * (1 - (options.nonresponse ?? 0))),
    epsilon: found.epsilon,
    truth: isDrawn ? truth : Array.from(truth as Vector),
    ...(isDrawn && { categories }),
    ...(question && { question }),
    strategies: options.strategy ?? 'auto',
    ...(options.prior !== undefined && { prior: options.prior }),
    ...(settled && { goal: settled, confidence: options.confidence ?? CONFIDENCE }),
    runs: RUNS,
    seed: options.seed,
  }
  return publishFile(file, temporary =>
    writeFile(join(temporary, basename(file)), `${JSON.stringify(json, null, 2)}\n`),
  )
}
