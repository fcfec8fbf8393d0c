import type { Command } from 'commander'
import { Refusal } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { OrderedKind } from '../domain/kind.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import type { NumericEstimateJSON } from '../posterior/functional/numeric-json.ts'
import { textTable } from '../report/text-table.ts'
import { warningsOf } from './frequencies.ts'
import { count, edges as edgeList, number } from './parsers.ts'

/** Options that say which numbers people hold. */
export interface NumericOptions {
  readonly from?: number
  readonly to?: number
  readonly bins?: number
  readonly edges?: readonly number[]
}

export function addNumericOptions(command: Command): Command {
  return command
    .option('--from <x>', 'for a column of numbers: the lowest value inside of the range', number('from'))
    .option('--to <x>', 'the highest value inside of the range', number('to'))
    .option('--bins <n>', 'equal bins between them; whole numbers want one a value', count('bins', 2))
    .option('--edges <xs>', 'instead of these: the edges of unequal bins, separated by commas', edgeList)
}

/**
 * The range that was asked for; undefined where people hold categories.
 *
 * @throws InputError, one line, if it is given in part, or is none
 */
export function readNumeric({ from, to, bins, edges }: NumericOptions): OrderedKind | undefined {
  const equal = Object.entries({ from, to, bins })
  const given = equal.filter(([, value]) => value !== undefined).map(([name]) => name)
  if (given.length === 0 && edges === undefined) return undefined
  if (edges !== undefined && given.length > 0) {
    throw new InputError(`--${given[0]}: expected without --edges`)
  }
  const missing = equal.find(([, value]) => value === undefined)
  if (edges === undefined && missing) {
    throw new InputError(
      `--${missing[0]}: expected with --${given[0]}, as numbers need --from, --to and --bins`,
    )
  }
  try {
    return orderedQuestion(edges ? { edges: [...edges] } : { from: from!, to: to!, bins: bins! })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const option = error.argument.replace('question.', '').replace(/\[.*/, '')
    throw new InputError(`--${option}: expected ${error.allowed}; got ${quote(String(error.value))}`)
  }
}

/** Warnings for the reader, about the draws and about the range. */
export function numericWarnings({ cells, warnings }: NumericEstimate, users: number): readonly string[] {
  return [...warningsOf(cells, users), ...warnings.slice(cells.warnings.length)]
}

/** What is known of the true numbers. */
export interface TrueNumbers {
  readonly expectation: number
  readonly quantiles: readonly number[]
  readonly below: number
  readonly above: number
}

/** A table of the mean, the quantiles, and the shares outside of the range. */
export function numericTable(found: NumericEstimateJSON, truth?: TrueNumbers): string {
  const rows = [
    { name: 'mean', ...found.expectation, truth: truth?.expectation },
    ...found.quantiles.map((row, i) => ({ name: `${100 * row.p} %`, ...row, truth: truth?.quantiles[i] })),
    { name: 'share below', ...found.below, truth: truth?.below },
    { name: 'share above', ...found.above, truth: truth?.above },
  ]
  type Row = (typeof rows)[number]
  const column = (title: string, of: (row: Row) => number | undefined) => ({
    title,
    align: 'right' as const,
    cell: (row: Row) => Number(of(row)?.toPrecision(5)).toString(),
  })
  return textTable<Row>(
    [
      { title: '', cell: row => row.name },
      column('estimate', row => row.mean),
      column(`lower ${100 * found.level} %`, row => row.lower),
      column('upper', row => row.upper),
      ...(truth ? [column('truth', row => row.truth)] : []),
    ],
    rows,
  )
}
