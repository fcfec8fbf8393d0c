import { type Command, InvalidArgumentError, Option } from 'commander'
import { DECIMALS, THOUSANDS } from '../data/decimal.ts'
import { FORMATS } from '../data/file-format.ts'
import { InputError } from '../data/input-error.ts'
import type { TableFile } from '../data/plain-file.ts'
import { MISSING_RULES, type ReadPeopleOptions } from '../data/read-people.ts'
import { ORDER_FORMATS } from '../data/row-order.ts'
import { DELIMITERS } from '../data/table-layout.ts'
import { flagOf } from './groups.ts'
import { count, LISTED, texts } from './parsers.ts'

/** Options of reading a table, under the library's names. */
export type TableOptions = Pick<TableFile, (typeof TABLE_OPTIONS)[number]>

/** The names of these options. */
export const TABLE_OPTIONS = [
  'format',
  'header',
  'delimiter',
  'skip',
  'trim',
  'missingValues',
  'decimal',
  'thousands',
] as const

export function addTableOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'format of the file (default: by its extension, or else by its contents)',
      ).choices(FORMATS),
    )
    .option('--no-header', 'the first row is data; the columns are called 1, 2, …')
    .addOption(
      new Option(
        '--delimiter <sign>',
        'separator of values: , ; | or tab (default: the most frequent one in the first row)',
      ).argParser(delimiter),
    )
    .option('--skip <n>', 'number of rows to leave out, after the header if there is one', count('skip', 0))
    .option(
      '--trim',
      'remove spaces around values and column names; special spaces inside them become plain spaces',
    )
    .option('--missing-values <values>', `values that mean a missing one, ${LISTED}`, texts)
    .addOption(new Option('--decimal <sign>', 'decimal sign (default: a point)').choices(DECIMALS))
    .addOption(new Option('--thousands <sign>', 'separator of thousands (default: none)').choices(THOUSANDS))
}

/** Options of reading a column of categories. */
export type InputOptions = TableOptions & Pick<ReadPeopleOptions, 'missing'>

export function addInputOptions(command: Command): Command {
  return addTableOptions(command).addOption(
    new Option('--missing <rule>', 'rows without a value: left out, or a category')
      .choices(MISSING_RULES)
      .argParser(missingRule)
      .default('drop'),
  )
}

function delimiter(text: string): string {
  const sign = text === 'tab' || text === '\\t' ? '\t' : text
  if (DELIMITERS.some(known => known === sign)) return sign
  throw new InvalidArgumentError('Allowed choices are , ; | and tab.')
}

function missingRule(text: string): string {
  if (MISSING_RULES.some(rule => rule === text)) return text
  throw new InvalidArgumentError(
    `Allowed choices are ${MISSING_RULES.join(', ')}; --missing-values names values that stand for a missing one.`,
  )
}

/** The order in which people come. */
export type OrderOptions = Pick<ReadPeopleOptions, 'orderBy' | 'orderFormat'>

export function addOrderOptions(command: Command): Command {
  return command
    .option(
      '--order-by <name>',
      'column that orders people, such as a date (default: an order drawn by the seed)',
    )
    .option(
      '--order-format <format>',
      `format of the column of --order-by: ${ORDER_FORMATS} (default: numbers, times, or text, where unambiguous)`,
    )
}

/** The given options of a table. */
export function tableOptions(options: TableOptions): TableOptions {
  return Object.fromEntries(TABLE_OPTIONS.map(name => [name, options[name]]))
}

/**
 * Refuses options about a file where there is none.
 *
 * @param others names of further options about the file
 */
export function refuseFileOptions(options: InputOptions, others: readonly string[] = []): void {
  const given = {
    ...options,
    header: undefined,
    noHeader: options.header === false || undefined,
    missing: options.missing === 'drop' ? undefined : options.missing,
  } as Readonly<Record<string, unknown>>
  const option = [...others, 'noHeader', 'missing', ...TABLE_OPTIONS].find(name => given[name] !== undefined)
  if (option !== undefined) throw new InputError(`${flagOf(option)}: expected a file that has the column`)
}

/** The order, as an option of `simulate`. */
export function orderOption({ orderBy }: OrderOptions): { order?: 'given' } {
  return orderBy === undefined ? {} : { order: 'given' }
}

/**
 * The column of a file that a command reads.
 *
 * @param instead options that replace a file and cannot be combined with one
 * @throws InputError if the column is missing, or one of these options is given
 */
export function requireColumn(file: string, column: string | undefined, instead: object): string {
  if (column === undefined) throw new InputError(`--column: expected the name of a column of ${file}`)
  for (const [name, value] of Object.entries(instead)) {
    if (value !== undefined) throw new InputError(`--${name}: expected only without a file`)
  }
  return column
}
