import { square } from '../elementary/square.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import { traceOfInverseGram } from './inverse-gram.ts'
import { leastLikely } from './sorted-theta.ts'
import { marginal, type UtilityKind } from './utility.ts'

/**
 * The asymptotic total variance of the free parameters, `−Tr(F⁻¹)` with `F = Hᵀ diag(1/h) H` and
 * `H = G[:,x] − G[:,last]` over all x but the least likely category, which is the dependent one (of equally unlikely
 * ones the highest index). −∞ where the response does not identify all categories.
 *
 * The scan needs no matrix. K outcomes determine K−1 parameters exactly, so that F⁻¹ is a block of
 * `G⁻¹(diag(h) − hhᵀ)G⁻ᵀ`, and the inverse of a channel of levels has levels too.
 *
 * @see Aydın, Yıldırım (2024), utility U1
 */
export const fisher = {
  name: 'fisher',
  says: 'RRRR on the subset with the smallest asymptotic variance of all frequencies',
  evaluate(theta, mechanism) {
    const matrix = channelMatrix(mechanism)
    const last = leastLikely(theta)
    const h = marginal(theta, matrix)
    // The rows of diag(h)^−½ H. A response of probability 0 under θ counts as one of a tiny probability, its limit.
    const rows = matrix.map((row, y) => {
      const weight = 1 / Math.sqrt(Math.max(h[y], TINY))
      return Float64Array.from(row, g => weight * (g - row[last])).filter((_, x) => x !== last)
    })
    return -traceOfInverseGram(rows)
  },
  scan({ theta, mass, squares, restMass }, levels, values) {
    const K = theta.length
    const keptSquares = squares[K - 1]
    for (let k = 0; k < levels.length; k++) {
      const { rest: m, a, b, ac, ad, bm } = levels[k]
      const s = mass[k]
      const alpha = ac - ad
      if ((k > 0 && a === b) || alpha === 0) {
        values[k] = -Infinity
        continue
      }
      const hitInside = k * b + (a - b) * s
      const hitOutside = 1 - hitInside
      const g = k === 0 ? 0 : ad - bm
      const u = -ad + (k === 0 ? 0 : (g * (1 - k * b)) / (a - b))
      const v = -ad - (k === 0 ? 0 : (g * k * b) / (a - b))
      const hLast = alpha * theta[K - 1] + ad * restMass[k] + bm * s
      const inside = k === 0 ? 0 : (k * b * b + (1 - 2 * b) * hitInside) / square(a - b)
      const outside =
        ((m - 1) * (u * u * hitInside + v * v * hitOutside) + (2 * v + 1) * (hitOutside - hLast)) /
        square(alpha)
      values[k] = -(inside + outside - keptSquares)
    }
  },
} as const satisfies UtilityKind

/** A tiny probability whose reciprocal is still far from overflow. */
const TINY = 1e-280
