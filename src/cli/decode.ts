import type { Command } from 'commander'
import { samplePosteriorAsync } from '../catalogue/sample-posterior.ts'
import { Collection } from '../catalogue/tally-responses.ts'
import { InputError } from '../data/input-error.ts'
import { type AnswerReader, readAnswers } from '../data/read-answers.ts'
import { readRows } from '../data/read-rows.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism, Request, Response } from '../mechanism/mechanism.ts'
import { levelText } from '../report/level-text.ts'
import { countSteps, withProgress } from '../report/progress.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { frequencyTable, INTERVAL_LEVEL, warningsOf } from './frequencies.ts'
import { type Io, print, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { type Counted, liarLine, ROBUST, robustly } from './liars.ts'
import {
  addCommonOptions,
  addFormatOption,
  addPosteriorOptions,
  type CommonOptions,
  type InputOptions,
  type PosteriorOptions,
  posteriorOptions,
} from './options.ts'
import { count, positive, share as shareOf } from './parsers.ts'
import { checkSize } from './size.ts'

const EXAMPLES = `
Examples:
  adobest decode answers.ndjson --epsilon 1
  adobest decode answers.csv --request-column asked --response-column said --json
  adobest decode responses.parquet --request '{"mechanism":"srr","categories":4,"epsilon":1}' --labels jobs.csv
  zcat responses.csv.gz | adobest decode - --request @request.json --top 5`

interface DecodeOptions extends CommonOptions, Pick<InputOptions, 'format'>, PosteriorOptions {
  readonly request?: string
  readonly requestColumn: string
  readonly responseColumn: string
  readonly epsilon?: number
  readonly labels?: string
  readonly robust?: number
  readonly top: number
}

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
    .option('--request-column <name>', 'the column with the requests', 'request')
    .option('--response-column <name>', 'the column with the responses', 'response')
    .option('--epsilon <level>', 'refuse requests above this level', positive('epsilon'))
    .option(
      '--labels <file>',
      'table whose column category has the names of the categories, in the order of their numbers',
    )
    .option('--robust <share>', ROBUST, shareOf)
    .option('--top <n>', 'categories to show, the likeliest first', count('top'), 20)
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: DecodeOptions) => decode(file, options, io, methods))
  addCommonOptions(addPosteriorOptions(addFormatOption(command), methods))
}

async function decode(
  file: string,
  options: DecodeOptions,
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  const { epsilon, request, requestColumn, responseColumn, seed } = options
  const collection = new Collection({ catalogue, ...(epsilon !== undefined && { epsilon }) })
  const counts: (Counted & { readonly column: Column })[] = []
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
    response(mechanism, json) {
      tell()
      const response = json as Response
      const counted = { mechanism, response, column: mechanism.column(response), count: 1 }
      counts.push(counted)
      return counted
    },
  }
  // The request of all rows is admitted before any row is read, so that an error in it is not blamed on a row.
  const common =
    request === undefined
      ? undefined
      : await readJSONOption('request', request, json => collection.admit(json as Request))
  const users = await readAnswers(
    {
      file,
      stdin: io.stdin,
      format: options.format,
      response: responseColumn,
      ...(!common && { request: requestColumn }),
    },
    common ? { ...reader, request: () => common } : reader,
  )
  const { tally } = collection
  checkSize(io, file, tally.categories)
  for (const { column, count } of counts) tally.addColumn(column, count)
  const categories = await readLabels(options.labels, tally.categories)
  const drawing = { ...posteriorOptions(options), catalogue, seed }
  const posterior = await withProgress(
    'decode',
    onProgress => samplePosteriorAsync(tally, { ...drawing, onProgress }),
    io.stderr,
  )
  const { robust: share } = options
  const robust =
    share === undefined ? undefined : robustly(counts, { categories: tally.categories, share, seed })
  const [lower, upper] = robust?.interval ?? posterior.interval(INTERVAL_LEVEL)
  const result = {
    users,
    categories,
    epsilon: epsilon ?? null,
    estimate: Array.from(posterior.mean),
    interval: { level: INTERVAL_LEVEL, lower: Array.from(lower), upper: Array.from(upper) },
    auditedEpsilon: collection.epsilon,
    ...(robust && { robust: { share } }),
    ...(robust?.liars && { liars: robust.liars }),
    warnings: warningsOf(posterior, users),
    seed,
  }
  for (const warning of result.warnings) warn(io, warning)
  const lines = [
    `${users.toLocaleString('en')} answers, ${categories.length} categories; seed: ${seed}\n\n`,
    `${frequencyTable(result, options.top)}\n`,
    `audited epsilon: ${levelText(collection.epsilon)}\n`,
    liarLine(robust?.liars, categories),
  ]
  print(io, options.json, { json: result, text: lines.join('') })
}

/** The names of the categories; without a file their numbers. */
async function readLabels(file: string | undefined, categories: number): Promise<string[]> {
  if (file === undefined) return Array.from({ length: categories }, (_, x) => String(x))
  const labels: string[] = []
  await readRows({ file }, ['category'], ([text]) => labels.push(text))
  if (labels.length !== categories) {
    throw new InputError(
      `${file}: expected a name for each of ${categories} categories, found ${labels.length} names`,
    )
  }
  const twice = labels.find((label, x) => labels.indexOf(label) < x)
  if (twice !== undefined) {
    throw new InputError(
      `${file}: expected a different name for each category, found ${JSON.stringify(twice)} twice`,
    )
  }
  return labels
}
