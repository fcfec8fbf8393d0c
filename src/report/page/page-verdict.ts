import { studentTail } from '../../special/student-tail.ts'
import { divide, settingOf } from '../charts/chart.ts'
import { discoveries } from '../false-discoveries.ts'
import type { SummaryRow } from './data.ts'

/** False discovery rate of the differences that are reported. */
export const RATE = 0.05
/** Largest number of strategies in the verdict. */
const MOST = 4

/** Verdict on a row's difference from the reference. `better` and `worse` are discoveries among all rows of the table. */
export type Mark = 'better' | 'worse' | undefined

/** The marks of rows by their paired differences from `srr`, by Student's law and with a false discovery rate over all rows. */
export function marksOf(rows: readonly SummaryRow[]): Mark[] {
  const found = discoveries(rows.map(pValue), RATE)
  return rows.map((row, i) => (found[i] ? (row.difference! < 0 ? 'better' : 'worse') : undefined))
}

function pValue({ difference, differenceError, runs }: SummaryRow): number | null {
  if (difference === null || differenceError === null || runs < 2) return null
  // A difference that is the same in all runs is certain.
  if (differenceError === 0) return difference === 0 ? 1 : 0
  return studentTail(difference / differenceError, runs - 1)
}

/**
 * The results of a sweep in sentences: in how many settings each strategy had the smallest error, and the strategies that are significantly
 * better than `srr`.
 */
export function verdictWords(rows: readonly SummaryRow[]): string[] {
  const settings = divide(rows, settingOf)
  if (settings.length === 0) return []
  const marks = new Map(marksOf(rows).map((mark, i) => [rows[i], mark]))
  const of = (count: number) =>
    settings.length === 1
      ? 'in the one setting'
      : `in ${count.toLocaleString('en')} of ${settings.length.toLocaleString('en')} settings`
  const hasGoal = rows.some(({ people }) => people !== null)
  const size = hasGoal
    ? ({ people }: SummaryRow) => people ?? Infinity
    : ({ totalVariation, wasserstein }: SummaryRow) => wasserstein ?? totalVariation!
  const firsts = settings.map(setting => setting.reduce((best, row) => (size(row) < size(best) ? row : best)))
  const counts = countBy(firsts.map(({ strategy }) => strategy))
  const [[first, most], ...others] = [...counts].sort((a, b) => b[1] - a[1])
  const what = hasGoal ? 'took the fewest people' : 'had the smallest mean error'
  const rest = others.slice(0, MOST).map(([name, count]) => `${name} in ${count.toLocaleString('en')}`)
  const sentences = [`${first} ${what} ${of(most)}${rest.length > 0 ? `, ${rest.join(', ')}` : ''}.`]
  const strategies = [...new Set([first, ...others.map(([name]) => name), ...rows.map(row => row.strategy)])]
  const compared = strategies.filter(name =>
    rows.some(row => row.strategy === name && row.difference !== null),
  )
  for (const name of compared.slice(0, MOST)) {
    const own = rows.filter(row => row.strategy === name && row.difference !== null)
    sentences.push(
      differenceWords(
        name,
        own,
        own.map(row => marks.get(row)),
      ),
    )
  }
  if (compared.length > 0) {
    sentences.push(
      `These differences are paired and hold together at a false discovery rate of ${100 * RATE} %, over all ${rows.filter(row => pValue(row) !== null).length.toLocaleString('en')} of the table.`,
    )
  }
  return sentences
}

function differenceWords(name: string, rows: readonly SummaryRow[], marks: readonly Mark[]): string {
  const mean = rows.reduce((sum, row) => sum + row.difference!, 0) / rows.length
  const better = marks.filter(mark => mark === 'better').length
  const worse = marks.filter(mark => mark === 'worse').length
  const settings = rows.length === 1 ? '1 setting' : `${rows.length.toLocaleString('en')} settings`
  const size = `${Math.abs(mean).toFixed(4)} ${mean <= 0 ? 'smaller' : 'larger'}`
  return `${name} against srr: better in ${better} of ${settings}, worse in ${worse}; its error is ${size} in the mean.`
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
