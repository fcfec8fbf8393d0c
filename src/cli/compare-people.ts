import { basename } from 'node:path'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import type { FixedTruth, MovingTruth } from '../simulation/moving-truth.ts'
import { type HeldOptions, readHeld } from './held.ts'
import { heldOf, type ReadHeld, readOne } from './held-people.ts'
import { type Io, warn } from './io.ts'
import type { NumericOptions } from './numeric.ts'
import { orderOption, refuseFileOptions, requireColumn } from './table-options.ts'
import { requireColumns } from './tables.ts'
import { readTruthOption, type TruthOption, truthText } from './truth.ts'

export const DEFAULT_DIRICHLET = 1
export const DEFAULT_USERS = 10_000

/** Options about the people of a comparison. */
export interface PeopleOptions extends HeldOptions, TruthOption, NumericOptions {
  readonly categories?: number
  readonly dirichlet?: number
  readonly users?: number
}

/** The people of every run. */
interface People {
  /** The people or their distribution, and the questions, as options of `simulate`. */
  readonly people: object
  /** Number of people. */
  readonly users: number
  readonly read: ReadHeld
  /** Description of the people for readers. */
  readonly description: string
  readonly groups?: number
  readonly truth?: FixedTruth | MovingTruth
  /** Number of rows left out. */
  readonly dropped?: number
}

/** Options about a file, besides those of its layout. */
const FILE_OPTIONS = ['column', 'columns', 'by', 'orderBy', 'orderFormat']

/** @param range the range of a number or scale; undefined for categories */
export async function readCompared(
  file: string | undefined,
  options: PeopleOptions,
  range: OrderedKind | undefined,
  io: Io,
): Promise<People> {
  if (file === undefined) {
    refuseFileOptions(options, FILE_OPTIONS)
    const { truth, categories } = await readDrawn(options, range)
    const users = options.users ?? DEFAULT_USERS
    const names = range ? range.names : Array.from({ length: categories! }, (_, x) => String(x))
    const question = range ? { question: range.toJSON() } : { categories: names.length }
    return {
      people: { truth, users, ...question },
      ...{ users, truth, description: truthText(truth), read: readOne(names, range) },
    }
  }
  const { by, categories, dirichlet, truth, users } = options
  const instead = { categories, dirichlet, truth, users }
  const first = requireColumn(file, options.column ?? options.columns?.[0], instead)
  requireColumns(options, range)
  const columns = options.columns ?? [first]
  const people = await readHeld(file, options, io, range, true)
  for (const warning of people.warnings) warn(io, warning)
  const { held, read } = heldOf(people, by, range)
  return {
    dropped: people.dropped,
    people: { ...held, ...orderOption(options) },
    users: people.users,
    read,
    ...(people.groups && { groups: people.groups.categories.length }),
    description: `${columns.join(', ')}${by === undefined ? '' : ` by ${by}`} (${shortName(file)})`,
  }
}

function shortName(file: string): string {
  return file === '-' ? 'standard input' : basename(file)
}

/** Reads the truth and the number of categories, without a file. */
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
