import { type Command, InvalidArgumentError, Option } from 'commander'
import { DECIMALS, THOUSANDS } from '../data/decimal.ts'
import { FORMATS } from '../data/file-format.ts'
import { InputError } from '../data/input-error.ts'
import type { TableFile } from '../data/plain-file.ts'
import { MISSING_RULES, type ReadPeopleOptions } from '../data/read-people.ts'
import { ORDER_FORMATS } from '../data/row-order.ts'
import { count, LISTED, texts } from './parsers.ts'

/** Options that say how a table is read, under the library's names. */
export type TableOptions = Pick<TableFile, (typeof TABLE_OPTIONS)[number]>

const TABLE_OPTIONS = ['format', 'header', 'skip', 'trim', 'missingValues', 'decimal', 'thousands'] as const

export function addTableOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--format <format>',
        'of the file (default: by its extension, else by its contents)',
      ).choices(FORMATS),
    )
    .option('--no-header', 'the first row is data; the columns are called 1, 2, …')
    .option('--skip <n>', 'rows to leave out, after the header if there is one', count('skip', 0))
    .option(
      '--trim',
      'take spaces around values and names of columns away; special spaces inside become plain ones',
    )
    .option('--missing-values <values>', `values that stand for a missing one, ${LISTED}`, texts)
    .addOption(
      new Option('--decimal <sign>', 'what stands before decimals (default: a point)').choices(DECIMALS),
    )
    .addOption(
      new Option('--thousands <sign>', 'what stands between thousands (default: nothing)').choices(THOUSANDS),
    )
}

/** Options that say how a column of categories is read. */
export type InputOptions = TableOptions & Pick<ReadPeopleOptions, 'missing'>

export function addInputOptions(command: Command): Command {
  return addTableOptions(command).addOption(
    new Option('--missing <rule>', 'rows without a value: left out, or a category')
      .choices(MISSING_RULES)
      .argParser(missingRule)
      .default('drop'),
  )
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
      'people come in the order of this column, such as a date (default: in an order drawn by the seed)',
    )
    .option(
      '--order-format <format>',
      `what the values of that column are: ${ORDER_FORMATS} (default: numbers, times, or text that is not ambiguous)`,
    )
}

/** The options of a table that were given. */
export function tableOptions(options: TableOptions): TableOptions {
  return Object.fromEntries(TABLE_OPTIONS.map(name => [name, options[name]]))
}

/** The order, as an option of `simulate`. */
export function orderOption({ orderBy }: OrderOptions): { order?: 'given' } {
  return orderBy === undefined ? {} : { order: 'given' }
}

/**
 * The column of a file that a command reads.
 *
 * @param instead options that stand for a file, none of which may be given beside one
 * @throws InputError if the column is not given, or one of them is
 */
export function requireColumn(file: string, column: string | undefined, instead: object): string {
  if (column === undefined) throw new InputError(`--column: expected the name of a column of ${file}`)
  for (const [name, value] of Object.entries(instead)) {
    if (value !== undefined) throw new InputError(`--${name}: expected only without a file`)
  }
  return column
}
