import { Likelihood } from './likelihood.ts'
import { BASE, END, LEVEL, MET, PART, PackedColumns, SET, START, WEIGHT } from './packed-columns.ts'
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
  private readonly columns: PackedColumns
  /** `cells[2x]`: φ_x; `cells[2x + 1]`: the sum for x. Past the end, a category for columns without a point. */
  private readonly cells: Float64Array
  /** The families that the minibatch has met. */
  private met = new Int32Array(64)
  /** `1/g_c(θ*)` of each column that the anchor has seen, in its unit; undefined without an anchor. */
  private references: Float64Array | undefined
  /** `(1/n) Σ_t p_t(x)/g_t(θ*)`; 0 without an anchor. */
  private readonly expected: Float64Array

  constructor(tally: Tally) {
    this.tally = tally
    this.likelihood = new Likelihood(tally.table)
    this.columns = new PackedColumns(tally.table)
    this.cells = new Float64Array(2 * tally.categories + 2)
    this.expected = new Float64Array(tally.categories)
  }

  /** Anchors the control variates at θ*, for the tally as it stands. */
  anchor(theta: Float64Array): void {
    const { tally, likelihood, expected, columns, cells } = this
    const { distinct, counts, size } = tally
    const weight = new Float64Array(distinct)
    likelihood.evaluate(theta, weight)
    for (let c = 0; c < distinct; c++) weight[c] = counts[c] / size / weight[c]
    likelihood.combine(weight, expected)
    columns.follow()
    const total = this.load(theta)
    this.evaluate(this.meet(Uint32Array.from(weight.keys()), distinct), total)
    const { places, values, rows } = columns
    this.references = weight.map((_, c) => {
      const row = rows[c]
      return 1 / (row ? this.product(row) : values[places[2 * c] + PART] + cells[places[2 * c + 1]])
    })
  }

  /** Writes the estimate at φ from the first m columns of `batch` into `out`. */
  estimate(batch: Uint32Array, m: number, phi: ArrayLike<number>, out: Float64Array): void {
    const { tally, columns, cells, references, expected } = this
    if (m === 0) {
      out.fill(0)
      return
    }
    columns.follow()
    const s = this.load(phi)
    const families = this.meet(batch, m)
    this.evaluate(families, s)
    this.addRatios(batch, m)
    if (references) this.subtractReferences(batch, m, references, s)
    if (columns.hasRows) this.addRows(batch, m, s)
    const everywhere = this.spread(families)
    const scale = tally.size / m
    const share = m / s
    for (let i = 0; i < out.length; i++) {
      out[i] = scale * (cells[2 * i + 1] + everywhere + share * (expected[i] - 1))
    }
  }

  /** Fills the cells with φ and sums of 0; returns Σφ. */
  private load(phi: ArrayLike<number>): number {
    const { cells } = this
    let s = 0
    for (let i = 0; i < phi.length; i++) {
      s += phi[i]
      cells[2 * i] = phi[i]
      cells[2 * i + 1] = 0
    }
    return s
  }

  /** Lists the families of the minibatch's columns; returns how many there are. */
  private meet(batch: Uint32Array, m: number): number {
    const { places, spans, families } = this.columns
    if (this.met.length < families) this.met = new Int32Array(2 * families)
    const { met } = this
    let count = 0
    for (let j = 0; j < m; j++) {
      const f = places[2 * batch[j]]
      if (spans[f + MET] === 0) {
        spans[f + MET] = 1
        met[count++] = f
      }
    }
    return count
  }

  /** Computes what the columns of each family that was met have in common. */
  private evaluate(families: number, s: number): void {
    const { met, cells } = this
    const { values, spans, members } = this.columns
    for (let i = 0; i < families; i++) {
      const f = met[i]
      spans[f + MET] = 0
      const end = spans[f + END]
      let mass = 0
      for (let j = spans[f + START]; j < end; j++) mass += cells[members[j]]
      // By its own sum where the difference would lose digits.
      const rest = mass < 0.999 * s ? s - mass : this.restMass(spans[f + SET])
      values[f + PART] = values[f + BASE] * rest + values[f + LEVEL] * mass
      values[f + WEIGHT] = 0
    }
  }

  private restMass(set: number): number {
    const { outside } = this.tally.table.sets[set]
    let total = 0
    for (let i = 0; i < outside.length; i++) total += this.cells[2 * outside[i]]
    return total
  }

  /** Adds `1/(p_j·φ)` to the family's weight and to the point's sum, for each column of the minibatch. */
  private addRatios(batch: Uint32Array, m: number): void {
    const { cells } = this
    const { places, values } = this.columns
    for (let j = 0; j < m; j++) {
      const c = 2 * batch[j]
      const f = places[c]
      const x = places[c + 1]
      const w = 1 / (values[f + PART] + cells[x])
      values[f + WEIGHT] += w
      cells[x + 1] += w
    }
  }

  private subtractReferences(batch: Uint32Array, m: number, references: Float64Array, s: number): void {
    const { cells } = this
    const { places, values } = this.columns
    for (let j = 0; j < m; j++) {
      const c = batch[j]
      const w = (references[c] ?? 0) / s
      values[places[2 * c] + WEIGHT] -= w
      cells[places[2 * c + 1] + 1] -= w
    }
  }

  private addRows(batch: Uint32Array, m: number, s: number): void {
    const { cells, references } = this
    const { rows } = this.columns
    for (let j = 0; j < m; j++) {
      const row = rows[batch[j]]
      if (row === undefined) continue
      const w = 1 / this.product(row) - (references?.[batch[j]] ?? 0) / s
      for (let x = 0; x < row.length; x++) cells[2 * x + 1] += w * row[x]
    }
  }

  /** `p·φ` of a dense column. */
  private product(row: Float64Array): number {
    const { cells } = this
    let total = 0
    for (let x = 0; x < row.length; x++) total += row[x] * cells[2 * x]
    return total
  }

  /** Adds the families' weights at their sets' members; returns the part that is the same for all categories. */
  private spread(families: number): number {
    const { met, cells } = this
    const { values, spans, members } = this.columns
    let everywhere = 0
    for (let i = 0; i < families; i++) {
      const f = met[i]
      const w = values[f + WEIGHT]
      const base = values[f + BASE]
      const extra = w * (values[f + LEVEL] - base)
      const end = spans[f + END]
      for (let j = spans[f + START]; j < end; j++) cells[members[j] + 1] += extra
      everywhere += w * base
    }
    return everywhere
  }
}
