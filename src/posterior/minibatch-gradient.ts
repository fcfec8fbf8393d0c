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
  private readonly sets = new SetSums()
  private readonly likelihood: Likelihood
  /** `1/g_c(θ*)` of each column; 0 without an anchor. */
  private reference = new Float64Array(16)
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
    this.fit()
    const { reference } = this
    likelihood.evaluate(theta, reference)
    const weight = new Float64Array(tally.distinct)
    for (let c = 0; c < weight.length; c++) {
      reference[c] = 1 / reference[c]
      weight[c] = (tally.counts[c] / tally.size) * reference[c]
    }
    likelihood.combine(weight, expected)
  }

  /** Writes the estimate from the first m columns of `batch` into `out`, at θ and s. */
  estimate(batch: Uint32Array, m: number, theta: Float64Array, s: number, out: Float64Array): void {
    const { tally, expected } = this
    out.fill(0)
    if (m === 0) return
    this.fit()
    addRatios(tally, batch, m, theta, this.reference, out, this.sets)
    const scale = tally.size / m / s
    for (let i = 0; i < out.length; i++) out[i] = scale * (out[i] + m * expected[i] - m)
  }

  private fit(): void {
    if (this.reference.length >= this.tally.distinct) return
    const larger = new Float64Array(2 * this.tally.distinct)
    larger.set(this.reference)
    this.reference = larger
  }
}

/** Per set of the table: θ(S), θ(S^c) and the weights to spread, computed when first met in a minibatch. */
class SetSums {
  inside = new Float64Array(8)
  outside = new Float64Array(8)
  insideWeight = new Float64Array(8)
  outsideWeight = new Float64Array(8)
  met = new Int32Array(8)
  isMet = new Uint8Array(8)

  fit(length: number): void {
    if (length <= this.met.length) return
    const size = 2 * length
    this.inside = new Float64Array(size)
    this.outside = new Float64Array(size)
    this.insideWeight = new Float64Array(size)
    this.outsideWeight = new Float64Array(size)
    this.met = new Int32Array(size)
    this.isMet = new Uint8Array(size)
  }
}

/**
 * Adds `Σ_j p_j(x)·(1/g_j(θ) − reference_j)` over a minibatch of columns to `out[x]`. A column without a set costs O(1):
 * its base goes to all categories alike; one with a set O(1) too, once the set's sums are known.
 */
function addRatios(
  tally: Tally,
  batch: Uint32Array,
  m: number,
  theta: Float64Array,
  reference: Float64Array,
  out: Float64Array,
  sums: SetSums,
): void {
  const { base, level, step, point, set, row, rows, sets } = tally.table
  sums.fit(sets.length)
  const { inside, outside, insideWeight, outsideWeight, met, isMet } = sums
  let everywhere = 0
  let distinct = 0
  for (let j = 0; j < m; j++) {
    const c = batch[j]
    const s = set[c]
    const x = point[c]
    if (s >= 0) {
      if (isMet[s] === 0) {
        isMet[s] = 1
        met[distinct++] = s
        insideWeight[s] = outsideWeight[s] = 0
        let mass = 0
        const members = sets[s].inside
        for (let i = 0; i < members.length; i++) mass += theta[members[i]]
        inside[s] = mass
        mass = 0
        const others = sets[s].outside
        for (let i = 0; i < others.length; i++) mass += theta[others[i]]
        outside[s] = mass
      }
      const w = 1 / (base[c] * outside[s] + level[c] * inside[s] + step[c] * theta[x]) - reference[c]
      insideWeight[s] += w * level[c]
      outsideWeight[s] += w * base[c]
      out[x] += w * step[c]
    } else if (row[c] < 0) {
      const w = 1 / (base[c] + step[c] * theta[x]) - reference[c]
      everywhere += w * base[c]
      out[x] += w * step[c]
    } else {
      const values = rows[row[c]]
      let g = 0
      for (let i = 0; i < values.length; i++) g += values[i] * theta[i]
      for (let i = 0; i < values.length; i++) out[i] += values[i] / g - values[i] * reference[c]
    }
  }
  for (let j = 0; j < distinct; j++) {
    const s = met[j]
    isMet[s] = 0
    const members = sets[s].inside
    for (let i = 0; i < members.length; i++) out[members[i]] += insideWeight[s]
    const others = sets[s].outside
    for (let i = 0; i < others.length; i++) out[others[i]] += outsideWeight[s]
  }
  for (let i = 0; i < out.length; i++) out[i] += everywhere
}
