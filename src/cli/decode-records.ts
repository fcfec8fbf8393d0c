import { samplePosteriorAsync } from '../catalogue/sample-posterior.ts'
import { Collection } from '../catalogue/tally-responses.ts'
import { refuse } from '../check/check.ts'
import { InputError } from '../data/input-error.ts'
import { type AnswerReader, readAnswers } from '../data/read-answers.ts'
import type { Column } from '../mechanism/column.ts'
import type { Mechanism, Request } from '../mechanism/mechanism.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { drainInSlices, drawChains } from '../posterior/draw-posterior.ts'
import { chainedTables } from '../posterior/hierarchical/draw-tables.ts'
import { PairTables, singleTables } from '../posterior/hierarchical/table-beliefs.ts'
import type { Tables } from '../posterior/hierarchical/tables-estimate.ts'
import { tablesJSON } from '../posterior/hierarchical/tables-json.ts'
import { createTally, type Tally } from '../posterior/tally/tally.ts'
import { type Attributes, RecordDomain, type View } from '../records/attributes.ts'
import { withProgress } from '../report/progress.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import type { DecodeOptions } from './decode-options.ts'
import { droppedText, frequencyTable, warningsOf } from './frequencies.ts'
import { refuseWith } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { readJSONOption } from './json-option.ts'
import { asResponse } from './labels.ts'
import { effortOptions } from './options.ts'
import { type Answers, answersText, levelLine, People, repeatWarnings } from './people.ts'
import { tableOptions } from './table-options.ts'
import { associationTable, requireColumnsOptions, writeTables } from './tables.ts'

/** Options of the command that do not go together with several attributes. */
const NOT_WITH_ATTRIBUTES = [
  'by',
  'sortBy',
  'robust',
  'labels',
  'design',
  'designColumns',
  'from',
  'to',
  'bins',
  'edges',
  'prior',
  'sampler',
]

/** What is asked of a person: a mechanism over the cells of a view. */
interface Asked {
  readonly view: View
  readonly mechanism: Mechanism
}

/** `adobest decode` of answers about several attributes, each to a request that says which of them it is about. */
export async function decodeRecords(
  file: string,
  attributes: Attributes,
  options: DecodeOptions,
  io: Io,
  methods: OwnMethods,
): Promise<void> {
  refuseWith(options, NOT_WITH_ATTRIBUTES, '--attributes')
  const domain = new RecordDomain(attributes)
  await requireColumnsOptions({ ...options, columns: domain.names })
  const answers = new RecordAnswers(domain, options, methods)
  const read = await answers.read(file, io)
  const { ask, epsilon } = answers
  if (ask === 'singles' && options.out !== undefined) {
    throw new InputError('--out: expected only where people were asked about two attributes')
  }
  const estimate = await withProgress('decode', onProgress => draw(answers, options, onProgress), io.stderr)
  const described = {
    ...read,
    epsilon: options.epsilon ?? null,
    ...tablesJSON(estimate, attributes, ask),
    auditedEpsilon: epsilon,
    warnings: [...repeatWarnings(read), ...warningsOf(estimate, read.users)],
    seed: options.seed,
  }
  const people = `${answersText(read)}, ${domain.names.length} attributes`
  const files = await writeTables(described, options, `${people}; seed: ${options.seed}`)
  for (const warning of described.warnings) warn(io, warning)
  const text = [
    `${people}${droppedText(read.dropped)}; seed: ${options.seed}\n`,
    ...described.frequencies.map(found => `\n${found.column}:\n${frequencyTable(found, options.top)}`),
    ask === 'pairs' ? `\nhow two attributes go together:\n${associationTable(described, options.top)}` : '',
    `\n${levelLine(epsilon, read, ' of the whole record')}`,
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, { json: { ...described, files }, text: text.join('') })
}

/** Collected answers, those of each view counted by themselves. */
class RecordAnswers {
  readonly domain: RecordDomain
  /** The largest audited level of the requests. */
  epsilon = 0
  private readonly options: DecodeOptions
  private readonly methods: OwnMethods
  private readonly tallies = new Map<string, Tally>()
  private found: 'pairs' | 'singles' | undefined

