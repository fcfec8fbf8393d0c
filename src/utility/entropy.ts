import { marginal, type Utility } from './utility.ts'

/**
 * The negative entropy of the response, `Σ_y h_y ln h_y`: far from uniform is good.
 *
 * @see Aydın, Yıldırım (2024), utility U2 (as their program computes it: a printed form has the opposite sign)
 */
export const entropy: Utility = {
  plain: (theta, matrix) => marginal(theta, matrix).reduce((total, h) => total + xLogX(h), 0),
  scan({ theta, mass, restMass }, levels, values) {
    for (let k = 0; k < levels.length; k++) {
      const { a, b, ac, ad, bm } = levels[k]
      const base = ad * restMass[k] + bm * mass[k]
      let total = 0
      for (let j = 0; j < k; j++) total += xLogX(b + (a - b) * theta[j])
      for (let j = k; j < theta.length; j++) total += xLogX(base + (ac - ad) * theta[j])
      values[k] = total
    }
  },
}

function xLogX(x: number): number {
  return x > 0 ? x * Math.log(x) : 0
}
