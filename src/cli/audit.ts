import { type Command, Option } from 'commander'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { MOST_CATEGORIES, mechanismFromRequest } from '../catalogue/requests.ts'
import { Refusal } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { readWeights } from '../data/read-weights.ts'
import { audit } from '../mechanism/audit.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import { textTable } from '../report/text-table.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import { addRiskOptions, auditRisk, plainChannel, type RiskFlags, riskLines } from './audit-risk.ts'
import { type Io, print } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { addUseOption } from './methods.ts'
import { addCommonOptions, type CommonOptions } from './options.ts'
import { amount, count, DESIGN, design, positive } from './parsers.ts'

const DEFAULT_CATEGORIES = 20
const SPLIT = 0.8

const EXAMPLES = `
Examples:
  adobest audit --mechanism rrrr --categories 20 --subset-size 4 --epsilon 1
  adobest audit --mechanism subset-selection --categories 6 --epsilon 1 --matrix
  adobest audit --mechanism hadamard --categories 3 --epsilon 1 --matrix
  adobest audit --mechanism public-prior --prior jobs.csv --epsilon 1 --matrix
  adobest audit --request '{"mechanism":"local-hashing","categories":4,"epsilon":1,"buckets":2,"size":1,"partitions":[[0,0,1,1],[0,1,0,1]]}'
  adobest audit --request @request.json --json
  adobest audit --design forced,truth=2/3,yes=1/6,no=1/6 --risk --matrix
  adobest audit --mechanism srr --epsilon 1 --risk --askings 20 --people 10000 --out out/risk`

const UNIFORM = 'uniform'

interface AuditOptions extends CommonOptions, RiskFlags {
  readonly mechanism?: string
  readonly request?: string
  readonly design?: Mechanism
  readonly categories?: number
  readonly epsilon?: number
  readonly subsetSize?: number
  readonly epsilon1?: number
  readonly size?: number
  readonly prior?: string
  readonly matrix?: boolean
  readonly use?: readonly string[]
}

/** `adobest audit`: the exact privacy level of a channel. */
export function addAudit(program: Command, io: Io, methods: OwnMethods): void {
  const command = program
    .command('audit')
    .summary('compute the exact privacy level of a mechanism')
    .description(
      'Also shows the response that reveals most, and the two categories between which it distinguishes best.',
    )
    .option(
      '--mechanism <name>',
      'what to audit: srr, rrrr, subset-selection, … or one of your own, of --use',
    )
    .option(
      '--request <json>',
      'any request that the loop can send, as plain data; @FILE reads it from a file',
    )
    .option('--design <design>', DESIGN, design)
    .option(
      '--categories <k>',
      `number of categories (default: the prior's, or ${DEFAULT_CATEGORIES})`,
      count('categories', 2, MOST_CATEGORIES),
    )
    .option('--epsilon <level>', 'the privacy level', positive('epsilon'))
    .option('--subset-size <k>', 'rrrr: size of the subset', count('subset size', 0))
    .option(
      '--epsilon1 <level>',
      `rrrr: budget inside the subset (default: ${SPLIT} epsilon)`,
      amount('epsilon1'),
    )
    .option('--size <n>', 'subset-selection: size of the response (default: the best)', count('size'))
    .addOption(
      new Option(
        '--prior <prior>',
        'public-prior: a FILE with the columns category and weight, or with a list of weights; or uniform',
      ).helpGroup('Privacy:'),
    )
    .option('--matrix', 'show the channel, one row for each response')
    .addHelpText('after', EXAMPLES)
    .action((options: AuditOptions) => auditMechanism(options, io, methods))
  addCommonOptions(addUseOption(addRiskOptions(command)), 'draws nothing')
}

async function auditMechanism(options: AuditOptions, io: Io, { catalogue }: OwnMethods): Promise<void> {
  const mechanism = await chosenMechanism(options, catalogue)
  const { epsilon, response, pair } = audit(mechanism)
  const matrix = options.matrix ? channelMatrix(mechanism) : undefined
  const risk = await auditRisk(mechanism, options, io)
  const files = risk?.files ?? []
  const request = mechanism.toRequest()
  const [likelier, other] = pair
  const lines = [
    `request          ${JSON.stringify(request)}`,
    `exact epsilon    ${epsilon}`,
    `worst response   ${JSON.stringify(response)}`,
    `distinguishes    category ${likelier} from category ${other}`,
    ...(risk ? riskLines(risk.report) : []),
  ]
  print(io, options.json, {
    json: {
      request,
      epsilon,
      response,
      pair,
      ...(risk && { risk: risk.report }),
      matrix,
      ...(files.length > 0 && { files }),
    },
    text: [
      `${lines.join('\n')}\n`,
      matrix ? `\n${matrixText(mechanism, matrix)}` : '',
      files.length > 0 ? `\n${files.join('\n')}\n` : '',
    ].join(''),
  })
}

