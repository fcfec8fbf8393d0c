import { numberIn } from '../data/decimal.ts'
import { naming } from '../data/input-error.ts'
import { readPeople } from '../data/read-people.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { numberJSON, type ScalarJSON } from '../posterior/functional/numeric-json.ts'
import type { Regression } from '../regression/regression.ts'
import { textTable } from '../report/text-table.ts'
import type { Io } from './io.ts'
import { rowName } from './regress-rows.ts'
import { type TableOptions, tableOptions } from './table-options.ts'

/** The posterior of a law's value: the probability of a category, or the mean or a quantile of a scale or a number. */
export interface LawRow extends ScalarJSON {
  readonly category?: string
  readonly on?: string
}

/** A prediction for the covariates of one row of a table; rows are numbered from 1. */
interface Prediction extends LawRow {
  readonly row: number
}

/** The rows about a law. */
export function lawRows(law: Posterior | NumericEstimate, labels: readonly string[]): LawRow[] {
  if ('cells' in law) {
    const { expectation, quantiles } = numberJSON(law as NumericEstimate)
    const nameOf = (p: number) => (p === 0.5 ? 'median' : `quantile(${p})`)
    return [
      { on: 'mean', ...expectation },
      ...quantiles.map(({ p, ...quantile }) => ({ on: nameOf(p), ...quantile })),
    ]
  }
  const { mean, sd, interval } = law as Posterior
  const [lower, upper] = interval(INTERVAL_LEVEL)
  return labels.map((category, k) => ({
    ...{ category, mean: mean[k], sd: sd[k], lower: lower[k], upper: upper[k] },
  }))
}

/** The table of covariates `--predict`. */
export interface PredictOption extends TableOptions {
  readonly predict?: string
}

/**
 * Reads the table `--predict`, if there is one, before the work begins.
 *
 * @param names the covariates of the formula
 * @returns a function that predicts each of its rows
 * @throws InputError, one line, if the table lacks a covariate or a value
 */
export async function readPredict(options: PredictOption, names: readonly string[], { stdin }: Io) {
  const { predict: file } = options
  if (file === undefined) return undefined
  const table = { ...tableOptions(options), file, stdin }
  const { columns, users } = await readPeople({ ...table, columns: names, missing: 'refuse', fewest: 1 })
  return ({ covariates, labels, predict }: Regression<Posterior | NumericEstimate>): Prediction[] => {
    const isNumeric = new Set(covariates.filter(({ kind }) => kind === 'number').map(({ name }) => name))
    const values = columns.map(({ name, categories, data }) => {
      const read = categories.map(text => (isNumeric.has(name) ? numberIn(text, table) : text))
      return (i: number) => [name, read[data[i]!]] as const
    })
    return Array.from({ length: users }, (_, i) => i).flatMap(i => {
      const covariates = Object.fromEntries(values.map(value => value(i)))
      const law = naming(rowName(table, i + 1), () => predict(covariates))
      return lawRows(law, labels).map(row => ({ row: i + 1, ...row }))
    })
  }
}

/** A table of predictions. */
export function predictionsText(predictions: readonly Prediction[]): string {
  const row = { title: 'row', align: 'right' as const, cell: ({ row }: Prediction) => String(row) }
  return textTable([row, ...lawColumns(predictions)], predictions)
}

/** A table of the posterior of a law. */
export function lawText(rows: readonly LawRow[]): string {
  return textTable(lawColumns(rows), rows)
}

function lawColumns([first]: readonly LawRow[]) {
  const isOfShares = first.category !== undefined
  const number = (title: string, of: (one: LawRow) => number) => ({
    title,
    align: 'right' as const,
    cell: (one: LawRow) => (isOfShares ? of(one).toFixed(4) : String(Number(of(one).toPrecision(4)))),
  })
  return [
    { title: isOfShares ? 'category' : 'of', cell: ({ category, on }: LawRow) => category ?? on! },
    number(isOfShares ? 'probability' : 'mean', ({ mean }) => mean),
    number(`lower ${100 * INTERVAL_LEVEL} %`, ({ lower }) => lower),
    number('upper', ({ upper }) => upper),
  ]
}
