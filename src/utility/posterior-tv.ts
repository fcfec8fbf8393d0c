import { channelMatrix } from '../mechanism/channel-matrix.ts'
import { firstAtMost } from './sorted-theta.ts'
import { marginal, type UtilityKind } from './utility.ts'

/**
 * How far a response moves the belief about the category,
 * `E_Y[ TV(Pr(X|Y), Pr(X)) ] = ½ Σ_y Σ_x |G[y,x] − h_y| θ_x`.
 *
 * On S a response contributes `2(a−b)θ_y(1−θ_y)`; on S^c, `s|bm−h_y| + θ_y(ac−h_y) + (1−s−θ_y)|ad−h_y|`, where the
 * signs of the first and the last change once along the sorted θ (`h_y` grows with `θ_y`; `ac` is the largest level).
 *
 * @see Aydın, Yıldırım (2024), utility U3
 */
export const posteriorTv = {
  name: 'posterior-tv',
  says: 'RRRR on the subset whose answer moves the belief about the category most',
  evaluate(theta, mechanism) {
    const matrix = channelMatrix(mechanism)
    const h = marginal(theta, matrix)
    let total = 0
    matrix.forEach((row, y) => {
      for (let x = 0; x < theta.length; x++) total += Math.abs(row[x] - h[y]) * theta[x]
    })
    return total / 2
  },
  scan({ theta, mass, squares, restMass }, levels, values) {
    const K = theta.length
    for (let k = 0; k < levels.length; k++) {
      const { a, b, ac, ad, bm } = levels[k]
      const s = mass[k]
      const r = restMass[k]
      const slope = ac - ad
      const shift = ad * r + bm * s
      // Sums over the ranks from k on. Their terms are positive until h_y has fallen to the level, and negative from there on.
      const bmTurn = firstBelow(theta, k, shift, slope, bm)
      const adTurn = firstBelow(theta, k, shift, slope, ad)
      const bmMass = 2 * mass[bmTurn] - s - mass[K]
      const bmCount = 2 * bmTurn - k - K
      const fromInside = s * (slope * bmMass + (shift - bm) * bmCount)
      const adMass = 2 * mass[adTurn] - s - mass[K]
      const adSquares = 2 * squares[adTurn] - squares[k] - squares[K]
      const adCount = 2 * adTurn - k - K
      const excess = slope * adMass + (shift - ad) * adCount
      const own = slope * adSquares + (shift - ad) * adMass
      const fromOutside = r * excess - own
      const outside = mass[K] - s
      const truth = (ac - shift) * outside - slope * (squares[K] - squares[k])
      values[k] = (2 * (a - b) * (s - squares[k]) + fromInside + fromOutside + truth) / 2
    }
  },
} as const satisfies UtilityKind

/** The first rank from k on where `shift + slope·θ` is at most a level. */
function firstBelow(theta: Float64Array, k: number, shift: number, slope: number, level: number): number {
  if (slope > 0) return firstAtMost(theta, k, (level - shift) / slope)
  return shift > level ? theta.length : k
}
