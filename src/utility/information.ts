import { dot } from '../arrays/sums.ts'
import type { RrrrLevels } from '../rrrr/levels.ts'
import type { SortedTheta } from './sorted-theta.ts'

/**
 * Bayesian A-optimality for every k: the expected decrease of `Tr C` by one response, where C is the current covariance of θ,
 *
 *     Σ_y h_y · ‖C g_y‖² / (h_y² + g_yᵀ C g_y),
 *
 * to the first order of a linear (Kalman) update. Since `C·1 = 0`, constants drop out of a column: it acts as
 * `(a−b)·e_y` inside, and as `(bm−ad)·1_S + (ac−ad)·e_y` outside. By running sums over the sorted prefix each k costs O(K),
 * after O(K³) for W = C² (K² where only the sums that are needed are kept).
 *
 * @param covariance K × K, symmetric with rows that sum to zero, in the order of the categories
 */
export function scanInformation(
  { order, theta, mass, restMass }: SortedTheta,
  levels: readonly RrrrLevels[],
  values: Float64Array,
  covariance: readonly ArrayLike<number>[] = [],
): void {
  const K = theta.length
  const c = Array.from(order, i => Float64Array.from(order, j => covariance[i][j]))
  // For each rank y: C_yy and W_yy = ‖C e_y‖²; and with v = C·1_S: v_y, (Cv)_y, 1_SᵀC1_S, ‖v‖².
  const diagonal = c.map((row, y) => row[y])
  const norms = c.map(row => row.reduce((total, value) => total + value * value, 0))
  const v = new Float64Array(K)
  const cv = new Float64Array(K)
  for (let k = 0; k < levels.length; k++) {
    const { a, b, ac, ad, bm } = levels[k]
    const shift = ad * restMass[k] + bm * mass[k]
    const inner = a - b
    const outer = ac - ad
    const set = k === 0 ? 0 : bm - ad
    if (k > 0) {
      const added = c[k - 1]
      for (let j = 0; j < K; j++) v[j] += added[j]
      for (let j = 0; j < K; j++) cv[j] += dot(added, c[j])
    }
    let setSpread = 0
    let setNorm = 0
    for (let j = 0; j < k; j++) setSpread += v[j]
    for (let j = 0; j < K; j++) setNorm += v[j] * v[j]
    let total = 0
    for (let y = 0; y < k; y++) {
      total += gain(b + inner * theta[y], inner * inner * norms[y], inner * inner * diagonal[y])
    }
    for (let y = k; y < K; y++) {
      const norm = set * set * setNorm + 2 * set * outer * cv[y] + outer * outer * norms[y]
      const spread = set * set * setSpread + 2 * set * outer * v[y] + outer * outer * diagonal[y]
      total += gain(shift + outer * theta[y], norm, spread)
    }
    values[k] = total
  }
}

function gain(h: number, norm: number, spread: number): number {
  return h > 0 ? (h * norm) / (h * h + spread) : 0
}
