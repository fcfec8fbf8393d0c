import { type Attributes, labelsOf } from '../../records/attributes.ts'
import { INTERVAL_LEVEL, type IntervalJSON, intervalJSON } from '../functional/interval-json.ts'
import type { Scalar } from '../functional/scalar.ts'
import type { Tables } from './tables-estimate.ts'

/** The truth, where it is known. */
interface KnownTables {
  marginal(name: string): ArrayLike<number>
  table(one: string, other: string): number[][]
  association(one: string, other: string): { readonly cramersV: number; readonly mutualInformation: number }
}

/** A number with its interval, as plain data. */
interface NumberJSON {
  readonly mean: number
  readonly interval: { readonly level: number; readonly lower: number; readonly upper: number }
  readonly truth?: number
}

/** What is known of one attribute, as plain data. */
interface FrequenciesJSON {
  readonly column: string
  readonly categories: readonly string[]
  readonly estimate: number[]
  readonly interval: IntervalJSON
  readonly truth?: number[]
}

/** What is known of two attributes, as plain data; tables are `[u][v]`. */
export interface TableJSON {
  readonly columns: readonly [string, string]
  readonly estimate: number[][]
  readonly interval: { readonly level: number; readonly lower: number[][]; readonly upper: number[][] }
  readonly truth?: number[][]
  readonly cramersV: NumberJSON
  /** In bits. */
  readonly mutualInformation: NumberJSON
}

/** What is known of several attributes, as plain data. */
export interface TablesJSON {
  readonly frequencies: readonly FrequenciesJSON[]
  /** Empty where people were asked about one attribute each. */
  readonly tables: readonly TableJSON[]
}

/**
 * Frequencies, tables and associations as plain data.
 *
 * @param attributes those that the estimate is about
 * @param ask what each person was asked about
 * @param truth where it is known
 */
export function tablesJSON(
  estimate: Tables,
  attributes: Attributes,
  ask: 'pairs' | 'singles',
  truth?: KnownTables,
): TablesJSON {
  const names = Object.keys(attributes)
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map(b => [a, b] as const))
  return {
    frequencies: names.map(column => {
      const { mean, interval } = estimate.marginal(column)
      return {
        column,
        categories: labelsOf(attributes[column]),
        estimate: Array.from(mean),
        interval: intervalJSON(interval(INTERVAL_LEVEL)),
        ...(truth && { truth: Array.from(truth.marginal(column)) }),
      }
    }),
    tables: ask === 'singles' ? [] : pairs.map(pair => tableJSON(estimate, pair, truth)),
  }
}

function tableJSON(estimate: Tables, pair: readonly [string, string], truth?: KnownTables): TableJSON {
  const { mean, interval } = estimate.table(...pair)
  const [lower, upper] = interval(INTERVAL_LEVEL)
  const { cramersV, mutualInformation } = estimate.association(...pair)
  const known = truth?.association(...pair)
  return {
    columns: pair,
    estimate: mean,
    interval: { level: INTERVAL_LEVEL, lower, upper },
    ...(truth && { truth: truth.table(...pair) }),
    cramersV: scalarJSON(cramersV, known?.cramersV),
    mutualInformation: scalarJSON(mutualInformation, known?.mutualInformation),
  }
}

function scalarJSON({ mean, interval }: Scalar, truth: number | undefined): NumberJSON {
  const [lower, upper] = interval(INTERVAL_LEVEL)
  return { mean, interval: { level: INTERVAL_LEVEL, lower, upper }, ...(truth !== undefined && { truth }) }
}
