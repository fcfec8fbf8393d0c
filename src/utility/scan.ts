import { refuse } from '../check/check.ts'
import { type RrrrLevels, rrrrLevels } from '../rrrr/levels.ts'
import { rrrr } from '../rrrr/rrrr.ts'
import { createSortedTheta, type SortedTheta, sortTheta } from './sorted-theta.ts'
import type { UtilityKind } from './utility.ts'

/** Values closer than this, relatively, are a tie: they differ by rounding alone. */
const TIE = 1e-12

/** A scan that can be run again and again. Levels are computed once, and a run allocates nothing if the utility has a scan of its own. */
export interface Scan {
  readonly values: Float64Array
  /** The last θ, sorted. */
  readonly sorted: SortedTheta
  /**
   * The best subset's size at θ; fills `values` and `sorted`.
   *
   * @throws RangeError if a value is not a number, as those of a utility of one's own may be
   */
  best(theta: Float64Array, covariance?: readonly ArrayLike<number>[]): number
}

/** A utility, or anything with a scan of its own. */
export type Scannable = Pick<UtilityKind, 'name' | 'scan'> & Partial<Pick<UtilityKind, 'evaluate'>>

/** A scan of RRRR over the sizes of its subset, k = 0 … K−1. */
export function createScan(options: {
  categories: number
  epsilon: number
  epsilon1: number
  utility: Scannable
}): Scan {
  const { categories, epsilon, epsilon1, utility } = options
  const levels: RrrrLevels[] = Array.from({ length: categories }, (_, k) =>
    rrrrLevels(categories, k, epsilon, epsilon1),
  )
  const sorted = createSortedTheta(categories)
  const values = new Float64Array(categories)
  const evaluateEach = (theta: Float64Array) => {
    for (let k = 0; k < categories; k++) {
      const subset = sorted.order.subarray(0, k)
      values[k] = utility.evaluate!(theta, rrrr({ categories, subset, epsilon, epsilon1 }))
    }
  }
  return {
    values,
    sorted,
    best(theta, covariance) {
      sortTheta(theta, sorted)
      if (utility.scan) utility.scan(sorted, levels, values, covariance)
      else evaluateEach(theta)
      const bad = values.findIndex(Number.isNaN)
      if (bad >= 0) {
        refuse(`the utility ${utility.name} of a subset of ${bad}`, values[bad], 'a number or an infinity')
      }
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
