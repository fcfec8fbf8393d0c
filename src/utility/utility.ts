import { refuse } from '../check/check.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { RrrrLevels } from '../rrrr/levels.ts'
import type { SortedTheta } from './sorted-theta.ts'

/**
 * A kind of utility: a reason to prefer one subset over another. It is what one response of a channel is worth when the
 * categories follow θ. Its name, with or without a split, also names a strategy.
 */
export interface UtilityKind {
  /** The name by which strategies refer to it. */
  readonly name: string
  /** One line for commands to print. */
  readonly says?: string | undefined
  /** The definition, for any mechanism; larger is better. */
  evaluate(theta: Float64Array, mechanism: Mechanism): number
  /**
   * The same for RRRR with the k likeliest categories as the subset, for every k at once: fills `values[k]`. Left out where there
   * is no such shortcut; the definition is then evaluated for each k.
   *
   * @param covariance of θ, in the order of the categories; it may be left out
   */
  scan?(
    theta: SortedTheta,
    levels: readonly RrrrLevels[],
    values: Float64Array,
    covariance?: readonly ArrayLike<number>[],
  ): void
}

/** The law of the response, `h = Gθ`. */
export function marginal(theta: Float64Array, matrix: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(matrix, row => {
    let h = 0
    for (let x = 0; x < theta.length; x++) h += row[x] * theta[x]
    return h
  })
}

/**
 * The dense channel, for a utility that compares the response with the category itself.
 *
 * @throws RangeError if the responses are not categories
 */
export function categoryMatrix(utility: string, mechanism: Mechanism): number[][] {
  if (!mechanism.answersCategories) {
    refuse('mechanism', mechanism.name, `one whose responses are categories, for the utility ${utility}`)
  }
  return channelMatrix(mechanism)
}

/**
 * The probabilities of the outcomes inside the subset, `h_j = b + (a−b)θ_j`, as `max(b, a−b)·(shift + slope·θ_j)`: a/b is
 * e^ε1 for every k, so that shift and slope do not depend on k, and sums over the subset are running sums.
 */
export function insideShape(levels: readonly RrrrLevels[]): { shift: number; slope: number } {
  const { a, b } = levels[1]
  return a - b > b ? { shift: b / (a - b), slope: 1 } : { shift: 1, slope: (a - b) / b }
}
