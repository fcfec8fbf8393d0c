import { quote, quoteFound } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { type TableFile, tableName } from '../data/plain-file.ts'
import { readNumbers } from '../data/read-numbers.ts'
import { readRows } from '../data/read-rows.ts'

/** People of one group, their values and their privacy level. */
export interface NamedGroup {
  readonly name: string
  readonly values: Float64Array
  /** Infinity for public data. */
  readonly epsilon: number
}

export interface GroupFiles extends TableFile {
  /** Column with the values. */
  readonly value: string
  /** Column with the groups. */
  readonly group: string
  /** File with a privacy level for each group. */
  readonly epsilons: string
  readonly range: readonly [number, number]
  readonly clamp: boolean
}

/** The columns of the file with the privacy levels. */
const LEVEL_COLUMNS = ['group', 'epsilon'] as const
const PUBLIC = /^(inf|infinity|public)$/i

/**
 * Reads the values by group, with a level for each, in the order of the levels' file.
 *
 * @throws InputError, one line, for files that cannot be read, a group without a level or without people, and a value
 *   outside the range unless it is to be clamped
 */
export async function readGroups(files: GroupFiles): Promise<NamedGroup[]> {
  const levels = await readLevels(files)
  const { values, groups, members } = await readNumbers(files)
  const name = tableName(files)
  for (const group of groups) {
    if (!levels.has(group)) {
      throw new InputError(
        `${files.epsilons}: expected a level for group ${quote(group)} of ${name}, found none`,
      )
    }
  }
  if (!files.clamp) requireWithin(values, files)
  const byGroup = new Map(groups.map(group => [group, [] as number[]]))
  values.forEach((value, t) => {
    byGroup.get(groups[members[t]])!.push(value)
  })
  return [...levels].map(([group, epsilon]) => {
    const own = byGroup.get(group)
    if (own === undefined) {
      throw new InputError(
        `${files.epsilons}: expected groups of ${name}, found ${quote(group)}, which has no rows`,
      )
    }
    return { name: group, values: Float64Array.from(own), epsilon }
  })
}

function requireWithin(values: Float64Array, files: GroupFiles): void {
  const [low, high] = files.range
  const outside = values.findIndex(value => !(value >= low && value <= high))
  if (outside >= 0) {
    const row = `data row ${outside + 1}, column ${quote(files.value)}`
    throw new InputError(
      `${tableName(files)}, ${row}: expected a number from ${low} to ${high}, or --clamp; found ${values[outside]}`,
    )
  }
}

async function readLevels({ file, epsilons, stdin }: GroupFiles): Promise<Map<string, number>> {
  if (file === '-' && epsilons === '-') {
    throw new InputError('--epsilons: expected a file, since the values are on standard input')
  }
  const levels = new Map<string, number>()
  let row = 0
  const table = { file: epsilons, ...(stdin && { stdin }) }
  await readRows(table, LEVEL_COLUMNS, ([group, text]) => {
    const at = `${tableName(table)}, data row ${++row}`
    if (group === '')
      throw new InputError(`${at}, column "group": expected the name of a group, found nothing`)
    if (levels.has(group))
      throw new InputError(`${at}: expected each group once, found ${quote(group)} again`)
    const epsilon = PUBLIC.test(text.trim()) ? Infinity : decimal(text)
    if (!(epsilon > 0)) {
      throw new InputError(
        `${at}, column "epsilon": expected a number above 0, or Infinity for public data; found ${quoteFound(text)}`,
      )
    }
    levels.set(group, epsilon)
  })
  return levels
}
