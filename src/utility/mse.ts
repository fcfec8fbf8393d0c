import { square } from '../elementary/square.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import { RestSums } from './rest-sums.ts'
import { insideShape, marginal, type UtilityKind } from './utility.ts'

/** Scratch space of the scans. */
const rest = new RestSums()

/**
 * How well the category can be guessed from the response in mean square,
 * `−min E‖e_X − ê(Y)‖² = −1 + Σ_y Σ_x G[y,x]² θ_x² / h_y`.
 *
 * The scan sums the negative of this, `Σ_y h_y (1 − Σ_x Pr(x|y)²)`, as products `G[y,x]θ_x · G[y,x′]θ_x′ / h_y` over
 * pairs of categories. None of them is negative, so that no digits are lost at a large ε. The sums over y inside are running
 * sums, and those outside are power series. This takes O(K) after the sort; the sums as they stand would take O(K²).
 *
 * @see Aydın, Yıldırım (2024), utility U5
 */
export const mse = {
  name: 'mse',
  says: 'RRRR on the subset whose answer lets the category be guessed best, in mean square',
  evaluate(theta, mechanism) {
    const matrix = channelMatrix(mechanism)
    const h = marginal(theta, matrix)
    let total = -1
    matrix.forEach((row, y) => {
      if (h[y] === 0) return
      for (let x = 0; x < theta.length; x++) total += square(row[x] * theta[x]) / h[y]
    })
    return total
  },
  scan(sorted, levels, values) {
    const { theta, mass, squares, restMass, restSquares } = sorted
    const all = squares[theta.length]
    const { shift, slope } = insideShape(levels)
    // Over the ranks inside: Σ 1/x and Σ θ(1 − θ)/x, where h = f·x.
    let inverses = 0
    let products = 0
    values[0] = 0
    for (let k = 1; k < levels.length; k++) {
      const { a, b } = levels[k]
      const t = theta[k - 1]
      const x = shift + slope * t
      if (x > 0) {
        inverses += 1 / x
        products += (t * (1 - t)) / x
      }
      const f = Math.max(b, a - b)
      values[k] = -(b / f) * (b * (1 - all) * inverses + 2 * (a - b) * products)
    }
    rest.start(sorted, levels)
    for (let k = levels.length - 1; k >= 0; k--) {
      const { ac, ad, bm } = levels[k]
      const s = mass[k]
      const r = restMass[k]
      const base = ad * r + bm * s
      const step = ac - ad
      const pairs = bm * bm * (s * s - squares[k]) + ad * ad * (r * r - restSquares[k]) + 2 * bm * ad * s * r
      const h = base + step * theta[k]
      // The first rank outside may have nearly all of r; for the others r − θ is at least half of it.
      if (h > 0) values[k] -= (pairs + 2 * step * theta[k] * (ad * restMass[k + 1] + bm * s)) / h
      values[k] -= rest.quotients(base, step, pairs, 2 * step * base, -2 * step * ad)
      rest.add(k)
    }
  },
} as const satisfies UtilityKind
