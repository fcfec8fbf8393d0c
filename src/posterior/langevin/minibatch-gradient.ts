import { Likelihood } from '../tally/likelihood.ts'
import type { Tally } from '../tally/tally.ts'
import { PackedColumns } from './packed-columns.ts'

/**
 * Estimates the gradient of the log-likelihood in the Gamma surrogates φ (θ = φ/s, s = Σφ) from a minibatch of m of the n
 * observations:
 *
 *     (n/m) Σ_{t ∈ minibatch} ∇ln g_t(θ),        ∂/∂φ_i ln g_t = p_t(i)/(p_t·φ) − 1/s.
 *
 * Once there is an anchor θ*, `∇ln g_t(θ) − ∇ln g_t(θ*)` takes the place of `∇ln g_t(θ)`, and the full gradient at θ* is added
 * (both gradients with the s of θ). The estimate is as right on average, and the less noisy, the nearer θ is to θ*.
 */
export class MinibatchGradient {
  private readonly tally: Tally
  private readonly likelihood: Likelihood
  readonly columns: PackedColumns
  /** `1/g_c(θ*)` of each column that the tally had when the anchor was set, in the column's unit; undefined without an anchor. */
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
    columns.load(theta)
    this.references = weight.map((_, c) => 1 / columns.likelihood(c))
    columns.spread()
  }

  /** Writes the estimate at φ from the first m columns of `batch` into `out`. */
  estimate(batch: Uint32Array, m: number, phi: ArrayLike<number>, out: Float64Array): void {
    const { tally, columns, references, expected } = this
    if (m === 0) {
      out.fill(0)
      return
    }
    columns.load(phi)
    columns.addRatios(batch, m)
    if (references) columns.subtractReferences(batch, m, references)
    if (columns.hasRows) columns.addRows(batch, m, references)
    const everywhere = columns.spread()
    columns.writeGradient(tally.size / m, everywhere, m, expected, out)
  }
}
