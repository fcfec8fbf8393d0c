import type { RrrrLevels } from '../rrrr/levels.ts'
import type { SortedTheta } from './sorted-theta.ts'

/**
 * A reason to prefer one subset over another: what one response of the channel is worth when the categories
 * follow θ. Every utility stands twice, as its plain definition on a dense channel and as a scan.
 */
export interface Utility {
  /** The definition, for any channel `matrix[response][category]`; larger is better. */
  plain(theta: Float64Array, matrix: readonly (readonly number[])[]): number
  /** The same for RRRR with the k likeliest categories as the subset, for every k at once: fills `values[k]`. */
  scan(theta: SortedTheta, levels: readonly RrrrLevels[], values: Float64Array): void
}

/** The law of the response, `h = Gθ`. */
export function marginal(theta: Float64Array, matrix: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(matrix, row => {
    let h = 0
    for (let x = 0; x < theta.length; x++) h += row[x] * theta[x]
    return h
  })
}
