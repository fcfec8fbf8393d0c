import { invertFactor, type Metric, timesLower, timesTransposed } from '../moves/metric.ts'

/** Where the parameters of a law of exchangeable classes are. */
export interface ClassLayout {
  readonly classes: number
  /** The numbers of the parameters of class h, as many for each class. */
  ofClass(h: number): Int32Array
  /** The numbers of all others. */
  readonly shared: Int32Array
}

/**
 * The metric of a mass matrix, averaged over all permutations of the classes: the posterior does not change when classes change places,
 * and neither should its metric. Among parameters of one class the average has a block A, among those of two classes a block B, with the
 * others a block C, among these D. A reflection of the classes, which maps the first axis to their mean, makes it
 *
 *     ( A + (H − 1) B   √H Cᵀ )
 *     (     √H C          D   )   of the mean and the others, and A − B for each of the H − 1 other axes,
 *
 * so that a product takes about 1/H of the time that it takes with a dense matrix.
 *
 * @param matrix row-major n × n, of which the lower triangle is read
 */
export function exchangeableMetric(layout: ClassLayout, matrix: Float64Array): Metric {
  const { classes: H, shared } = layout
  const places = Array.from({ length: H }, (_, h) => layout.ofClass(h))
  const m = places[0].length
  const S = shared.length
  const n = H * m + S
  const at = (i: number, j: number) => (i >= j ? matrix[i * n + j] : matrix[j * n + i])
  const apart = new Float64Array(m * m)
  const together = new Float64Array((m + S) * (m + S))
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      let [same, other] = [0, 0]
      for (let h = 0; h < H; h++) {
        for (let k = 0; k < H; k++) {
          const value = (at(places[h][i], places[k][j]) + at(places[h][j], places[k][i])) / 2
          if (h === k) same += value / H
          else other += value / (H * (H - 1))
        }
      }
      apart[i * m + j] = same - other
      together[i * (m + S) + j] = same + (H - 1) * other
    }
  }
  for (let k = 0; k < S; k++) {
    const row = (m + k) * (m + S)
    for (let i = 0; i < m; i++) {
      let total = 0
      for (let h = 0; h < H; h++) total += at(shared[k], places[h][i])
      together[row + i] = total / Math.sqrt(H)
    }
    for (let l = 0; l < S; l++) together[row + m + l] = at(shared[k], shared[l])
  }
  const ofMean = invertFactor(m + S, together)
  const ofOthers = invertFactor(m, apart)
  const rotated = new Float64Array(n)
  /** Along the vector v of the reflection `x − 2 v (v·x)/(v·v)`. */
  const v = new Float64Array(H).fill(-1 / Math.sqrt(H))
  v[0] += 1
  const scale = 2 / v.reduce((sum, value) => sum + value * value, 0)
  /** Where the parameters of class h, and then axis h, begin in `rotated`. */
  const start = (h: number) => (h === 0 ? 0 : m + S + (h - 1) * m)
  const reflect = () => {
    for (let i = 0; i < m; i++) {
      let along = 0
      for (let h = 0; h < H; h++) along += v[h] * rotated[start(h) + i]
      for (let h = 0; h < H; h++) rotated[start(h) + i] -= scale * along * v[h]
    }
  }
  return {
    whitenGradient(gradient, out) {
      for (let h = 0; h < H; h++) for (let i = 0; i < m; i++) rotated[start(h) + i] = gradient[places[h][i]]
      for (let k = 0; k < S; k++) rotated[m + k] = gradient[shared[k]]
      reflect()
      timesLower(ofMean, m + S, rotated, out)
      for (let h = 1; h < H; h++) timesLower(ofOthers, m, rotated, out, start(h))
    },
    unwhitenVelocity(p, out) {
      timesTransposed(ofMean, m + S, p, rotated)
      for (let h = 1; h < H; h++) timesTransposed(ofOthers, m, p, rotated, start(h))
      reflect()
      for (let h = 0; h < H; h++) for (let i = 0; i < m; i++) out[places[h][i]] = rotated[start(h) + i]
      for (let k = 0; k < S; k++) out[shared[k]] = rotated[m + k]
    },
  }
}
