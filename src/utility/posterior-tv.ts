import { firstAtMost } from './sorted-theta.ts'
import { marginal, type Utility } from './utility.ts'

/**
 * How far a response moves the belief about the category,
 * `E_Y[ TV(Pr(X|Y), Pr(X)) ] = ½ Σ_y Σ_x |G[y,x] − h_y| θ_x`.
 *
 * On S a response contributes `2(a−b)θ_y(1−θ_y)`; on S^c, `s|bm−h_y| + θ_y(ac−h_y) + (1−s−θ_y)|ad−h_y|`, where the
 * signs of the first and the last change once along the sorted θ (`h_y` grows with `θ_y`; `ac` is the largest level).
 *
 * @see Aydın, Yıldırım (2024), utility U3
 */
export const posteriorTv: Utility = {
  plain(theta, matrix) {
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
      // Over the ranks of a stretch: their number, and the sums of h, θ·h.
      const sums = (from: number, to: number) => {
        const t = mass[to] - mass[from]
        return {
          n: to - from,
          h: slope * t + shift * (to - from),
          t,
          th: slope * (squares[to] - squares[from]) + shift * t,
        }
      }
      const all = sums(k, K)
      // h_y > level ⟺ θ_y > (level − shift)/slope; with no slope all h are equal to shift.
      const turn = (level: number) =>
        slope > 0 ? firstAtMost(theta, k, (level - shift) / slope) : shift > level ? K : k
      const high = sums(k, turn(bm))
      const fromInside = s * (2 * (high.h - bm * high.n) - (all.h - bm * all.n))
      const big = sums(k, turn(ad))
      const excess = (part: typeof all) => r * (part.h - ad * part.n) - (part.th - ad * part.t)
      const fromOutside = 2 * excess(big) - excess(all)
      const inside = 2 * (a - b) * (s - squares[k])
      values[k] = (inside + fromInside + fromOutside + ac * all.t - all.th) / 2
    }
  },
}
