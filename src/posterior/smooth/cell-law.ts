import { exp } from '../../elementary/exp.ts'
import { softmax } from '../moves/softmax-target.ts'
import type { Tally } from '../tally/tally.ts'
import { Basis } from './basis.ts'
import type { CutLikelihood } from './cut-likelihood.ts'

/**
 * The distribution over the cells at coefficients c = (b, v). With B the basis,
 *
 *     θ = (e^{v₀}, softmax B b, e^{v₁}) / (1 + e^{v₀} + e^{v₁}),
 *
 * in the order below, bins, above: the bins together weigh 1, and the outer cells add to them. Where there are no outer cells, θ is
 * softmax B b alone, and v is absent.
 */
export class CellLaw {
  /** Number of coefficients of the basis. The others are the log weights of the outer cells. */
  readonly functions: number
  /** The number of coefficients. */
  readonly size: number
  readonly cells: number
  private readonly basis: Basis
  private readonly inside: Float64Array
  private readonly alone: Float64Array
  /** Index of the first bin's cell. */
  private readonly first: 0 | 1

  /** @param first 1 if the first and the last cell are below and above the bins; 0 if all cells are bins */
  constructor(bins: number, first: 0 | 1) {
    this.first = first
    this.basis = new Basis(bins)
    this.functions = this.basis.size
    this.size = this.basis.size + 2 * first
    this.cells = bins + 2 * first
    this.inside = new Float64Array(bins)
    this.alone = new Float64Array(this.cells)
  }

  /** Writes θ. */
  write(c: ArrayLike<number>, out: Float64Array): Float64Array {
    const { bins, size } = this.basis
    const { inside } = this
    this.basis.combine(c, inside)
    softmax(inside, this.first === 0 ? out : inside)
    if (this.first === 0) return out
    const top = Math.max(0, c[size], c[size + 1])
    const below = exp(c[size] - top)
    const above = exp(c[size + 1] - top)
    const middle = exp(-top)
    const total = below + middle + above
    out[0] = below / total
    const share = middle / total
    for (let i = 0; i < bins; i++) out[i + 1] = inside[i] * share
    out[bins + 1] = above / total
    return out
  }

  /** The distribution of the bins, with zeros in the outer cells; valid until the next evaluation. */
  insideOf(c: Float64Array): Float64Array {
    const { inside, alone, first } = this
    this.basis.combine(c, inside)
    softmax(inside, inside)
    alone.set(inside, first)
    return alone
  }

  /** Writes `Jᵀ f` for a function f of the cells, with J = ∂θ/∂c at the coefficients that give θ. */
  pullBack(f: Float64Array, theta: Float64Array, out: Float64Array): void {
    const { bins, size } = this.basis
    const { inside, first } = this
    let mass = 0
    let total = 0
    for (let x = first; x < bins + first; x++) {
      mass += theta[x]
      total += theta[x] * f[x]
    }
    const mean = mass > 0 ? total / mass : 0
    for (let i = 0; i < bins; i++) inside[i] = theta[i + first] * (f[i + first] - mean)
    this.basis.project(inside, out)
    if (first === 0) return
    const all = total + theta[0] * f[0] + theta[bins + 1] * f[bins + 1]
    out[size] = theta[0] * (f[0] - all)
    out[size + 1] = theta[bins + 1] * (f[bins + 1] - all)
  }

  /** Writes `J v`, the derivative of θ along a direction v of the coefficients. */
  pushForward(v: Float64Array, theta: Float64Array, out: Float64Array): void {
    const { bins, size } = this.basis
    const { inside, first } = this
    this.basis.combine(v, inside)
    let mean = 0
    let mass = 0
    for (let i = 0; i < bins; i++) {
      mass += theta[i + first]
      mean += theta[i + first] * inside[i]
    }
    mean = mass > 0 ? mean / mass : 0
    const drift = first === 0 ? 0 : theta[0] * v[size] + theta[bins + 1] * v[size + 1]
    for (let i = 0; i < bins; i++) out[i + first] = theta[i + first] * (inside[i] - mean - drift)
    if (first === 0) return
    out[0] = theta[0] * (v[size] - drift)
    out[bins + 1] = theta[bins + 1] * (v[size + 1] - drift)
  }

  /**
   * The Gauss–Newton information about c, row-major and symmetric: `Σ_t N_t (Jᵀp_t)(Jᵀp_t)ᵀ / g_t²` over the columns p_t of a tally.
   * Cumulative sums over the cells are computed once for all columns.
   */
  information(tally: Tally, likelihood: CutLikelihood, theta: Float64Array): Float64Array {
    const n = this.size
    const { first } = this
    const { size, bins } = this.basis
    const matrix = new Float64Array(n * n)
    const sums = this.sumUp(theta)
    const whole = sums.subarray(theta.length * (n + 1))
    const row = new Float64Array(n + 1)
    for (let t = 0; t < tally.distinct; t++) {
      if (tally.counts[t] === 0) continue
      likelihood.throughColumn(t, sums, row)
      const g = first === 0 ? row[n] : row[size] + row[n] + row[size + 1]
      const mean = whole[n] > 0 ? row[n] / whole[n] : 0
      for (let j = 0; j < size; j++) row[j] -= mean * whole[j]
      if (first === 1) {
        row[size] -= theta[0] * g
        row[size + 1] -= theta[bins + 1] * g
      }
      const weight = tally.counts[t] / (g * g)
      for (let i = 0; i < n; i++) {
        const scaled = weight * row[i]
        for (let j = 0; j <= i; j++) matrix[i * n + j] += scaled * row[j]
      }
    }
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j]
    return matrix
  }

  /**
   * Cumulative sums. Row x has `size + 1` numbers, sums over all cells before x: θ times each function of the basis, θ in the outer cells
   * if there are any, and θ in the bins.
   */
  private sumUp(theta: Float64Array): Float64Array {
    const { first } = this
    const { bins, size } = this.basis
    const width = this.size + 1
    const sums = new Float64Array((theta.length + 1) * width)
    for (let x = 0; x < theta.length; x++) {
      const at = x * width
      const next = at + width
      for (let j = 0; j < width; j++) sums[next + j] = sums[at + j]
      if (x < first) sums[next + size] += theta[x]
      else if (x === bins + first) sums[next + size + 1] += theta[x]
      else {
        for (let j = 0; j < size; j++) sums[next + j] += theta[x] * this.basis.value(j, x - first)
        sums[next + width - 1] += theta[x]
      }
    }
    return sums
  }
}