  constructor(domain: RecordDomain, options: DecodeOptions, methods: OwnMethods) {
    this.domain = domain
    this.options = options
    this.methods = methods
  }

  /** What people were asked about. */
  get ask(): 'pairs' | 'singles' {
    return this.found!
  }

  /** The views, each with its answers. */
  get views(): { readonly view: View; readonly tally: Tally }[] {
    return this.domain.views(this.ask).map(view => ({ view, tally: this.tallyOf(view) }))
  }

  async read(file: string, io: Io): Promise<Answers> {
    const { options } = this
    const { request, requestColumn, responseColumn, missing, countColumn, id } = options
    const people = new People()
    const counts: { readonly view: View; readonly column: Column; count: number }[] = []
    const reader: AnswerReader<Asked> = {
      request: json => this.admit(json as Request),
      answer: ({ mechanism }, person) => people.add(person, mechanism.epsilon),
      response({ view, mechanism }, json) {
        const column = mechanism.column(asResponse(json, mechanism, undefined))
        const counted = { view, column, count: 0 }
        counts.push(counted)
        return counted
      },
    }
    const common =
      request === undefined
        ? undefined
        : await readJSONOption('request', request, json => this.admit(json as Request))
    const read = await readAnswers(
      {
        ...tableOptions(options),
        missing,
        file,
        stdin: io.stdin,
        response: responseColumn,
        request: common ? undefined : requestColumn,
        id,
        count: countColumn,
      },
      common ? { ...reader, request: () => common } : reader,
    )
    for (const { view, column, count } of counts) this.tallyOf(view).addColumn(column, count)
    return { ...read, ...(id !== undefined && { people: people.toJSON() }) }
  }

  /** @throws Refusal unless the request is about a view, and about as many attributes as those before it */
  private admit(request: Request): Asked {
    const about: unknown = (request as Partial<Request> | null)?.about
    const view = this.domain.view(about)
    const ask = view.about.length === 1 ? 'singles' : 'pairs'
    const views = this.domain.views(ask).map(({ about }) => String(about))
    if (view.about.length > 2 || !views.includes(String(view.about))) {
      refuse("the request's about", about, 'one attribute, or two in the order of the attributes')
    }
    this.found ??= ask
    if (ask !== this.found) {
      const expected = this.found === 'pairs' ? 'two attributes' : 'one attribute'
      refuse("the request's about", about, `${expected}, as in the requests before`)
    }
    const { catalogue } = this.methods
    const { epsilon } = this.options
    const limits = { categories: view.cells, catalogue, ...(epsilon !== undefined && { epsilon }) }
    const mechanism = new Collection(limits).admit(request)
    this.epsilon = Math.max(this.epsilon, mechanism.epsilon)
    return { view, mechanism }
  }

  private tallyOf(view: View): Tally {
    const name = String(view.attributes)
    const tally = this.tallies.get(name) ?? createTally(view.cells)
    this.tallies.set(name, tally)
    return tally
  }
}

async function draw(
  { domain, ask, views }: RecordAnswers,
  options: DecodeOptions,
  onProgress: (share: number) => void,
): Promise<Tables> {
  const { seed } = options
  const effort = effortOptions(options)
  if (ask === 'singles') {
    const marginals: Posterior[] = []
    for (const [i, { view, tally }] of views.entries()) {
      const drawing = { ...effort, seed: `${seed} ${view.about}` }
      const progress = (share: number) => onProgress((i + share) / views.length)
      marginals.push(await samplePosteriorAsync(tally, { ...drawing, onProgress: progress }))
    }
    return singleTables(domain, marginals)
  }
  const pairs = views.map(({ view, tally }) => ({ a: view.attributes[0], b: view.attributes[1], tally }))
  const drawing = drawChains(chainedTables(domain.sizes, pairs), { ...effort, seed })
  return new PairTables(domain, pairs, await drainInSlices(drawing, { onProgress }))
}
