import { marginal, type Utility } from './utility.ts'

/**
 * How well the category can be guessed from the response in mean square,
 * `−min E‖e_X − ê(Y)‖² = −1 + Σ_y Σ_x G[y,x]² θ_x² / h_y`.
 *
 * The scan sums minus the same number, `Σ_y h_y (1 − Σ_x Pr(x|y)²)`, as products `G[y,x]θ_x · G[y,x′]θ_x′ / h_y` over
 * pairs of categories: none is negative, so that no digits are lost at a large ε.
 *
 * @see Aydın, Yıldırım (2024), utility U5
 */
export const mse: Utility = {
  plain(theta, matrix) {
    const h = marginal(theta, matrix)
    let total = -1
    matrix.forEach((row, y) => {
      if (h[y] === 0) return
      for (let x = 0; x < theta.length; x++) total += (row[x] * theta[x]) ** 2 / h[y]
    })
    return total
  },
  scan({ theta, mass, squares, restMass, restSquares }, levels, values) {
    const all = squares[theta.length]
    for (let k = 0; k < levels.length; k++) {
      const { a, b, ac, ad, bm } = levels[k]
      const s = mass[k]
      const r = restMass[k]
      const base = ad * r + bm * s
      const pairsInside = b * b * (1 - all)
      const pairsOutside =
        bm * bm * (s * s - squares[k]) + ad * ad * (r * r - restSquares[k]) + 2 * bm * ad * s * r
      let total = 0
      for (let j = 0; j < k; j++) {
        const t = theta[j]
        const h = b + (a - b) * t
        if (h > 0) total += (pairsInside + 2 * b * (a - b) * t * (1 - t)) / h
      }
      for (let j = k; j < theta.length; j++) {
        const t = theta[j]
        const h = base + (ac - ad) * t
        if (h > 0) total += (pairsOutside + 2 * (ac - ad) * t * (ad * (r - t) + bm * s)) / h
      }
      values[k] = -total
    }
  },
}
