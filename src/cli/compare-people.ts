import { basename } from 'node:path'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import { numbersOf } from '../data/numbers-of.ts'
import { readColumn } from '../data/read-column.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { FixedTruth, MovingTruth } from '../simulation/moving-truth.ts'
import type { SimulateOptions } from '../simulation/simulate.ts'
import { readPeopleByGroup } from './estimate-groups.ts'
import { type Io, warn } from './io.ts'
import type { NumericOptions } from './numeric.ts'
import {
  columnOptions,
  type InputOptions,
  type OrderOptions,
  orderOption,
  requireColumn,
} from './table-options.ts'
import { readTruthOption, type TruthOption, truthText } from './truth.ts'

export const DEFAULT_DIRICHLET = 1
export const DEFAULT_USERS = 10_000

/** Options that say who answers in a comparison. */
export interface PeopleOptions extends InputOptions, OrderOptions, TruthOption, NumericOptions {
  readonly column?: string
  readonly by?: string
  readonly categories?: number
  readonly dirichlet?: number
  readonly users?: number
}

/** What every run is played on: its people and their categories, which for numbers are the cells of the range. */
interface People {
  /** The people of a file, or what they are drawn from. */
  readonly people: Pick<SimulateOptions, 'data' | 'order' | 'users'> & { truth?: FixedTruth | MovingTruth }
  readonly categories: readonly string[]
  /** For the reader. */
  readonly description: string
  /** How many rows of a file had to be left out. */
  readonly dropped?: number
}

/** @param range of the numbers that people hold; undefined where they hold categories */
export async function readPeople(
  file: string | undefined,
  options: PeopleOptions,
  range: OrderedKind | undefined,
  io: Io,
): Promise<People> {
  if (file === undefined) {
    const { column, users, orderBy, orderFormat, skip, trim, missingValues } = options
    const given = {
      ...{ column, 'order-by': orderBy, 'order-format': orderFormat, skip, trim },
      ...{ 'no-header': options.header === false || undefined, 'missing-values': missingValues },
    }
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) throw new InputError(`--${name}: expected a file that has the column`)
    }
    const drawn = await readDrawn(options, range)
    return {
      people: { truth: drawn.truth, users: users ?? DEFAULT_USERS },
      categories: range ? range.names : Array.from({ length: drawn.categories }, (_, x) => String(x)),
      description: truthText(drawn.truth),
    }
  }
  const column = comparedColumn(file, options)
  const read = await readColumn({ ...columnOptions(options), file, stdin: io.stdin, column })
  for (const warning of read.warnings ?? []) warn(io, warning)
  return {
    dropped: read.dropped,
    people: {
      data: range ? numbersOf(read, `${file}, column ${quote(column)}`, range) : read.data,
      ...orderOption(options),
    },
    categories: range ? range.names : read.categories,
    description: `${column} (${shortName(file)})`,
  }
}

/** People of a file who belong to the groups that another of its columns names. */
export async function readPeopleOfGroups(
  file: string | undefined,
  options: PeopleOptions & { readonly by: string },
  io: Io,
) {
  if (file === undefined) throw new InputError('--by: expected a file that has the column')
  const column = comparedColumn(file, options)
  const { by, categories, data, dropped } = await readPeopleByGroup(file, { ...options, column }, io)
  const description = `${column} by ${options.by} (${shortName(file)})`
  return { people: { by, data }, categories, description, dropped }
}

/** The column of a file that is compared. */
function comparedColumn(file: string, options: PeopleOptions): string {
  const { column, categories, dirichlet, truth, users } = options
  return requireColumn(file, column, { categories, dirichlet, truth, users })
}

function shortName(file: string): string {
  return file === '-' ? 'standard input' : basename(file)
}

/** What people are drawn from, where there is no file, and over how many categories. */
async function readDrawn(
  { categories, dirichlet = DEFAULT_DIRICHLET, truth }: PeopleOptions,
  range: OrderedKind | undefined,
) {
  if (range !== undefined) {
    if (categories !== undefined) throw new InputError('--categories: expected without --from or --edges')
    if (truth !== undefined) return readTruthOption(truth, range.cells)
    throw new InputError(
      'compare: expected a file with --column, or --truth, a law of the cells of the range',
    )
  }
  if (truth !== undefined) return readTruthOption(truth, categories)
  if (categories === undefined)
    throw new InputError('compare: expected a file with --column, or --categories, or --truth')
  return { truth: { dirichlet }, categories }
}
