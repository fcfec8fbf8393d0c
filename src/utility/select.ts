import { refuse, requireInteger, requireNumber, requireOneOf, type Vector } from '../check/check.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import { type RrrrLevels, rrrrLevels } from '../rrrr/levels.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { entropy } from './entropy.ts'
import { fisher } from './fisher.ts'
import { honesty } from './honesty.ts'
import { scanInformation } from './information.ts'
import { marginalTv } from './marginal-tv.ts'
import { mse } from './mse.ts'
import { posteriorTv } from './posterior-tv.ts'
import { createSortedTheta, type SortedTheta, sortTheta } from './sorted-theta.ts'
import type { Utility } from './utility.ts'

const UTILITIES = {
  fisher,
  entropy,
  'posterior-tv': posteriorTv,
  'marginal-tv': marginalTv,
  mse,
  honesty,
} satisfies Record<string, Utility>

export type UtilityName = keyof typeof UTILITIES

/** The names of the six utilities, in the paper's order. */
export const UTILITY_NAMES = Object.keys(UTILITIES) as UtilityName[]

/** Utilities of categories as responses: they compare Y with X itself. */
const NEEDS_CATEGORIES: readonly UtilityName[] = ['marginal-tv', 'honesty']

/** The mechanisms whose responses are categories. */
const CATEGORY_MECHANISMS: readonly Mechanism['name'][] = ['srr', 'rrrr', 'public-prior']

/** How far from zero a row of a covariance may sum, relative to the largest entry. */
const ROW_SUM_TOLERANCE = 1e-6

/** Values closer than this, relatively, are a tie: they differ by rounding alone. */
const TIE = 1e-12

/**
 * The utility of one response of a mechanism when the categories follow θ, by its plain definition.
 *
 * `fisher` takes the least likely category as the dependent one, in whatever order θ stands.
 *
 * @throws RangeError on an unknown name, on a θ that is no probability vector of the mechanism's length, or where the
 *   utility compares response and category but the responses are sets
 * @example
 * evaluateUtility('honesty', [0.5, 0.5], srr({ categories: 2, epsilon: Math.log(3) })) // 0.75
 */
export function evaluateUtility(name: UtilityName, theta: Vector, mechanism: Mechanism): number {
  requireOneOf('utility', name, UTILITY_NAMES)
  const law = probabilities('theta', theta, mechanism.categories)
  const givesCategories = CATEGORY_MECHANISMS.includes(mechanism.name)
  if (NEEDS_CATEGORIES.includes(name) && !givesCategories) {
    refuse('mechanism', mechanism.name, `one whose responses are categories, for the utility ${name}`)
  }
  return UTILITIES[name].plain(law, channelMatrix(mechanism))
}

export interface ScanResult {
  /** `values[k]`: the utility with the k likeliest categories as the subset, k = 0 … K−1. */
  readonly values: Float64Array
  /** The k of the largest value; of equal ones the smaller. */
  readonly size: number
  /** The k likeliest categories, sorted. */
  readonly subset: number[]
}

/**
 * The utility of RRRR with the k likeliest categories as its subset, for all k, and the best k.
 *
 * @param options.theta probability vector, length K ≥ 2
 * @param options.epsilon the privacy level
 * @param options.epsilon1 the budget inside the subset; default 0.8 ε
 * @param options.covariance posterior covariance of θ, K × K, rows sum to zero: for the utility `information`, and only
 *   for it
 * @throws RangeError on a bad argument
 * @example
 * scanSubsets({ theta: [0.25, 0.7, 0.05], utility: 'honesty', epsilon: 1 }).subset // [1]
 */
export function scanSubsets(options: {
  theta: Vector
  utility: UtilityName | 'information'
  epsilon: number
  epsilon1?: number
  covariance?: readonly ArrayLike<number>[]
}): ScanResult {
  requireOneOf('utility', options.utility, [...UTILITY_NAMES, 'information'])
  const theta = probabilities('theta', options.theta)
  const categories = requireInteger('the length of theta', theta.length, 2)
  const epsilon = requireNumber('epsilon', options.epsilon, { above: 0 })
  const epsilon1 = requireNumber('epsilon1', options.epsilon1 ?? 0.8 * epsilon, { min: 0, max: epsilon })
  const scan = createScan({ categories, epsilon, epsilon1, utility: options.utility })
  const size = scan.best(theta, requireCovariance(options.utility, options.covariance, categories))
  const subset = Array.from(scan.sorted.order.subarray(0, size)).sort((i, j) => i - j)
  return { values: scan.values, size, subset }
}

/** A scan to be used again and again: levels are computed once, and a scan allocates nothing. */
export interface Scan {
  readonly values: Float64Array
  /** The last θ, sorted. */
  readonly sorted: SortedTheta
  /** The best subset's size at θ; fills `values` and `sorted`. */
  best(theta: Float64Array, covariance?: readonly ArrayLike<number>[]): number
}

export function createScan(options: {
  categories: number
  epsilon: number
  epsilon1: number
  utility: UtilityName | 'information'
}): Scan {
  const { categories, epsilon, epsilon1, utility } = options
  const levels: RrrrLevels[] = Array.from({ length: categories }, (_, k) =>
    rrrrLevels(categories, k, epsilon, epsilon1),
  )
  const sorted = createSortedTheta(categories)
  const values = new Float64Array(categories)
  return {
    values,
    sorted,
    best(theta, covariance) {
      sortTheta(theta, sorted)
      if (utility === 'information') scanInformation(sorted, levels, covariance!, values)
      else UTILITIES[utility].scan(sorted, levels, values)
      return firstLargest(values)
    },
  }
}

/** The first of the largest values, up to rounding. */
function firstLargest(values: Float64Array): number {
  let best = 0
  for (let k = 1; k < values.length; k++) {
    const margin = TIE * Math.abs(values[best])
    if (values[k] > values[best] + (margin < Infinity ? margin : 0)) best = k
  }
  return best
}

function requireCovariance(
  utility: string,
  covariance: readonly ArrayLike<number>[] | undefined,
  categories: number,
): readonly ArrayLike<number>[] | undefined {
  if ((utility === 'information') !== (covariance !== undefined)) {
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
  const off = totals.findIndex(total => Math.abs(total) > ROW_SUM_TOLERANCE * largest)
  if (off >= 0) refuse(`covariance[${off}]`, covariance[off], 'a row that sums to zero')
  return covariance
}
