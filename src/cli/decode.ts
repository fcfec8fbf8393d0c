import { type Command, Option } from 'commander'
import { sum } from '../arrays/sums.ts'
import { drawLaw } from '../catalogue/draw-law.ts'
import { InputError } from '../data/input-error.ts'
import { ANSWER_RULES } from '../data/read-answers.ts'
import { Domain } from '../domain/domain.ts'
import { refuseCombined } from '../loop/refused.ts'
import type { Request } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drainInSlices } from '../posterior/draw-posterior.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import type { Grouped } from '../posterior/functional/by-group.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { type LawsAsked, vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import { withProgress } from '../report/progress.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { Admissions, type Admitted } from './admitted.ts'
import type { DecodeOptions } from './decode-options.ts'
import { droppedText, type Frequencies, frequencyTable, warningsOf } from './frequencies.ts'
import { addByOptions, flagOf, refuseWithoutBy } from './groups.ts'
import { requireGroups } from './held.ts'
import { type Io, print, warn } from './io.ts'
import { namesOf, readLabels } from './labels.ts'
import { liarLine, ROBUST, robustly } from './liars.ts'
import { aboutText, addNumericOptions, numericWarnings, readNumeric } from './numeric.ts'
import { addCommonOptions, addPosteriorOptions, posteriorOptions } from './options.ts'
import { count, DESIGN, design, designColumns, positive, share as shareOf } from './parsers.ts'
import { answersText, ID, levelLine, repeatWarnings } from './people.ts'
import { addQuestionsOption, readQuestions } from './questions-option.ts'
import { type CountedAnswer, readCounted } from './read-counted.ts'
import { addSharesOption, readShares } from './shares.ts'
import { requireSortBy, sheetText } from './sheet.ts'
import { requireFiles, writeSheet } from './sheet-files.ts'
import { addShowOption, answersOf, readQueries, requireViews, shownText, showQueries } from './show.ts'
import { checkSize, checkWork } from './size.ts'
import { codingLine } from './survey-designs.ts'
import { addTableOptions } from './table-options.ts'
import { addTableOption, refuseTable, tablesOut } from './tables.ts'

const EXAMPLES = `
Examples:
  adobest decode answers.ndjson --epsilon 1
  adobest decode answers.csv --request-column asked --response-column said --json
  adobest decode totals.csv --request @request.json --count-column count --labels jobs.csv
  adobest decode answers.csv --by region --sort-by Sales --labels jobs.csv --out figures
  adobest decode answers.ndjson --questions '{"sex":["female","male"],"age":6}' --table sex,age --out figures
  adobest decode responses.parquet --request '{"mechanism":"srr","categories":4,"epsilon":1}' --labels jobs.csv
  adobest decode survey.csv --response-column answer --design forced,truth=2/3,yes=1/6,no=1/6
  adobest decode survey.csv --response-column answer --design-columns kind=model,p=p1 --id person
  adobest decode answers.csv --by region --labels jobs.csv --show 'share(Sales)' --shares north=.4,south=.6
  zcat responses.csv.gz | adobest decode - --request @request.json --top 5`

/** `adobest decode`: estimates frequencies from answers that people have given. */
export function addDecode(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('decode')
    .summary('estimate frequencies from randomized answers that were collected')
    .description(
      'Each row is a randomized answer: the request, as the loop sends it, and the response, both as JSON. Shows the ' +
        `estimated frequencies with ${100 * INTERVAL_LEVEL} % intervals, and the largest exact level of the requests.`,
    )
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .option('--request <json>', 'the request that all rows answer; @FILE reads it from a file')
    .option('--design <design>', `instead of --request: ${DESIGN}`, design)
    .option(
      '--design-columns <columns>',
      'instead of --design: for each of its options the column that has it, such as kind=model,p=p1',
      designColumns,
    )
    .option('--request-column <name>', 'the column with the requests', 'request')
    .option('--response-column <name>', 'the column with the responses', 'response')
    .option(
      '--count-column <name>',
      'the column that says how many people gave the answer (default: one a row)',
    )
    .option('--no-count-column', 'each row is one answer, although a column looks like counts')
    .option('--id <name>', ID)
    .addOption(
      new Option('--missing <rule>', 'rows without a response: refused, or left out')
        .choices(ANSWER_RULES)
        .default('refuse'),
    )
    .option('--epsilon <level>', 'refuse requests above this level', positive('epsilon'))
    .option(
      '--labels <file>',
      'table whose column category has the names of the categories, in the order of their numbers or of its column id; ' +
        'responses may be these names',
    )
    .option('--robust <share>', ROBUST, shareOf)
    .option('--top <n>', 'categories to show, the likeliest first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: DecodeOptions) => decode(file, options, io, methods))
  addTableOption(addQuestionsOption(addNumericOptions(command)), '--questions')
  addShowOption(addSharesOption(addByOptions(command, tablesOut('--questions'))))
  addCommonOptions(addPosteriorOptions(addTableOptions(command), methods))
}

async function decode(file: string, options: DecodeOptions, io: Io, methods: OwnMethods): Promise<void> {
  const { epsilon, seed, by, robust: share } = options
  const { domain: several, range, labels } = await requireOptions(options)
  const admissions = new Admissions(several, methods.catalogue, epsilon)
  const admit = (request: Request) => admissions.admit(request)
  const { counts, ...read } = await readCounted(file, options, admit, labels, io)
  const cells = several ? 0 : admissions.cells
  checkSize(io, file, cells)
  const categories = several ? [] : range ? range.names : namesOf(labels, cells)
  const domain = several ?? Domain.one(range ? range.toJSON() : labels ? categories : cells)
  const groups = by === undefined ? undefined : [...new Set(counts.map(({ group }) => group))].sort()
  if (groups && groups.length < 2) {
    throw new InputError(`--by: expected a column with at least 2 groups; got ${groups.length}`)
  }
  if (groups) requireGroups(by!, groups.length, read.users)
  requireSortBy(options.sortBy, categories)
  if (several) await requireFiles(options, several.names, admissions.ask)
  if (domain.sizes[0] !== cells && !several) {
    throw new InputError(
      `${file}: expected requests over ${domain.sizes[0]} cells, those of the range; got ${cells}`,
    )
  }
  const asked = { domain, ask: admissions.ask, by: groups, variable: by }
  const queries = readQueries(options, () => vocabularyOfLaws(asked))
  requireViews(queries, asked.ask)
  const shares = await readShares(options, groups ?? [])
  const tallies = tallied(counts, asked)
  for (const tally of tallies) checkWork(io, tally)
  const draw = (how: { readonly pooling?: boolean }) =>
    withProgress(
      'decode',
      onProgress => {
        const drawing = { ...posteriorOptions(options), ...how, kinds: methods.catalogue.samplers, seed }
        return drainInSlices(drawLaw(asked, tallies, drawing), { onProgress })
      },
      io.stderr,
    )
  const belief = await draw({})
  const sizeOf = sizesOf(tallies, asked)
  const weightOf = (group: string) => shares?.[group] ?? sizeOf(group)
  const answers = queries && showQueries(queries, answersOf(belief, queries.vocabulary, weightOf))
  const isCategories = !several && !range && !groups
  const robust = share === undefined ? undefined : robustly(counts, { categories: cells, share, seed })
  const shown = isCategories
    ? { ...frequenciesOf(belief as Posterior, categories, robust?.interval) }
    : beliefJSON(belief as Grouped, asked, {
        ...{ people: sizeOf, shares },
        ...('isPooled' in belief && belief.isPooled && { separate: await draw({ pooling: false }) }),
      })
  const result = {
    ...read,
    ...(by !== undefined && { by }),
    ...(shares && { shares }),
    epsilon: epsilon ?? null,
    ...shown,
    ...(answers && { queries: answers }),
    auditedEpsilon: admissions.epsilon,
    ...(robust && { robust: { share } }),
    ...(robust?.liars && { liars: robust.liars }),
    warnings: [
      ...repeatWarnings(read),
      ...(groups
        ? belief.warnings
        : range
          ? numericWarnings(belief as NumericEstimate, read.users)
          : warningsOf(belief, read.users)),
    ],
    seed,
  }
  const inGroups = groups ? `, ${groups.length} groups` : ''
  const about = several
    ? `${several.names.length} questions`
    : range
      ? aboutText(range)
      : `${cells} categories`
  const who = `${answersText(read)}, ${about}${inGroups}`
  const sheet = 'laws' in shown ? { ...shown, domain, by: groups } : undefined
  const files = sheet ? await writeSheet(sheet, options, `${who}; seed: ${seed}`) : []
  for (const warning of result.warnings) warn(io, warning)
  const lines = [
    `${who}${droppedText(read.dropped)}; seed: ${seed}\n\n`,
    `${sheet ? sheetText(sheet, options, 'answers') : frequencyTable(shown as Frequencies, options.top)}\n`,
    queries ? `${shownText(queries, answers!)}\n` : '',
    several ? '' : codingLine(counts.map(({ mechanism }) => mechanism)),
    levelLine(admissions.epsilon, read, several ? ' of the whole record' : ''),
    liarLine(robust?.liars, categories),
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, { json: { ...result, ...(sheet && { files }) }, text: lines.join('') })
}

/** Refuses what can be refused before the file is read; gives what people were asked. */
async function requireOptions(options: DecodeOptions) {
  if (options.id !== undefined && options.countColumn) {
    throw new InputError('--count-column: expected without --id, with which each row is one answer')
  }
  const { by, robust, prior, sampler, labels } = options
  const questions = await readQuestions(options)
  const range = readNumeric(options)
  if (questions === undefined) refuseTable(options, '--questions')
  else if (range)
    throw new InputError('--questions: expected without a range or a scale, which are of one question')
  refuseWithoutBy(options, range, '--questions')
  const parts = { ...(by !== undefined && { by }), ...(questions && { questions }) }
  if (by !== undefined || questions) refuseCombined({ robust, prior, sampler, ...parts })
  if (robust !== undefined && options.show) {
    throw new InputError('--show: expected without --robust, whose intervals are of the frequencies')
  }
  for (const name of ['labels', 'robust', 'design', 'designColumns'] as const) {
    const isOfDesign = name === 'design' || name === 'designColumns'
    if ((questions || (range && !isOfDesign)) && options[name] !== undefined)
      throw new InputError(
        `${flagOf(name)}: expected only for one question${isOfDesign ? '' : ' of categories'}`,
      )
  }
  const domain = questions && Domain.of(questions)
  // Whether people were asked about pairs is known once the requests were read.
  await requireFiles(options, domain?.names, 'pairs')
  return { domain, range, labels: labels === undefined ? undefined : await readLabels(labels) }
}

/** The answers counted by group and view. */
function tallied(counts: readonly CountedAnswer<Admitted>[], { domain, ask, by = [''] }: LawsAsked): Tally[] {
  const views = domain.views(ask)
  const tallies = by.flatMap(() => views.map(({ cells }) => createTally(cells)))
  const places = new Map(by.map((name, g) => [name, g]))
  for (const { group, asked, column, count } of counts) {
    tallies[(places.get(group) ?? 0) * views.length + asked.view].addColumn(column, count)
  }
  return tallies
}

/** How many answers there are, by group. */
function sizesOf(tallies: readonly Tally[], { by = [''] }: LawsAsked) {
  const views = tallies.length / by.length
  return (group: string | undefined) => {
    const g = group === undefined ? 0 : by.indexOf(group)
    return sum(tallies.slice(g * views, (g + 1) * views).map(({ size }) => size))
  }
}

function frequenciesOf(
  { mean, interval }: Posterior,
  categories: readonly string[],
  robust: ReturnType<Posterior['interval']> | undefined,
): Frequencies {
  const [lower, upper] = robust ?? interval(INTERVAL_LEVEL)
  return { categories, estimate: Array.from(mean), interval: intervalJSON([lower, upper]) }
}
