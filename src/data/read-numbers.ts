import { quote, quoteFound } from '../check/quote.ts'
import { decimal } from './decimal.ts'
import { InputError } from './input-error.ts'
import { type TableFile, tableName } from './plain-file.ts'
import { readRows } from './read-rows.ts'

export interface ReadNumbersOptions extends TableFile {
  /** The column with the numbers. */
  readonly value: string
  /** The column with the groups. */
  readonly group: string
}

/** A numeric column, one number for each person, with the group that each person is in. */
export interface GroupedNumbers {
  /** `values[t]` is the number of the t-th row, in the file's order. */
  readonly values: Float64Array
  /** The groups' names, in the order in which they first appear. */
  readonly groups: string[]
  /** `members[t]` is the group of the t-th row, as an index into `groups`. */
  readonly members: Uint32Array
}

/**
 * Reads a numeric column and the column that says which group each row is in.
 *
 * A row that lacks either is refused rather than left out: whether somebody's number is missing is as private as the number.
 *
 * @throws InputError, one line, as `readRows` does, and for a row without a finite decimal number or without a group (rows
 *   are counted from 1, without the header), or no rows at all
 * @example
 * await readNumbers({ file: 'pay.csv', value: 'pay', group: 'town' })
 * // { values: [10.5, 12, 9], groups: ['Ulm', 'Bonn'], members: [0, 1, 0] }
 */
export async function readNumbers(options: ReadNumbersOptions): Promise<GroupedNumbers> {
  const { value, group } = options
  const values: number[] = []
  const members: number[] = []
  const places = new Map<string, number>()
  const refuse = (column: string, text: string, expected: string): never => {
    const row = `data row ${values.length + 1}, column ${quote(column)}`
    throw new InputError(`${tableName(options)}, ${row}: expected ${expected}, found ${quoteFound(text)}`)
  }
  await readRows(options, [value, group], ([text, name]) => {
    const number = decimal(text)
    if (Number.isNaN(number)) refuse(value, text, 'a finite number')
    if (name === '') refuse(group, name, 'the name of a group')
    let place = places.get(name)
    if (place === undefined) places.set(name, (place = places.size))
    values.push(number)
    members.push(place)
  })
  if (values.length === 0) throw new InputError(`${tableName(options)}: expected one row or more, found none`)
  return {
    values: Float64Array.from(values),
    groups: [...places.keys()],
    members: Uint32Array.from(members),
  }
}
