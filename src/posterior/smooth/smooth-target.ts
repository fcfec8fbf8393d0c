import { mirrorLower } from '../../arrays/cholesky.ts'
import { exp } from '../../elementary/exp.ts'
import type { Rng } from '../../random/rng.ts'
import type { Target } from '../moves/nuts.ts'
import { sliceUpdate } from '../moves/slice-update.ts'
import { softmax } from '../moves/softmax-target.ts'
import type { Tally } from '../tally/tally.ts'
import type { Basis } from './basis.ts'
import type { CutLikelihood } from './cut-likelihood.ts'
import { ATOM, type GridPoint } from './hyper-grid.ts'

/** The largest absolute value of a parameter that a stored state may have: the prior's standard deviations are below 30. */
export const MOST_PARAMETER = 1e4

/**
 * The smooth law's posterior in its parameters z = (b, c, v), given a point of the grid of hyperparameters. With B the basis,
 *
 *     η = B (b, c),   θ = (e^{v₀}, softmax η, e^{v₁}) / (1 + e^{v₀} + e^{v₁}),
 *
 * in the order below, bins, above: the bins together weigh 1, and the atoms add to them. Where there are no cells outside, θ is softmax η
 * alone, and v is absent. The log density is the log-likelihood of θ and the normal prior of z.
 */
export class SmoothTarget implements Target {
  readonly dimension: number
  /** How many of the parameters are coefficients of the basis; the others are the atoms' weights. */
  readonly functions: number
  /** Its precisions are the prior's; it may be replaced between transitions. */
  point: GridPoint
  private readonly basis: Basis
  private readonly likelihood: CutLikelihood
  private readonly theta: Float64Array
  private readonly score: Float64Array
  private readonly inside: Float64Array
  /** The number of the first bin's cell. */
  private readonly first: 0 | 1

  /** @param first 1 if the first and the last cell are atoms, below and above; 0 if all cells are bins */
  constructor(basis: Basis, likelihood: CutLikelihood, point: GridPoint, first: 0 | 1 = 1) {
    this.first = first
    this.functions = basis.size
    this.dimension = basis.size + 2 * first
    this.basis = basis
    this.likelihood = likelihood
    this.point = point
    this.theta = new Float64Array(basis.bins + 2 * first)
    this.score = new Float64Array(basis.bins + 2 * first)
    this.inside = new Float64Array(basis.bins)
  }

  /** Writes the law of these parameters: θ over the cells. */
  law(z: ArrayLike<number>, out: Float64Array): Float64Array {
    const { bins, size } = this.basis
    const { inside } = this
    this.basis.combine(z, inside)
    softmax(inside, this.first === 0 ? out : inside)
    if (this.first === 0) return out
    const top = Math.max(0, z[size], z[size + 1])
    const below = exp(z[size] - top)
    const above = exp(z[size + 1] - top)
    const middle = exp(-top)
    const total = below + middle + above
    out[0] = below / total
    const share = middle / total
    for (let i = 0; i < bins; i++) out[i + 1] = inside[i] * share
    out[bins + 1] = above / total
    return out
  }

  evaluate(z: Float64Array, gradient: Float64Array): number {
    const { theta, score } = this
    const value = this.likelihood.evaluate(this.law(z, theta), score)
    this.pullBack(score, gradient)
    return value + this.addPrior(z, gradient)
  }

  /** The log density alone. */
  value(z: Float64Array): number {
    return this.likelihood.value(this.law(z, this.theta)) + this.addPrior(z)
  }

  /**
   * A slice update of each atom's log weight, if there are atoms, given everything else. What is inside is summed up once, so that a density takes no more
   * operations than there are distinct columns.
   */
  updateAtoms(rng: Rng, z: Float64Array): void {
    const { size } = this.basis
    const { theta, inside, likelihood } = this
    const { precision } = this.point
    if (this.first === 0) return
    this.basis.combine(z, inside)
    softmax(inside, inside)
    theta.fill(0)
    theta.set(inside, 1)
    const valueAt = likelihood.atomsAround(theta)
    for (const atom of [size, size + 1]) {
      z[atom] = sliceUpdate(rng, z[atom], ATOM.sd, weight => {
        const [below, above] = atom === size ? [weight, z[size + 1]] : [z[size], weight]
        const off = weight - ATOM.mean
        return valueAt(exp(below), exp(above)) - (precision[atom] * off * off) / 2
      })
    }
  }

  /** The logarithm of the prior density without its normaliser; its gradient is added to `gradient`. */
  private addPrior(z: Float64Array, gradient?: Float64Array): number {
    const { precision } = this.point
    const { size } = this.basis
    let value = 0
    for (let j = 0; j < z.length; j++) {
      const off = z[j] - (j < size ? 0 : ATOM.mean)
      value -= (precision[j] * off * off) / 2
      if (gradient) gradient[j] -= precision[j] * off
    }
    return value
  }

  /** Writes `Jᵀ f` for a function f of the cells, with J = ∂θ/∂z at the parameters that the law was last written for. */
  pullBack(f: Float64Array, out: Float64Array, theta = this.theta): void {
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

  /** Writes `J v`, how θ moves along a direction v of the parameters, at those that the law was last written for. */
  pushForward(v: Float64Array, out: Float64Array, theta = this.theta): void {
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
   * The precision of the normal approximation at these parameters, row-major: the prior's precisions, and the Gauss–Newton information
   * `Σ_c N_c (Jᵀp_c)(Jᵀp_c)ᵀ / g_c²`. What all columns need of θ and the basis is summed up from cell to cell once.
   */
  precisionAt(tally: Tally, z: Float64Array): Float64Array {
    const n = this.dimension
    const { first } = this
    const { size, bins } = this.basis
    const { precision } = this.point
    const matrix = new Float64Array(n * n)
    for (let j = 0; j < n; j++) matrix[j * n + j] = precision[j]
    const theta = this.law(z, this.theta)
    const sums = this.sumUp(theta)
    const whole = sums.subarray(theta.length * (n + 1))
    const row = new Float64Array(n + 1)
    for (let c = 0; c < tally.distinct; c++) {
      if (tally.counts[c] === 0) continue
      this.likelihood.throughColumn(c, sums, row)
      const g = first === 0 ? row[n] : row[size] + row[n] + row[size + 1]
      const mean = whole[n] > 0 ? row[n] / whole[n] : 0
      for (let j = 0; j < size; j++) row[j] -= mean * whole[j]
      if (first === 1) {
        row[size] -= theta[0] * g
        row[size + 1] -= theta[bins + 1] * g
      }
      const weight = tally.counts[c] / (g * g)
      for (let i = 0; i < n; i++) {
        const scaled = weight * row[i]
        for (let j = 0; j <= i; j++) matrix[i * n + j] += scaled * row[j]
      }
    }
    return mirrorLower(matrix, n)
  }

  /**
   * Row x has the sums, over all cells before x, of θ times each function of the basis, of θ below and above, if there are such cells, and
   * inside: `dimension + 1` numbers.
   */
  private sumUp(theta: Float64Array): Float64Array {
    const { first } = this
    const { bins, size } = this.basis
    const width = this.dimension + 1
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
