import { withRoom } from '../arrays/with-room.ts'
import { Likelihood } from './likelihood.ts'
import {
  BASE,
  CELL,
  END,
  LEVEL,
  MEMBERS,
  OTHER_SUM,
  OTHER_WEIGHT,
  PART,
  PackedColumns,
  SET,
  START,
  SUM,
  UNKNOWN,
  WEIGHT,
} from './packed-columns.ts'
import type { Tally } from './tally.ts'

/**
 * Estimates the gradient of the log-likelihood in the Gamma surrogates φ (θ = φ/s, s = Σφ) from a minibatch of m of the n
 * observations:
 *
 *     (n/m) Σ_{t ∈ minibatch} ∇ln g_t(θ),        ∂/∂φ_i ln g_t = p_t(i)/(p_t·φ) − 1/s.
 *
 * Once there is an anchor θ*, `∇ln g_t(θ) − ∇ln g_t(θ*)` stands for `∇ln g_t(θ)`, and the full gradient at θ* is added:
 * as right on average, and the less noisy the nearer θ is to θ* (both gradients with the s of θ).
 */
export class MinibatchGradient {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  readonly columns: PackedColumns
  /** Σφ. */
  private total = 0
  /** The families that the minibatch has met, and how many they are. */
  private met = new Int32Array(64)
  private families = 0
  /** `1/g_c(θ*)` of each column that the anchor has seen, in its unit; undefined without an anchor. */
  private references: Float64Array | undefined
  /** `(1/n) Σ_t p_t(x)/g_t(θ*)`; 0 without an anchor. */
  private readonly expected: Float64Array

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.columns = new PackedColumns(tally.table)
    this.expected = new Float64Array(tally.categories)
  }

  /** Anchors the control variates at θ*, for the tally as it stands. */
  anchor(theta: Float64Array): void {
    const { tally, likelihood, expected, columns } = this
    const { distinct, counts, size } = tally
    const weight = new Float64Array(distinct)
    likelihood.evaluate(theta, weight)
    for (let c = 0; c < distinct; c++) weight[c] = counts[c] / size / weight[c]
    likelihood.combine(weight, expected)
    this.load(theta)
    const { values, places, rows } = columns
    this.references = weight.map((_, c) => {
      const row = rows[c]
      if (row) return 1 / this.product(row)
      const family = places[2 * c]
      if (values[family + PART] < 0) this.evaluate(family)
      return 1 / (values[family + PART] + values[places[2 * c + 1]])
    })
    this.spread()
  }

  /** Writes the estimate at φ from the first m columns of `batch` into `out`. */
  estimate(batch: Uint32Array, m: number, phi: ArrayLike<number>, out: Float64Array): void {
    const { tally, columns, references, expected } = this
    if (m === 0) {
      out.fill(0)
      return
    }
    this.load(phi)
    this.addRatios(batch, m)
    if (references) this.subtractReferences(batch, m, references)
    if (columns.hasRows) this.addRows(batch, m)
    const everywhere = this.spread()
    const { values } = columns
    const scale = tally.size / m
    const share = m / this.total
    for (let i = 0; i < out.length; i++) {
      const own = values[CELL * i + SUM] + values[CELL * i + OTHER_SUM]
      out[i] = scale * (own + everywhere + share * (expected[i] - 1))
    }
  }

  /** Takes in what the tally has gained; sets φ, and sums of 0. */
  private load(phi: ArrayLike<number>): void {
    this.columns.follow()
    const { families } = this.columns
    if (this.met.length < families) this.met = withRoom(this.met, families)
    const { values } = this.columns
    let total = 0
    for (let i = 0; i < phi.length; i++) {
      total += phi[i]
      values[CELL * i] = phi[i]
      values[CELL * i + SUM] = 0
      values[CELL * i + OTHER_SUM] = 0
    }
    this.total = total
  }

  /** Computes a family's part of the likelihoods at φ: when the first of its columns is met. */
  private evaluate(family: number): void {
    const { values, spans, members } = this.columns
    const end = spans[family + END]
    let mass = 0
    for (let j = spans[family + START]; j < end; j += MEMBERS) {
      mass += values[members[j]] + values[members[j + 1]] + (values[members[j + 2]] + values[members[j + 3]])
    }
    // By its own sum where the difference would lose digits.
    const rest = mass < 0.999 * this.total ? this.total - mass : this.restMass(spans[family + SET])
    values[family + PART] = values[family + BASE] * rest + values[family + LEVEL] * mass
    values[family + WEIGHT] = 0
    values[family + OTHER_WEIGHT] = 0
    this.met[this.families++] = family
  }

  private restMass(set: number): number {
    const { outside } = this.tally.table.sets[set]
    let total = 0
    for (let i = 0; i < outside.length; i++) total += this.columns.values[CELL * outside[i]]
    return total
  }

  /**
   * Adds `w = 1/(p_j·φ)` to the family's weight and to the point's sum, for each column of the minibatch: of four columns
   * into two sums in turn, as an addition to memory waits for the one before it to the same place.
   */
  private addRatios(batch: Uint32Array, m: number): void {
    const { values, places } = this.columns
    const fours = m - (m % 4)
    for (let j = 0; j < m; j++) {
      const c = batch[j]
      const family = places[2 * c]
      const point = places[2 * c + 1]
      if (values[family + PART] < 0) this.evaluate(family)
      const weight = 1 / (values[family + PART] + values[point])
      const other = j < fours ? j & 1 : 0
      values[family + WEIGHT + other] += weight
      values[point + SUM + other] += weight
    }
  }

  private subtractReferences(batch: Uint32Array, m: number, references: Float64Array): void {
    const { values, places } = this.columns
    for (let j = 0; j < m; j++) {
      const c = batch[j]
      const weight = (references[c] ?? 0) / this.total
      values[places[2 * c] + WEIGHT] -= weight
      values[places[2 * c + 1] + SUM] -= weight
    }
  }

  private addRows(batch: Uint32Array, m: number): void {
    const { references } = this
    const { values, rows } = this.columns
    for (let j = 0; j < m; j++) {
      const row = rows[batch[j]]
      if (row === undefined) continue
      const weight = 1 / this.product(row) - (references?.[batch[j]] ?? 0) / this.total
      for (let x = 0; x < row.length; x++) values[CELL * x + SUM] += weight * row[x]
    }
  }

  /** `p·φ` of a dense column. */
  private product(row: Float64Array): number {
    const { values } = this.columns
    let total = 0
    for (let x = 0; x < row.length; x++) total += row[x] * values[CELL * x]
    return total
  }

  /**
   * Adds the weights of the families that were met at their sets' members, and forgets what was known of them; returns
   * the part that is the same for all categories.
   */
  private spread(): number {
    const { met, families } = this
    const { values, spans, members } = this.columns
    let everywhere = 0
    for (let i = 0; i < families; i++) {
      const family = met[i]
      const base = values[family + BASE]
      const weight = values[family + WEIGHT] + values[family + OTHER_WEIGHT]
      const extra = weight * (values[family + LEVEL] - base)
      const end = spans[family + END]
      for (let j = spans[family + START]; j < end; j += MEMBERS) {
        values[members[j] + SUM] += extra
        values[members[j + 1] + SUM] += extra
        values[members[j + 2] + SUM] += extra
        values[members[j + 3] + SUM] += extra
      }
      everywhere += weight * base
      values[family + PART] = UNKNOWN
    }
    this.families = 0
    return everywhere
  }
}
