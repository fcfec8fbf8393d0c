import { type Command, Option } from 'commander'
import { sum } from '../arrays/sums.ts'
import { drawLaw } from '../catalogue/draw-law.ts'
import { InputError } from '../data/input-error.ts'
import { ANSWER_RULES } from '../data/read-answers.ts'
import { Domain } from '../domain/domain.ts'
import { aboutText } from '../domain/ordered.ts'
import { isOfParts } from '../loop/collection-options.ts'
import { refuseCombined, refuseWithWeight } from '../loop/refused.ts'
import { seedFor } from '../loop/seed-for.ts'
import type { Request } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drainInSlices } from '../posterior/draw-posterior.ts'
import { beliefJSON } from '../posterior/functional/belief-json.ts'
import type { Grouped } from '../posterior/functional/by-group.ts'
import { isBesideSeparate } from '../posterior/functional/grouped.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { type LawsAsked, viewsOf, vocabularyOfLaws } from '../posterior/functional/law-beliefs.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { answersOf, showQueries } from '../posterior/functional/shown-queries.ts'
import { DesignWeights } from '../posterior/tally/design-weights.ts'
import { createTally } from '../posterior/tally/tally.ts'
import { withProgress } from '../report/progress.ts'
import { vocabularyOfSurvey } from '../survey/asked.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { Admissions, type Admitted, keyOf } from './admitted.ts'
import type { DecodeOptions } from './decode-options.ts'
import {
  decide,
  decisionsText,
  groupsOfSurvey,
  kindOfSurvey,
  plannedOf,
  withExport,
} from './decode-survey.ts'
import { addDrawsFileOption, drawsOfLaws, requireDrawsFile, writeDraws } from './draws-file.ts'
import { droppedText, type Frequencies, frequencyTable, warningsOf, worthText } from './frequencies.ts'
import { GOALS_ALONE } from './goal.ts'
import { addByOptions, flagOf, refuseWithoutBy } from './groups.ts'
import { requireGroups } from './held.ts'
import { type Io, print, warn } from './io.ts'
import { labelsOfKind, namesOf, readLabels } from './labels.ts'
import { liarLine, ROBUST, robustly } from './liars.ts'
import { addNumericOptions, numericWarnings, readNumeric } from './numeric.ts'
import {
  addCommonOptions,
  addPosteriorOptions,
  addWorkersOption,
  posteriorOptions,
  workersOption,
} from './options.ts'
import { count, DESIGN, design, designColumns, positive, share as shareOf } from './parsers.ts'
import { answersText, ID, levelLine, repeatWarnings } from './people.ts'
import { addQuestionsOption, readQuestions } from './questions-option.ts'
import { type CountedAnswer, readCounted } from './read-counted.ts'
import { addSharesOption, readShares } from './shares.ts'
import { requireSortBy, sheetText } from './sheet.ts'
import { requireFiles, writeSheet } from './sheet-files.ts'
import { addShowOption, readQueries, requireViews, shownText } from './show.ts'
import { checkSize, checkWork } from './size.ts'
import { codingLine } from './survey-designs.ts'
import { addSurveyOption, variableOf } from './survey-option.ts'
import { addTableOptions } from './table-options.ts'
import { addTableOption, refuseTable, tablesOut } from './tables.ts'