async function chosenMechanism(options: AuditOptions, catalogue: Catalogue): Promise<Mechanism> {
  const { request, design, ...others } = options
  const complete = request !== undefined ? 'request' : design !== undefined ? 'design' : undefined
  if (complete === undefined) return mechanismOf(options, catalogue)
  const excluded = ['mechanism', 'categories', 'epsilon', ...Object.keys(OWN_OPTIONS)]
  if (excluded.some(name => others[name as keyof typeof others] !== undefined)) {
    throw new InputError(
      `--${complete}: expected without the options of a mechanism; a ${complete} is complete`,
    )
  }
  if (design === undefined) {
    return readJSONOption('request', request as string, json =>
      mechanismFromRequest(json as Request, { catalogue }),
    )
  }
  if (request !== undefined) throw new InputError('--design: expected without --request')
  if (options.use !== undefined) throw new InputError('--use: expected without --design')
  return design
}

/** Options that belong to one mechanism alone. */
const OWN_OPTIONS = {
  subsetSize: 'rrrr',
  epsilon1: 'rrrr',
  size: 'subset-selection',
  prior: 'public-prior',
} as const

/** Makes the mechanism of a name from the options, by its kind in the catalogue. */
async function mechanismOf(options: AuditOptions, catalogue: Catalogue): Promise<Mechanism> {
  const { mechanism: name, epsilon1, size, categories = DEFAULT_CATEGORIES } = options
  const kind = catalogue.mechanisms.find(each => each.name === name)
  if (kind === undefined) {
    const names = catalogue.mechanisms.map(each => each.name)
    throw new InputError(`--mechanism: expected ${names.join(', ')}; or --request or --design`)
  }
  for (const [option, owner] of Object.entries(OWN_OPTIONS)) {
    if (options[option as keyof typeof OWN_OPTIONS] !== undefined && name !== owner) {
      const flag = option.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
      throw new InputError(`--${flag}: expected only with --mechanism ${owner}`)
    }
  }
  const { epsilon } = options
  if (epsilon === undefined) throw new InputError('--epsilon: expected a privacy level')
  const own = {
    ...(name === OWN_OPTIONS.subsetSize && { subset: subsetOf(options) }),
    epsilon1,
    size,
    ...(name === OWN_OPTIONS.prior && { prior: Array.from(await readPrior(options)) }),
  }
  if (kind.strategy && Object.keys(own).length === 0) return plainChannel(kind, categories, epsilon)
  try {
    const request = { mechanism: kind.name, ...('prior' in own ? {} : { categories }), epsilon, ...own }
    return mechanismFromRequest(request, { catalogue })
  } catch (error) {
    if (!(error instanceof Refusal) || error.argument in options) throw error
    throw new InputError(`--mechanism: describe ${kind.name} with --request; its ${error.message}`)
  }
}

function subsetOf({ subsetSize, categories = DEFAULT_CATEGORIES }: AuditOptions): number[] {
  if (subsetSize === undefined || subsetSize >= categories) {
    throw new InputError(`--subset-size: expected a whole number from 0 to ${categories - 1}`)
  }
  return Array.from({ length: subsetSize }, (_, x) => x)
}

async function readPrior({ prior, categories }: AuditOptions): Promise<Float64Array> {
  if (prior === undefined) throw new InputError(`--prior: expected a file, or ${UNIFORM}`)
  if (prior === UNIFORM) return new Float64Array(categories ?? DEFAULT_CATEGORIES).fill(1)
  const { weights } = await readWeights(prior)
  if (categories !== undefined && categories !== weights.length) {
    throw new InputError(
      `--categories: expected ${weights.length}, as many as ${prior} has; got ${categories}`,
    )
  }
  return weights
}

function matrixText(mechanism: Mechanism, matrix: readonly (readonly number[])[]): string {
  const responses = [...mechanism.responses()].map(response => JSON.stringify(response))
  return textTable(
    [
      { title: 'response', cell: row => responses[row] },
      ...Array.from({ length: mechanism.categories }, (_, x) => ({
        title: `x = ${x}`,
        align: 'right' as const,
        cell: (row: number) => matrix[row][x].toPrecision(4),
      })),
    ],
    responses.map((_, row) => row),
  )
}
