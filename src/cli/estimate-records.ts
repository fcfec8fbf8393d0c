import { InputError } from '../data/input-error.ts'
import { type PeopleWithRecords, readRecords } from '../data/read-records.ts'
import { tablesJSON } from '../posterior/hierarchical/tables-json.ts'
import type { PersonRecord } from '../records/attributes.ts'
import { levelText } from '../report/level-text.ts'
import { withProgress } from '../report/progress.ts'
import { simulate } from '../simulation/simulate.ts'
import type { OwnMethods } from '../sweep/own-methods.ts'
import type { EstimateOptions } from './estimate-options.ts'
import { droppedText, frequencyTable, warningsOf } from './frequencies.ts'
import { refuseWith } from './groups.ts'
import { type Io, print, warn } from './io.ts'
import { loopOptions } from './options.ts'
import { type InputOptions, tableOptions } from './table-options.ts'
import { associationTable, requireColumnsOptions, writeTables } from './tables.ts'

/** Options of the command that do not go together with several columns. */
const NOT_WITH_COLUMNS = [
  'column',
  'by',
  'sortBy',
  'goal',
  'robust',
  'from',
  'to',
  'bins',
  'edges',
  'publicPrior',
  'orderBy',
  'orderFormat',
]

/** `adobest estimate` of several columns: each person is asked about two of them. */
export async function estimateRecords(
  file: string,
  options: EstimateOptions & { readonly columns: readonly string[] },
  io: Io,
  { catalogue }: OwnMethods,
): Promise<void> {
  refuseWith(options, NOT_WITH_COLUMNS, '--columns')
  await requireColumnsOptions(options)
  const { columns, epsilon, seed, ask = 'pairs' } = options
  const { attributes, data, dropped } = await readPeople(file, options, io)
  const simulation = await withProgress(
    'estimate',
    onProgress =>
      simulate({
        ...(loopOptions(options) as object),
        catalogue,
        attributes,
        data,
        ask,
        strategies: [options.strategy],
        epsilon,
        seed,
        onProgress: (done, total) => onProgress(done / total),
      }),
    io.stderr,
  )
  const { users, runs } = simulation
  const [run] = runs
  const described = {
    users,
    dropped,
    epsilon,
    strategy: run.strategy,
    ...tablesJSON(run.posterior, attributes, ask, simulation.truth),
    totalVariation: run.totalVariation,
    auditedEpsilon: run.auditedEpsilon,
    warnings: warningsOf(run.posterior, users),
    seed,
  }
  const people = `${users.toLocaleString('en')} people, ${columns.length} columns`
  const made = `strategy: ${run.strategy}, epsilon: ${epsilon}, seed: ${seed}`
  const files = await writeTables(described, options, `${people}; ${made}`)
  for (const warning of described.warnings) warn(io, warning)
  const text = [
    `${people}${droppedText(dropped)}; ${made}\n`,
    ...described.frequencies.map(found => `\n${found.column}:\n${frequencyTable(found, options.top)}`),
    ask === 'pairs' ? `\nhow two columns go together:\n${associationTable(described, options.top)}` : '',
    `\ntotal variation distance to the truth, mean over ${ask === 'pairs' ? 'tables' : 'columns'}: ${run.totalVariation.toFixed(4)}\n`,
    `audited epsilon of the whole record: ${levelText(run.auditedEpsilon)}\n`,
    ...files.map(name => `wrote ${name}\n`),
  ]
  print(io, options.json, { json: { ...described, files }, text: text.join('') })
}

/**
 * The people of a file, each with a category of every column; those who miss one are left out. Names are sorted by their text.
 *
 * @throws InputError, one line, if missing values are to be a category
 */
export async function readPeople(
  file: string,
  options: InputOptions & { readonly columns: readonly string[] },
  io: Io,
): Promise<{ attributes: PeopleWithRecords['attributes']; data: PersonRecord[]; dropped: number }> {
  const { columns, missing } = options
  if (missing === 'category') {
    throw new InputError('--missing: expected drop with --columns; got category')
  }
  const table = { ...tableOptions(options), file, stdin: io.stdin }
  const { attributes, records, dropped } = await readRecords(table, columns)
  return {
    attributes,
    data: records.map(codes => Object.fromEntries(columns.map((name, j) => [name, codes[j]]))),
    dropped,
  }
}
