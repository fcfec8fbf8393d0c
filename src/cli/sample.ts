import { basename, extname } from 'node:path'
import { type Command, Option } from 'commander'
import { InputError } from '../data/input-error.ts'
import { publishFile, requireFile } from '../data/publish.ts'
import { readDistributions } from '../data/read-distributions.ts'
import { readWeights, weightsFor } from '../data/read-weights.ts'
import { TABLE_FORMS, writeTable } from '../data/write-table.ts'
import { cryptoRng } from '../random/crypto.ts'
import { stream } from '../random/stream.ts'
import { textTable } from '../report/text-table.ts'
import { DIVERGENCES } from '../simplex/divergence.ts'
import { type Io, print } from './io.ts'
import { simulated } from './options.ts'
import { amount, positive, seed } from './parsers.ts'
import { chooseSampler, type MechanismOptions, SAMPLER_KINDS } from './sample-mechanism.ts'
import { addTableOptions, type TableOptions, tableOptions } from './table-options.ts'

const UNIFORM = 'uniform'

const DESCRIPTION = `Each row of FILE is a person, who holds a distribution over the columns (weights, whose sum does not \
matter) and releases one category, drawn from a private version of it. The rows stay here: what is private is the draws, \
one per row; a second run spends epsilon again. Without --seed the draws come from the operating system's generator; with \
--seed they can be repeated, and so protect nobody.`

const EXAMPLES = `
Examples:
  adobest sample tastes.csv --mechanism public-prior --reference public.csv --epsilon 2
  adobest sample tastes.csv --mechanism local-minimax --reference public.csv --gamma 4 --epsilon 1 --output draws.csv
  adobest sample tastes.parquet --mechanism minimax --form linear --gaussian 0.5 --json`

interface SampleOptions extends MechanismOptions, TableOptions {
  readonly output?: string
  readonly seed?: string | number
  readonly json?: boolean
}

/** `adobest sample`: one private draw from each of many distributions. */
export function addSample(program: Command, io: Io): void {
  const command = program
    .command('sample')
    .summary('draw one category privately from the distribution of each row')
    .description(DESCRIPTION)
    .argument('<file>', 'CSV, TSV, JSON, NDJSON or Parquet, gzip too; - is standard input')
    .addOption(new Option('--mechanism <name>', 'the sampler').choices(SAMPLER_KINDS).makeOptionMandatory())
    .option(
      '--reference <law>',
      'public data, of other people: a FILE with the columns category and weight, which says which columns of the rows ' +
        'count, or with a list of weights, one per column; or uniform',
    )
    .option('--epsilon <level>', 'the privacy level of every draw', amount('epsilon'))
    .option(
      '--gaussian <nu>',
      'linear forms: Gaussian local privacy instead of epsilon',
      positive('gaussian'),
    )
    .option(
      '--gamma <factor>',
      'local-minimax: how far from the reference distributions may be',
      positive('gamma'),
    )
    .option('--c1 <factor>', 'minimax: no distribution is below this multiple of the reference', amount('c1'))
    .option('--c2 <factor>', 'minimax: and none is above this one', amount('c2'))
    .addOption(
      new Option(
        '--form <form>',
        'of the minimax samplers (default: nonlinear, or linear with --gaussian)',
      ).choices(['linear', 'nonlinear']),
    )
    .addOption(
      new Option('--norm <norm>', 'mollifier: the distance by which it is the nearest (default: kl)').choices(
        ['kl', 'tv'],
      ),
    )
    .option('--output <file>', 'write the draws to a .csv or .parquet file instead of printing them')
    .addHelpText('after', EXAMPLES)
    .action((file: string, options: SampleOptions) => sample(file, options, io))
  addTableOptions(command)
    .option('--seed <seed>', 'makes it a simulation, which can be repeated and protects nobody', seed)
    .option('--json', 'print one JSON document and nothing else')
}

