import { firstAtMost } from './sorted-theta.ts'
import { categoryMatrix, marginal, type UtilityKind } from './utility.ts'

/**
 * How much the response looks like the category, `−TV(Pr(Y), Pr(X)) = −½ Σ_y |h_y − θ_y|`.
 *
 * The scan writes `h_y − θ_y = shift − slope·θ_y`, whose sign changes once along the sorted θ; the slopes are
 * `1−(a−b) = (k+1)b` on S and `1−a(c−d) = kb + m·ad` on S^c, which keep their digits at a large ε.
 *
 * @see Aydın, Yıldırım (2024), utility U4
 */
export const marginalTv = {
  name: 'marginal-tv',
  says: 'RRRR on the subset whose answers are distributed most like the categories',
  evaluate: (theta, mechanism) =>
    -marginal(theta, categoryMatrix('marginal-tv', mechanism)).reduce(
      (total, h, y) => total + Math.abs(h - theta[y]),
      0,
    ) / 2,
  scan({ theta, mass, restMass }, levels, values) {
    const K = theta.length
    for (let k = 0; k < levels.length; k++) {
      const { rest: m, b, ad, bm } = levels[k]
      const shift = ad * restMass[k] + bm * mass[k]
      const inside = sumOfDistances(theta, mass, 0, k, b, (k + 1) * b)
      const outside = sumOfDistances(theta, mass, k, K, shift, k * b + m * ad)
      values[k] = -(inside + outside) / 2
    }
  },
} as const satisfies UtilityKind

/** `Σ |shift − slope·θ_j|` over the ranks from `from` to `to`, slope ≥ 0. */
function sumOfDistances(
  theta: Float64Array,
  mass: Float64Array,
  from: number,
  to: number,
  shift: number,
  slope: number,
): number {
  const turn = Math.min(to, slope > 0 ? firstAtMost(theta, from, shift / slope) : from)
  const above = slope * (mass[turn] - mass[from]) - shift * (turn - from)
  const below = shift * (to - turn) - slope * (mass[to] - mass[turn])
  return above + below
}
