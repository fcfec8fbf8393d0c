import { refuse, requireInteger, requireNumber, requireOptions, type Vector } from '../check/check.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { scanInformation } from '../utility/information.ts'
import { createScan, type Scannable } from '../utility/scan.ts'
import type { UtilityKind } from '../utility/utility.ts'
import { type AnyName, kindNamed, kindsOf } from './catalogue.ts'
import { UTILITIES, type UtilityName } from './utilities.ts'

/** Tolerance for the sum of a row of a covariance, relative to the largest entry. */
const ROW_SUM_TOLERANCE = 1e-6

/** Where the kinds of utilities are looked up; default `builtIn`. */
interface Options {
  readonly catalogue?: { readonly utilities: readonly UtilityKind[] }
}

/**
 * The utility of one response of a mechanism when the categories follow θ, by its plain definition.
 *
 * For `fisher`, the least likely category is the dependent one, whatever the order of θ.
 *
 * @throws RangeError on an unknown name, on a θ that is not a probability vector of the mechanism's length, or if the
 *   utility compares response and category but the responses are sets
 * @example
 * evaluateUtility('honesty', [0.5, 0.5], srr({ categories: 2, epsilon: Math.log(3) })) // 0.75
 */
export function evaluateUtility(
  name: AnyName<UtilityName>,
  theta: Vector,
  mechanism: Mechanism,
  options: Options = {},
): number {
  const { catalogue } = requireOptions(options, { catalogue: true })
  const utility = kindNamed('utility', name, utilitiesOf(catalogue))
  const value = utility.evaluate(probabilities('theta', theta, mechanism.categories), mechanism)
  if (typeof value !== 'number' || Number.isNaN(value)) {
    refuse(`the utility ${name}`, value, 'a number or an infinity')
  }
  return value
}

/** Result of a scan of the subsets. */
export interface ScanResult {
  /** `values[k]`: the utility with the k likeliest categories as the subset, k = 0 … K−1. */
  readonly values: Float64Array
  /** The k of the largest value; the smaller one of equals. */
  readonly size: number
  /** The k likeliest categories, sorted. */
  readonly subset: number[]
}

function utilitiesOf(
  catalogue: { readonly utilities: readonly UtilityKind[] } | undefined,
): readonly UtilityKind[] {
  return catalogue === undefined ? UTILITIES : kindsOf(catalogue, 'utilities')
}

/** The utility that also depends on the covariance of θ. It is in no catalogue, because θ alone does not determine it. */
const INFORMATION = { name: 'information', scan: scanInformation }

/**
 * The utility of RRRR with the k likeliest categories as its subset, for all k, and the best k.
 *
 * @param options.theta probability vector, length K ≥ 2
 * @param options.epsilon the privacy level
 * @param options.epsilon1 the budget inside the subset; default 0.8 ε
 * @param options.covariance posterior covariance of θ, K × K, with rows that sum to zero; needed for the utility
 *   `information`, and allowed only with it
 * @throws RangeError on a bad argument
 * @example
 * scanSubsets({ theta: [0.25, 0.7, 0.05], utility: 'honesty', epsilon: 1 }).subset // [1]
 */
export function scanSubsets(
  options: {
    theta: Vector
    utility: AnyName<UtilityName | 'information'>
    epsilon: number
    epsilon1?: number
    covariance?: readonly ArrayLike<number>[]
  } & Options,
): ScanResult {
  requireOptions(options, {
    theta: true,
    utility: true,
    epsilon: true,
    epsilon1: true,
    covariance: true,
    catalogue: true,
  })
  const kinds = utilitiesOf(options.catalogue)
  const utility = kindNamed<Scannable>('utility', options.utility, [...kinds, INFORMATION])
  const theta = probabilities('theta', options.theta)
  const categories = requireInteger('the length of theta', theta.length, 2)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const epsilon1 = requireNumber('epsilon1', options.epsilon1 ?? 0.8 * epsilon, { min: 0, max: epsilon })
  const scan = createScan({ categories, epsilon, epsilon1, utility })
  const size = scan.best(theta, requireCovariance(utility.name, options.covariance, categories))
  const subset = Array.from(scan.sorted.order.subarray(0, size)).sort((i, j) => i - j)
  return { values: scan.values, size, subset }
}

function requireCovariance(
  utility: string,
  covariance: readonly ArrayLike<number>[] | undefined,
  categories: number,
): readonly ArrayLike<number>[] | undefined {
  if ((utility === INFORMATION.name) !== (covariance !== undefined)) {
    refuse('covariance', covariance, "given with the utility 'information', and only with it")
  }
  if (covariance === undefined) return covariance
  if (covariance?.length !== categories) refuse('covariance', covariance, `${categories} rows`)
  const totals = new Float64Array(categories)
  let largest = 0
  covariance.forEach((row, i) => {
    if (row?.length !== categories) refuse(`covariance[${i}]`, row, `a row of ${categories} numbers`)
    for (let j = 0; j < categories; j++) {
      totals[i] += requireNumber(`covariance[${i}][${j}]`, row[j])
      largest = Math.max(largest, Math.abs(row[j]))
    }
  })
  const badRow = totals.findIndex(total => Math.abs(total) > ROW_SUM_TOLERANCE * largest)
  if (badRow >= 0) refuse(`covariance[${badRow}]`, covariance[badRow], 'a row that sums to zero')
  return covariance
}
