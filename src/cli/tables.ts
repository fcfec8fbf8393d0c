import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { LISTED, texts } from './parsers.ts'
import { type AskOption, addAskOption } from './questions-option.ts'

/** Options about columns as questions. */
export interface ColumnsOptions extends AskOption {
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly out?: string
}

/** Further contents of the folder of `--out`, for its help. */
export const tablesOut = (option: string) =>
  `; with ${option}: for all tables, as CSV and Parquet, and a figure of one`

export function addColumnsOptions(command: Command): Command {
  command.option(
    '--columns <names>',
    `several columns, ${LISTED}; each person is asked about two of them`,
    texts,
  )
  return addTableOption(addAskOption(command, '--columns'), '--columns')
}

/** @param other the option without which it is refused */
export function addTableOption(command: Command, other: string): Command {
  return command.option(
    '--table <names>',
    `with ${other} and --out: the pair to draw (default: the pair with the strongest association)`,
    texts,
  )
}

/** Refuses options of several columns, or questions, where there is one. */
export function refuseTable({ table, ask }: ColumnsOptions, other: string): void {
  if (table !== undefined) throw new InputError(`--table: expected only with ${other}`)
  if (ask !== undefined) throw new InputError(`--ask: expected only with ${other}`)
}

/** Checks the names of columns, and that nothing is given which is of one. */
export function requireColumns(
  { column, columns }: { column?: string; columns?: readonly string[] },
  range: object | undefined,
): void {
  if (columns === undefined) return
  if (column !== undefined) throw new InputError('--column: expected only without --columns')
  if (range) {
    throw new InputError('--columns: expected without a range or a scale: these are about one column')
  }
  if (columns.length < 2 || new Set(columns).size < columns.length) {
    throw new InputError(`--columns: expected two or more different names; got ${columns.join(',')}`)
  }
}
