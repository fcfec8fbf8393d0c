import type { Tally } from '../tally/tally.ts'
import { PackedColumns } from './packed-columns.ts'

/**
 * Estimates the gradient of the log-likelihood in the Gamma surrogates φ (θ = φ/s, s = Σφ) from a minibatch of m of the n
 * observations:
 *
 *     (n/m) Σ_{t ∈ minibatch} ∇ln g_t(θ),        ∂/∂φ_i ln g_t = p_t(i)/(p_t·φ) − 1/s.
 */
export class MinibatchGradient {
  private readonly tally: Tally
  readonly columns: PackedColumns

  constructor(tally: Tally) {
    this.tally = tally
    this.columns = new PackedColumns(tally.table)
  }

  /** Writes the estimate at φ from the first m columns of `batch` into `out`. */
  estimate(batch: Uint32Array, m: number, phi: ArrayLike<number>, out: Float64Array): void {
    const { tally, columns } = this
    if (m === 0) {
      out.fill(0)
      return
    }
    columns.load(phi)
    columns.addRatios(batch, m)
    if (columns.hasRows) columns.addRows(batch, m)
    const everywhere = columns.spread()
    columns.writeGradient(tally.size / m, everywhere, m, out)
  }
}
