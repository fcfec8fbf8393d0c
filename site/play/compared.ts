import type { Crowd, CrowdRun } from './messages.ts'
import { CROWDS } from './setting.ts'

/** The 97.5 % point of Student's law with `CROWDS` − 1 = 19 degrees of freedom. */
const STUDENT = 2.093024054408263

/** A mean over the crowds, with half the width of its 95 % interval. */
export interface Mean {
  readonly mean: number
  readonly half: number
}

/** The mean of values, one for each crowd, and its 95 % interval by Student's law. */
export function meanOf(values: readonly number[]): Mean {
  if (values.length !== CROWDS) throw new RangeError(`expected ${CROWDS} values, got ${values.length}`)
  const mean = values.reduce((sum, value) => sum + value, 0) / CROWDS
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, half: STUDENT * Math.sqrt(squares / (CROWDS - 1) / CROWDS) }
}

/** A value of the `index`-th strategy for each crowd. */
export function valuesOf(
  crowds: readonly Crowd[],
  index: number,
  value: (run: CrowdRun) => number,
): number[] {
  return crowds.map(({ runs }) => value(runs[index]))
}

/** The error at the end of a run. */
export const lastError = ({ errors }: CrowdRun): number => errors.at(-1)!.totalVariation

/** A sentence about the paired difference of two strategies: the difference with its interval, or that none can be detected. */
export function comparisonWords(crowds: readonly Crowd[], index: number, hasGoal: boolean): string {
  const [first, other] = [0, index].map(i => crowds[0].runs[i].strategy)
  const value = hasGoal ? ({ answers }: CrowdRun) => answers : lastError
  const of = [0, index].map(i => valuesOf(crowds, i, value))
  const { mean, half } = meanOf(of[0].map((one, i) => one - of[1][i]))
  const digits = hasGoal ? 0 : 4
  const size = `${numberText(Math.abs(mean), digits)} ± ${numberText(half, digits)}`
  const over = `over ${CROWDS} crowds`
  if (Math.abs(mean) <= half) {
    const what = hasGoal ? 'people needed' : 'total variation'
    const signed = `${mean < 0 ? '−' : ''}${size}`
    return `${first} and ${other} cannot be told apart ${over}: the difference is ${signed} in ${what}.`
  }
  if (hasGoal) return `${first} needs ${size} ${mean < 0 ? 'fewer' : 'more'} people than ${other}, ${over}.`
  const nearer = mean < 0 ? 'nearer to the truth' : 'farther from the truth'
  return `${first} is ${nearer} than ${other}: by ${size} in total variation, ${over}.`
}

/** A sentence about one strategy: its error, or the number of people that it needs and how often it is wrong. */
export function aloneWords(crowds: readonly Crowd[], index: number, hasGoal: boolean): string {
  const { strategy } = crowds[0].runs[index]
  if (!hasGoal) {
    const { mean, half } = meanOf(valuesOf(crowds, index, lastError))
    return `${strategy} has an error of ${numberText(mean, 4)} ± ${numberText(half, 4)} in total variation, over ${CROWDS} crowds.`
  }
  const { mean, half } = meanOf(valuesOf(crowds, index, ({ answers }) => answers))
  const settled = crowds.filter(({ runs }) => runs[index].settled === true)
  const wrong = settled.filter(({ runs }) => runs[index].correct === false).length
  return `${strategy} takes ${numberText(mean, 0)} ± ${numberText(half, 0)} people; it settled ${settled.length} of ${CROWDS} crowds, ${wrong} of them wrongly.`
}

function numberText(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