async function sample(file: string, options: SampleOptions, io: Io): Promise<void> {
  const { mechanism, epsilon, gaussian, seed, output } = options
  const choice = chooseSampler(options)
  const write = output === undefined ? undefined : await drawsWriter(output)
  const { columns, lawOver } = await readReference(options.reference)
  const { categories, rows } = await readDistributions(
    { ...tableOptions(options), file, stdin: io.stdin },
    columns,
  )
  const sampler = choice.make(lawOver(categories))
  const rng = seed === undefined ? cryptoRng() : stream(seed, 'sample')
  const draws = rows.map(row => categories[sampler.sample(row, rng)])
  await write?.(draws)
  const result = {
    mechanism,
    ...(gaussian === undefined ? { epsilon } : { gaussian }),
    ...(sampler.lambda !== undefined && { lambda: sampler.lambda }),
    exactEpsilon: plain(sampler.epsilon),
    worstCase: Object.fromEntries(DIVERGENCES.map(name => [name, plain(sampler.worstCase(name))])),
    worstCaseCovers: choice.covers,
    randomness: rng.kind,
    seed,
    categories,
    ...(output === undefined ? { draws } : { output }),
    notes: [
      ...(seed === undefined ? [] : [simulated(seed)]),
      ...(gaussian === undefined ? [] : [EPSILON_OF_GAUSSIAN]),
    ],
  }
  print(io, options.json, { json: { rows: rows.length, ...result }, text: sampleText(result, draws) })
}

const EPSILON_OF_GAUSSIAN =
  'What is promised is Gaussian local privacy; the exact epsilon is the pure level that the sampler also keeps.'

interface ReferenceLaw {
  /** The columns of the law's categories. */
  readonly columns: readonly string[] | 'all'
  lawOver(categories: readonly string[]): Float64Array
}

/** Without a reference, the sampler covers all laws, and the uniform law only gives the number of categories. */
async function readReference(reference = UNIFORM): Promise<ReferenceLaw> {
  if (reference === UNIFORM) {
    return { columns: 'all', lawOver: ({ length }) => new Float64Array(length).fill(1) }
  }
  const law = await readWeights(reference)
  return {
    columns: law.names ?? 'all',
    lawOver: categories => weightsFor(law, categories, reference),
  }
}

/** Returns a function that writes the draws to a file, in the format of its extension. The file is checked before any draw. */
async function drawsWriter(output: string): Promise<(draws: readonly string[]) => Promise<void>> {
  const form = TABLE_FORMS.find(each => extname(output) === `.${each}`)
  if (form === undefined) {
    throw new InputError(
      `--output: expected a file that ends with .${TABLE_FORMS.join(' or .')}; got ${output}`,
    )
  }
  await requireFile(output)
  return async draws => {
    const rows = draws.map((drawn, i) => ({ row: i + 1, drawn }))
    await publishFile(output, folder =>
      writeTable(folder, basename(output, `.${form}`), { row: 'INTEGER', drawn: 'VARCHAR' }, rows, [form]),
    )
  }
}

/** JSON has no Infinity. */
function plain(value: number): number | 'Infinity' {
  return value === Infinity ? 'Infinity' : value
}

interface SampleResult {
  readonly mechanism: string
  readonly epsilon?: number | undefined
  readonly gaussian?: number
  readonly lambda?: number
  readonly exactEpsilon: number | 'Infinity'
  readonly worstCase: Readonly<Record<string, number | 'Infinity'>>
  readonly worstCaseCovers: string
  readonly categories: readonly string[]
  readonly output?: string
  readonly notes: readonly string[]
}

function sampleText(result: SampleResult, draws: readonly string[]): string {
  const { mechanism, epsilon, gaussian, lambda, exactEpsilon, worstCase, worstCaseCovers, output } = result
  const level = gaussian === undefined ? `epsilon: ${epsilon}` : `gaussian: ${gaussian}`
  const divergences = Object.entries(worstCase).map(([name, value]) => `${name} ${short(value)}`)
  return [
    `${draws.length.toLocaleString('en')} rows, ${result.categories.length} categories; ${mechanism}, ${level}\n\n`,
    `exact epsilon  ${short(exactEpsilon)}\n`,
    lambda === undefined ? '' : `lambda         ${short(lambda)}\n`,
    `worst case     ${divergences.join(', ')}; ${worstCaseCovers}\n\n`,
    output === undefined ? drawsTable(draws) : `${output}\n`,
    ...result.notes.map(note => `\n${note}\n`),
  ].join('')
}

function drawsTable(draws: readonly string[]): string {
  return textTable(
    [
      { title: 'row', align: 'right', cell: i => String(i + 1) },
      { title: 'drawn', cell: i => draws[i] },
    ],
    draws.map((_, i) => i),
  )
}

function short(value: number | 'Infinity'): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : value
}