const EXAMPLES = `
Examples:
  adobest decode answers.ndjson --epsilon 1
  adobest decode export.csv --survey survey.json
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
      'Each row of the file is a randomized answer: the request that the person received and the response, both as JSON. Shows the ' +
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
    .option('--weight <name>', 'the column with the design weight of each person, in any unit')
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
    .option('--top <n>', 'number of categories to show, the most frequent first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: DecodeOptions) => decode(file, options, io, methods))
  addSurveyOption(command, ({ epsilon, shares, robust, public: by }) => ({
    ...{ epsilon, shares, robust: robust?.share },
    // The column of groups may have another name than in an export.
    ...(by && { by: undefined }),
  }))
  addTableOption(addQuestionsOption(addNumericOptions(command)), '--questions')
  addShowOption(addSharesOption(addByOptions(command, tablesOut('--questions'))))
  addCommonOptions(
    addDrawsFileOption(addWorkersOption(addPosteriorOptions(addTableOptions(command), methods))),
  )
}

async function decode(file: string, given: DecodeOptions, io: Io, methods: OwnMethods): Promise<void> {
  const options = withExport(given)
  const { epsilon, seed, survey, by: column, robust: share } = options
  const by = survey ? variableOf(survey) : column
  const { domain: several, range, labels } = await requireOptions(options)
  const admissions = new Admissions(several, methods.catalogue, epsilon)
  const admit = (request: Request) => admissions.admit(request)
  const { counts, ...read } = await readCounted(file, options, admit, labels, io)
  const cells = several ? 0 : admissions.cells
  checkSize(io, file, cells)
  const categories = several ? [] : range ? range.names : namesOf(labels, cells)
  const domain = several ?? Domain.one(range ? range.toJSON() : labels ? categories : cells)
  const groups = survey
    ? groupsOfSurvey(
        survey,
        counts.map(({ group }) => group),
      )
    : groupsOf(counts, by)
  if (groups && groups.length < 2) {
    throw new InputError(`--by: expected a column with at least 2 groups; got ${groups.length}`)
  }
  if (groups) requireGroups(by!, groups.length, read.users)
  requireSortBy(options.sortBy, categories)
  if (domain.sizes[0] !== cells && !several) {
    throw new InputError(
      `${file}: expected requests over ${domain.sizes[0]} cells, those of the range; got ${cells}`,
    )
  }
  const planned = survey && plannedOf(survey, seed)
  const asked: LawsAsked = {
    ...admissions.asked(domain, planned?.asked),
    ...{ by: groups, variable: by, name: several ? undefined : survey && Object.keys(survey.questions)[0] },
  }
  if (several) await requireFiles(options, asked.domain.names, asked.ask)
  const all = planned && vocabularyOfSurvey(planned.survey)
  const queries = readQueries(options, () => vocabularyOfLaws(asked), all)
  requireViews(queries, asked.ask)
  const totals = totalsByGroup(counts)
  const weighted = options.weight !== undefined && groups
  const shares =
    (await readShares(options, groups ?? [])) ??
    (weighted ? Object.fromEntries(groups.map(name => [name, totals.get(name)?.weight ?? 0])) : undefined)
  const { tallies, effective } = tallied(counts, asked)
  for (const tally of tallies) checkWork(io, tally)
  // With the collection's seed, the estimate uses the collection's random numbers.
  const chains = survey && (several || groups) ? seedFor(seed, 'estimate', read.users) : seed
  const draw = (how: { readonly pooling?: boolean }) =>
    withProgress(
      'decode',
      onProgress => {
        const drawing = {
          ...posteriorOptions(options),
          ...how,
          kinds: methods.catalogue.samplers,
          seed: chains,
        }
        return drainInSlices(drawLaw(asked, tallies, drawing), { onProgress, ...workersOption(options) })
      },
      io.stderr,
    )
  const belief = await draw({})
  const sizeOf = (group = '') => totals.get(group)?.people ?? 0
  const weightOf = (group: string) => shares?.[group] ?? sizeOf(group)
  const decisions = planned && decide(planned, asked, tallies, seed)
  const answers = queries && showQueries(queries, answersOf(belief, queries.vocabulary, weightOf))
  const isCategories = !several && !range && !groups
  const robust = share === undefined ? undefined : robustly(counts, { categories: cells, share, seed })
  const shown = isCategories
    ? { ...frequenciesOf(belief as Posterior, categories, robust?.interval) }
    : beliefJSON(belief as Grouped, asked, {
        ...{ people: sizeOf, shares },
        ...(isBesideSeparate(belief) && { separate: await draw({ pooling: false }) }),
      })
  const worth = options.weight === undefined ? undefined : effective
  const result = {
    ...read,
    by,
    effective: worth,
    shares,
    epsilon: epsilon ?? null,
    ...shown,
    queries: answers,
    decisions,
    auditedEpsilon: admissions.epsilon,
    robust: robust && { share },
    liars: robust?.liars,
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
    ? `${asked.domain.names.length} questions`
    : range
      ? aboutText(range)
      : `${cells} categories`
  const who = `${answersText(read)}${worthText(worth)}, ${about}${inGroups}`
  const sheet = 'laws' in shown ? { ...shown, domain: asked.domain, by: groups } : undefined
  const drawsFile = await writeDraws(options, () => drawsOfLaws(belief, asked))
  const files = [...(sheet ? await writeSheet(sheet, options, `${who}; seed: ${seed}`) : []), ...drawsFile]
  for (const warning of result.warnings) warn(io, warning)
  const lines = [
    `${who}${droppedText(read.dropped)}; seed: ${seed}\n\n`,
    decisions ? `${decisionsText(planned!, decisions)}\n` : '',
    `${sheet ? sheetText(sheet, options, 'answers') : frequencyTable(shown as Frequencies, options.top)}\n`,
    queries ? `${shownText(queries, answers!, options)}\n` : '',
    decisions ? GOALS_ALONE : '',
    several ? '' : codingLine(counts.map(({ mechanism }) => mechanism)),
    levelLine(admissions.epsilon, read, several ? ' of the whole record' : ''),
    liarLine(robust?.liars, categories),
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, {
    json: { ...result, ...((sheet || drawsFile.length > 0) && { files }) },
    text: lines.join(''),
  })
}

/** Number of answers in each group, and the sum of their weights. */
function totalsByGroup(counts: readonly CountedAnswer<Admitted>[]) {
  const totals = new Map<string, { people: number; weight: number }>()
  for (const { group, count, weights } of counts) {
    const total = totals.get(group) ?? { people: 0, weight: 0 }
    total.people += count
    total.weight += weights.total
    totals.set(group, total)
  }
  return totals
}

function groupsOf(counts: readonly CountedAnswer<Admitted>[], by: string | undefined) {
  return by === undefined ? undefined : [...new Set(counts.map(({ group }) => group))].sort()
}

/** Refuses bad options before the file is read; returns the questions. */
async function requireOptions(options: DecodeOptions) {
  if (options.id !== undefined && options.countColumn) {
    throw new InputError('--count-column: expected without --id: with --id each row is one answer')
  }
  const { by, robust, prior, sampler, labels } = options
  const questions = await readQuestions(options)
  const range = readNumeric(options)
  if (questions === undefined) refuseTable(options, '--questions')
  else if (range)
    throw new InputError('--questions: expected without a range or a scale: these are about one question')
  refuseWithoutBy(options, range, '--questions')
  const parts = { by, questions }
  if (isOfParts(parts)) refuseCombined({ robust, prior, sampler, ...parts })
  if (options.weight !== undefined) refuseWithWeight({ robust, goals: options.survey?.goals })
  if (robust !== undefined && options.show) {
    throw new InputError('--show: expected without --robust: robust intervals exist only for the frequencies')
  }
  for (const name of ['labels', 'robust', 'design', 'designColumns'] as const) {
    const isOfDesign = name === 'design' || name === 'designColumns'
    if ((questions || (range && !isOfDesign)) && options[name] !== undefined)
      throw new InputError(
        `${flagOf(name)}: expected only for one question${isOfDesign ? '' : ' of categories'}`,
      )
  }
  const domain = questions && Domain.of(questions)
  // Checked as for pairs, because only the requests tell whether they are about pairs.
  await requireFiles(options, domain?.names, 'pairs')
  await requireDrawsFile(options)
  const { survey } = options
  const named = survey && !domain && !range ? labelsOfKind(kindOfSurvey(survey)) : undefined
  return { domain, range, labels: labels === undefined ? named : await readLabels(labels) }
}

/**
 * The answers counted by group and view, and the equivalent number of answers of equal weight. Each tally uses the weights of its own
 * answers, so the worth of a group or a view does not depend on the weights of others.
 */
function tallied(counts: readonly CountedAnswer<Admitted>[], asked: LawsAsked) {
  const views = viewsOf(asked)
  const { by = [''] } = asked
  const tallies = by.flatMap(() => views.map(({ cells }) => createTally(cells)))
  const weights = tallies.map(() => new DesignWeights())
  const places = new Map(by.map((name, g) => [name, g]))
  const viewAt = new Map(views.map((view, v) => [keyOf(view), v]))
  const placeOf = ({ group, asked: { about } }: CountedAnswer<Admitted>) =>
    (places.get(group) ?? 0) * views.length + viewAt.get(about)!
  for (const one of counts) weights[placeOf(one)].merge(one.weights)
  for (const one of counts) {
    const worth = one.weights.total * weights[placeOf(one)].scale
    if (worth > 0) tallies[placeOf(one)].addWeighted(one.column, worth)
  }
  const effective = sum(weights.map(one => one.effective))
  if (effective === 0) throw new InputError('--weight: expected some weights above 0; found none')
  return { tallies, effective }
}

function frequenciesOf(
  { mean, sd, interval }: Posterior,
  categories: readonly string[],
  robust: ReturnType<Posterior['interval']> | undefined,
): Frequencies {
  const [lower, upper] = robust ?? interval(INTERVAL_LEVEL)
  return {
    categories,
    estimate: Array.from(mean),
    sd: Array.from(sd),
    interval: intervalJSON([lower, upper]),
  }
}
