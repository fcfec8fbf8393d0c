import type { Posterior } from '../posterior/chains/posterior.ts'
import type { IntervalJSON } from '../posterior/functional/interval-json.ts'
import { textTable } from '../report/text-table.ts'

/** Estimated frequencies for printing. */
export interface Frequencies {
  readonly categories: readonly string[]
  readonly estimate: readonly number[]
  readonly sd: readonly number[]
  readonly interval: IntervalJSON
  /** The true frequencies, if known. */
  readonly truth?: readonly number[]
}

/** The number of rows left out, as a part of a line; empty if it is 0. */
export function droppedText(dropped: number): string {
  if (dropped === 0) return ''
  return `, ${dropped.toLocaleString('en')} row${dropped === 1 ? '' : 's'} without a value left out`
}

/** How many answers of equal weight weighed answers are worth; empty without weights. */
export function worthText(effective: number | undefined): string {
  return effective === undefined
    ? ''
    : `, worth ${Math.round(effective).toLocaleString('en')} of equal weight`
}

/** A table of the likeliest categories, and a line with the number of others. */
export function frequencyTable(found: Frequencies, top: number): string {
  const { categories, estimate, interval, truth } = found
  const order = categories.map((_, x) => x).sort((i, j) => estimate[j] - estimate[i] || i - j)
  const numbers = (title: string, values: readonly number[]) => ({
    title,
    align: 'right' as const,
    cell: (x: number) => values[x].toFixed(4),
  })
  const table = textTable(
    [
      { title: 'category', cell: x => categories[x] || '(missing)' },
      numbers('estimate', estimate),
      numbers(`lower ${100 * interval.level} %`, interval.lower),
      numbers('upper', interval.upper),
      ...(truth ? [numbers('truth', truth)] : []),
    ],
    order.slice(0, top),
  )
  const more = categories.length - top
  return more > 0 ? `${table}… ${more} more categor${more === 1 ? 'y' : 'ies'} (--top)\n` : table
}

/** Number of answers below which the posterior is so wide that samplers struggle. */
const FEW_ANSWERS = 100

const MORE_DRAWS = '--draws N or --budget SECONDS makes more draws'

/** Warnings for readers. With few answers, they state only that, without the sampler's warnings. */
export function warningsOf({ warnings }: Pick<Posterior, 'warnings'>, users: number): readonly string[] {
  if (warnings.length === 0) return warnings
  if (users >= FEW_ANSWERS) return [...warnings, MORE_DRAWS]
  return [`${users} answers are few: the estimate rests on the prior, and it and its intervals are rough`]
}
