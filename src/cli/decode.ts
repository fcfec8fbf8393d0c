import { type Command, Option } from 'commander'
import { samplePosteriorAsync } from '../catalogue/sample-posterior.ts'
import { Collection } from '../catalogue/tally-responses.ts'
import { InputError } from '../data/input-error.ts'
import { ANSWER_RULES, type AnswerReader, readAnswers } from '../data/read-answers.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { INTERVAL_LEVEL, intervalJSON } from '../posterior/functional/interval-json.ts'
import { countSteps, withProgress } from '../report/progress.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { addAttributesOption, readAttributes } from './attributes-option.ts'
import { decodeGroups } from './decode-groups.ts'
import { decodeNumbers } from './decode-numbers.ts'
import type { DecodeOptions } from './decode-options.ts'
import { decodeRecords } from './decode-records.ts'
import { droppedText, frequencyTable, warningsOf } from './frequencies.ts'
import { addByOptions, refuseWithoutBy } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { readJSONOption, readOption } from './json-option.ts'
import { asResponse, type Labels, namesOf, readLabels, wordReader } from './labels.ts'
import { type Counted, liarLine, ROBUST, robustly } from './liars.ts'
import { addNumericOptions, readNumeric } from './numeric.ts'
import { addCommonOptions, addPosteriorOptions, posteriorOptions } from './options.ts'
import { count, DESIGN, design, designColumns, positive, share as shareOf } from './parsers.ts'
import { answersText, ID, levelLine, People, repeatWarnings } from './people.ts'
import { checkSize, checkWork } from './size.ts'
import { codingLine, requestByDesign } from './survey-designs.ts'
import { addTableOptions, tableOptions } from './table-options.ts'
import { addTableOption, refuseTable, tablesOut } from './tables.ts'

const EXAMPLES = `
Examples:
  adobest decode answers.ndjson --epsilon 1
  adobest decode answers.csv --request-column asked --response-column said --json
  adobest decode totals.csv --request @request.json --count-column count --labels jobs.csv
  adobest decode answers.csv --by region --sort-by Sales --labels jobs.csv --out figures
  adobest decode answers.ndjson --attributes '{"sex":["female","male"],"age":6}' --table sex,age --out figures
  adobest decode responses.parquet --request '{"mechanism":"srr","categories":4,"epsilon":1}' --labels jobs.csv
  adobest decode survey.csv --response-column answer --design forced,truth=2/3,yes=1/6,no=1/6
  adobest decode survey.csv --response-column answer --design-columns kind=model,p=p1 --id person
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
  addTableOption(addAttributesOption(addNumericOptions(command)), '--attributes')
  addByOptions(command, tablesOut('--attributes'))
  addCommonOptions(addPosteriorOptions(addTableOptions(command), methods))
}

async function decode(file: string, options: DecodeOptions, io: Io, methods: OwnMethods): Promise<void> {
  if (options.id !== undefined && options.countColumn !== undefined) {
    throw new InputError('--count-column: expected without --id, with which each row is one answer')
  }
  const attributes = await readAttributes(options)
  if (attributes !== undefined) return decodeRecords(file, attributes, options, io, methods)
  refuseTable(options, '--attributes')
  const { catalogue } = methods
  const { epsilon, seed } = options
  const range = readNumeric(options)
  const collection = new Collection({ catalogue, ...(epsilon !== undefined && { epsilon }) })
  const labels = options.labels === undefined ? undefined : await readLabels(options.labels)
  refuseWithoutBy(options, '--by or --attributes')
  const { counts, ...read } = await readCounted(file, options, { collection, labels, io })
  const { tally } = collection
  checkSize(io, file, tally.categories)
  const categories = namesOf(labels, tally.categories)
  if (options.by !== undefined) return decodeGroups({ counts, categories, read, collection, options }, io)
  for (const { column, count } of counts) tally.addColumn(column, count)
  checkWork(io, tally)
  const drawing = { ...posteriorOptions(options), catalogue, seed }
  if (range !== undefined) return decodeNumbers({ range, tally, drawing, read, collection, options }, io)
  const posterior = await withProgress(
    'decode',
    onProgress => samplePosteriorAsync(tally, { ...drawing, onProgress }),
    io.stderr,
  )
  const { robust: share } = options
  const robust =
    share === undefined ? undefined : robustly(counts, { categories: tally.categories, share, seed })
  const result = {
    ...read,
    categories,
    epsilon: epsilon ?? null,
    estimate: Array.from(posterior.mean),
    interval: intervalJSON(robust?.interval ?? posterior.interval(INTERVAL_LEVEL)),
    auditedEpsilon: collection.epsilon,
    ...(robust && { robust: { share } }),
    ...(robust?.liars && { liars: robust.liars }),
    warnings: [...repeatWarnings(read), ...warningsOf(posterior, read.users)],
    seed,
  }
  for (const warning of result.warnings) warn(io, warning)
  const lines = [
    `${answersText(read)}, ${categories.length} categories${droppedText(read.dropped)}; seed: ${seed}\n\n`,
    `${frequencyTable(result, options.top)}\n`,
    codingLine(counts.map(({ mechanism }) => mechanism)),
    levelLine(collection.epsilon, read),
    liarLine(robust?.liars, categories),
  ]
  print(io, options.json, { json: result, text: lines.join('') })
}

/** Reads the distinct answers of a file, and how many people gave each. */
async function readCounted(
  file: string,
  options: DecodeOptions,
  { collection, labels, io }: { collection: Collection; labels: Labels | undefined; io: Io },
) {
  const { requestColumn, responseColumn, designColumns, id, countColumn } = options
  const people = new People()
  const counts: (Counted & { readonly column: Column; readonly group: string })[] = []
  let requests = 0
  const tell = countSteps(
    () => `decode: ${requests} distinct requests audited, ${counts.length} distinct answers read`,
    io.stderr,
  )
  const reader: AnswerReader<Mechanism> = {
    request(json) {
      requests++
      return collection.admit(json as Request)
    },
    answer: ({ epsilon }, id) => people.add(id, epsilon),
    response(mechanism, json, group) {
      tell()
      const response = asResponse(json, mechanism, labels)
      const counted = { mechanism, response, column: mechanism.column(response), group, count: 0 }
      counts.push(counted)
      return counted
    },
  }
  // The request of all rows is admitted before any row is read, so that an error in it is not blamed on a row.
  const common = await commonMechanism(options, collection)
  const read = await readAnswers(
    {
      ...tableOptions(options),
      missing: options.missing,
      file,
      stdin: io.stdin,
      response: responseColumn,
      request: common ? undefined : designColumns ? requestByDesign(designColumns) : requestColumn,
      by: options.by,
      id,
      count: countColumn,
      word: wordReader(labels),
    },
    common ? { ...reader, request: () => common } : reader,
  )
  return { counts, ...read, ...(id !== undefined && { people: people.toJSON() }) }
}

/** The mechanism that all rows answer, if there is one for all; it is admitted. */
async function commonMechanism(
  { request, design, designColumns }: DecodeOptions,
  collection: Collection,
): Promise<Mechanism | undefined> {
  if ([request, design, designColumns].filter(one => one !== undefined).length > 1) {
    throw new InputError('--request, --design and --design-columns: expected one of them')
  }
  if (request !== undefined) {
    return readJSONOption('request', request, json => collection.admit(json as Request))
  }
  return design && readOption('design', () => collection.admit(design.toRequest()))
}
