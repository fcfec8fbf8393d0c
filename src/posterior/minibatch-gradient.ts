import { Likelihood } from './likelihood.ts'
import type { Tally } from './tally.ts'

/**
 * Estimates the gradient of the log-likelihood in the Gamma surrogates φ (θ = φ/s, s = Σφ) from a minibatch of m of the n
 * observations:
 *
 *     (n/m) Σ_{t ∈ minibatch} ∇ln g_t(θ),        ∂/∂φ_i ln g_t = (p_t(i)/g_t(θ) − 1)/s.
 *
 * Once there is an anchor θ*, `∇ln g_t(θ) − ∇ln g_t(θ*)` stands for `∇ln g_t(θ)`, and the full gradient at θ* is added:
 * as right on average, and the less noisy the nearer θ is to θ* (both gradients with the s of θ).
 */
export class MinibatchGradient {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  /** Columns packed for the inner loop, as far as `packed`: four levels and four places a column. */
  private levels = new Float64Array(64)
  private places = new Int32Array(64)
  private packed = 0
  /** The sets' inside members, one set after the other, and where each set begins. */
  private members = new Int32Array(64)
  private readonly starts: number[] = [0]
  /** `(1/n) Σ_t p_t(x)/g_t(θ*)`; 0 without an anchor. */
  private readonly expected: Float64Array

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.expected = new Float64Array(tally.categories)
  }

  /** Anchors the control variates at θ*, for the tally as it stands. */
  anchor(theta: Float64Array): void {
    const { tally, likelihood, expected } = this
    this.pack()
    const weight = new Float64Array(tally.distinct)
    likelihood.evaluate(theta, weight)
    for (let c = 0; c < weight.length; c++) {
      this.levels[4 * c + REFERENCE] = 1 / weight[c]
      weight[c] = tally.counts[c] / tally.size / weight[c]
    }
    likelihood.combine(weight, expected)
  }

  /** Writes the estimate from the first m columns of `batch` into `out`, at θ and s. */
  estimate(batch: Uint32Array, m: number, theta: Float64Array, s: number, out: Float64Array): void {
    const { tally, expected } = this
    const K = out.length
    for (let i = 0; i < K; i++) out[i] = 0
    if (m === 0) return
    if (this.packed < tally.distinct) this.pack()
    const everywhere = this.addRatios(batch, m, theta, out) - m
    const scale = tally.size / m / s
    for (let i = 0; i < K; i++) out[i] = scale * (out[i] + everywhere + m * expected[i])
  }

  /**
   * Adds `Σ_j p_j(x)·(1/g_j(θ) − reference_j)` over a minibatch of columns to `out[x]`, up to the constant that it returns.
   * A column of levels costs as much as the shorter side of its set; one without a set, O(1).
   */
  private addRatios(batch: Uint32Array, m: number, theta: Float64Array, out: Float64Array): number {
    const { levels, places, members } = this
    let everywhere = 0
    for (let j = 0; j < m; j++) {
      const at = 4 * batch[j]
      const x = places[at]
      if (x < 0) {
        this.addRow(at, theta, out)
        continue
      }
      const start = places[at + START]
      const end = places[at + END]
      const base = levels[at]
      const step = levels[at + STEP]
      if (start === end) {
        const w = 1 / (base + step * theta[x]) - levels[at + REFERENCE]
        everywhere += w * base
        out[x] += w * step
        continue
      }
      const level = levels[at + LEVEL]
      let mass = 0
      for (let i = start; i < end; i++) mass += theta[members[i]]
      const rest = mass < 0.999 ? 1 - mass : this.restMass(places[at + PLACE], theta)
      const w = 1 / (base * rest + level * mass + step * theta[x]) - levels[at + REFERENCE]
      const extra = w * (level - base)
      for (let i = start; i < end; i++) out[members[i]] += extra
      everywhere += w * base
      out[x] += w * step
    }
    return everywhere
  }

  /** θ(S^c) by its own sum, where 1 − θ(S) would lose digits. */
  private restMass(set: number, theta: Float64Array): number {
    const { outside } = this.tally.table.sets[set]
    let total = 0
    for (let i = 0; i < outside.length; i++) total += theta[outside[i]]
    return total
  }

  private addRow(at: number, theta: Float64Array, out: Float64Array): void {
    const values = this.tally.table.rows[this.places[at + PLACE]]
    let g = 0
    for (let x = 0; x < values.length; x++) g += values[x] * theta[x]
    const w = 1 / g - this.levels[at + REFERENCE]
    for (let x = 0; x < values.length; x++) out[x] += values[x] * w
  }

  /** Takes in the columns and sets that the table has gained. */
  private pack(): void {
    const { length, base, level, step, point, set, row, sets } = this.tally.table
    const { starts } = this
    for (let s = starts.length - 1; s < sets.length; s++) {
      const start = starts[s]
      const { inside } = sets[s]
      this.members = withRoom(this.members, start + inside.length)
      this.members.set(inside, start)
      starts.push(start + inside.length)
    }
    this.levels = withRoom(this.levels, 4 * length)
    this.places = withRoom(this.places, 4 * length)
    for (let c = this.packed; c < length; c++) {
      const s = set[c]
      this.levels.set([base[c], level[c], step[c], 0], 4 * c)
      if (row[c] >= 0) this.places.set([-1, 0, 0, row[c]], 4 * c)
      else if (s >= 0) this.places.set([point[c], starts[s], starts[s + 1], s], 4 * c)
      else this.places.set([point[c], 0, 0, -1], 4 * c)
    }
    this.packed = length
  }
}

/** Where a packed column has its level inside, its point's step, and `1/g(θ*)`; the base comes first. */
const LEVEL = 1
const STEP = 2
const REFERENCE = 3
/** Where it has its set's first member and the place after its last, and the number of its set or row; the point comes first. */
const START = 1
const END = 2
const PLACE = 3

/** The array, or if it is too short a longer one with the same beginning. */
function withRoom<T extends Float64Array | Int32Array>(array: T, length: number): T {
  if (array.length >= length) return array
  const longer = new (array.constructor as new (length: number) => T)(2 * length)
  longer.set(array)
  return longer
}
