import { log } from '../elementary/log.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import { RestSums } from './rest-sums.ts'
import { insideShape, marginal, type UtilityKind } from './utility.ts'

/** Scratch space of the scans. */
const rest = new RestSums()

/**
 * Negative entropy of the response, `Σ_y h_y ln h_y`. Larger is better: responses far from uniform say more.
 *
 * The scan over subset sizes k takes O(K) after the sort; adding up the formula for each k would take O(K²). Inside the subset
 * `h_y = f·x_y` where x does not depend on k, so each term is computed once. Outside, terms are summed by power series.
 *
 * @see Aydın, Yıldırım (2024), utility U2 (as their program computes it: a printed form has the opposite sign)
 */
export const entropy = {
  name: 'entropy',
  says: 'RRRR on the subset whose answers are least evenly spread',
  evaluate: (theta, mechanism) =>
    marginal(theta, channelMatrix(mechanism)).reduce((total, h) => total + xLogX(h), 0),
  scan(sorted, levels, values) {
    const { theta, mass, restMass } = sorted
    const { shift, slope } = insideShape(levels)
    let inside = 0
    values[0] = 0
    for (let k = 1; k < levels.length; k++) {
      const { a, b } = levels[k]
      const f = Math.max(b, a - b)
      inside += xLogX(shift + slope * theta[k - 1])
      values[k] = f * (inside + log(f) * (k * shift + slope * mass[k]))
    }
    rest.start(sorted, levels)
    for (let k = levels.length - 1; k >= 0; k--) {
      const { ac, ad, bm } = levels[k]
      const base = ad * restMass[k] + bm * mass[k]
      values[k] += xLogX(base + (ac - ad) * theta[k]) + rest.entropy(base, ac - ad)
      rest.add(k)
    }
  },
} as const satisfies UtilityKind

function xLogX(x: number): number {
  return x > 0 ? x * log(x) : 0
}
