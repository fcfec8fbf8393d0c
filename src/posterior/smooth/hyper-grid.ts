import { sum } from '../../arrays/sums.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'
import { pow } from '../../elementary/pow.ts'
import { square } from '../../elementary/square.ts'
import { POLYNOMIALS } from './basis.ts'

/** How fast the coefficients of the cosines fall with their frequency, and how large they are. */
const DECAYS = [1, 1.5, 2] as const
const LOG_SCALES = [-0.5, 0, 0.5, 1, 1.5, 2, 2.5] as const
/** Prior standard deviation of the polynomials' coefficients. */
const POLYNOMIAL_SD = 4
/** Prior mean and standard deviation of an atom's log weight, relative to all that is inside. */
export const ATOM = { mean: -5, sd: 2 } as const

/** A point of the grid of hyperparameters: the prior of the coefficients is normal, with these precisions. */
export interface GridPoint {
  /** α and σ of `c_k ~ N(0, σ² k^{−2α})`. */
  readonly decay: number
  readonly scale: number
  /** The precision of each parameter: polynomials, cosines, and the log weights of the two atoms. */
  readonly precision: Float64Array
  /** `½ Σ ln precision`, the normaliser of the prior, with the logarithm of the point's own prior weight. */
  readonly logWeight: number
  /** The numbers of the neighbouring points. */
  readonly neighbours: readonly number[]
}

/**
 * The hyperparameters of the smooth law: α ∈ {1, 1.5, 2}, each as likely, and ln σ ∈ {−0.5, 0, …, 2.5} with the weights of N(0, 1).
 *
 * @param size the number of functions in the basis
 */
export function hyperGrid(size: number): GridPoint[] {
  const weights = pointWeights()
  const columns = LOG_SCALES.length
  return DECAYS.flatMap((decay, row) =>
    LOG_SCALES.map((logScale, column) => {
      const scale = exp(logScale)
      const precision = new Float64Array(size + 2)
      precision.fill(1 / square(POLYNOMIAL_SD), 0, POLYNOMIALS)
      for (let k = 1; k <= size - POLYNOMIALS; k++) {
        precision[POLYNOMIALS + k - 1] = pow(k, 2 * decay) / (scale * scale)
      }
      precision.fill(1 / square(ATOM.sd), size)
      let logWeight = log(weights[row * columns + column])
      for (const value of precision) logWeight += log(value) / 2
      const neighbours = [
        ...(row > 0 ? [(row - 1) * columns + column] : []),
        ...(row + 1 < DECAYS.length ? [(row + 1) * columns + column] : []),
        ...(column > 0 ? [row * columns + column - 1] : []),
        ...(column + 1 < columns ? [row * columns + column + 1] : []),
      ]
      return { decay, scale, precision, logWeight, neighbours }
    }),
  )
}

/** The prior weights of the points, which sum to one. */
export function pointWeights(): Float64Array {
  const weights = DECAYS.flatMap(() => LOG_SCALES.map(value => exp((-value * value) / 2)))
  const total = sum(weights)
  return Float64Array.from(weights, value => value / total)
}
