import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import { LISTED, texts } from './parsers.ts'
import { type AskOption, addAskOption } from './questions-option.ts'

/** Options that say which columns are the questions of people. */
export interface ColumnsOptions extends AskOption {
  readonly columns?: readonly string[]
  readonly table?: readonly string[]
  readonly out?: string
}

/** What else the folder of `--out` is for. */
export const tablesOut = (option: string) =>
  `; with ${option}: for all tables, as CSV and Parquet, and a figure of one`

export function addColumnsOptions(command: Command): Command {
  command.option('--columns <names>', `several columns, ${LISTED}: each person is asked about two`, texts)
  return addTableOption(addAskOption(command, '--columns'), '--columns')
}

/** @param other the option that it needs */
export function addTableOption(command: Command, other: string): Command {
  return command.option(
    '--table <names>',
    `with ${other} and --out: the two of them to draw (default: those that go together most)`,
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
    throw new InputError('--columns: expected only without a range or a scale, which are of one column')
  }
  if (columns.length < 2 || new Set(columns).size < columns.length) {
    throw new InputError(`--columns: expected two or more different names; got ${columns.join(',')}`)
  }
}
