import { log } from '../elementary/log.ts'
import { channelMatrix } from '../mechanism/channel-matrix.ts'
import { RestSums } from './rest-sums.ts'
import { insideShape, marginal, type UtilityKind } from './utility.ts'

/** Scratch space of the scans. */
const rest = new RestSums()

/**
 * The negative entropy of the response, `Σ_y h_y ln h_y`: far from uniform is good.
 *
 * The scan computes each term inside only once, because `h_y = f·x_y` where x does not depend on k, and sums those outside by
 * power series. This takes O(K) after the sort; the sums as they stand would take O(K²).
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
