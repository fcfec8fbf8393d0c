import { log } from '../../elementary/log.ts'
import type { Layout } from './linear-layout.ts'
import type { Surrogate } from './linear-surrogate.ts'
import type { SmoothPrior } from './smooth-prior.ts'

/**
 * The normal distribution `N(m, (L Lᵀ)⁻¹)` that a surrogate and the prior at some hyperparameters give, and its coordinates `ξ = Lᵀ (x −
 * m)`.
 *
 * The levels of the largest term are eliminated first. Given the shared coefficients they are independent, so L has a block for each level,
 * and a row W_g that links it to the shared coefficients.
 *
 * `moves/arrow-metric.ts` factors the arrow of regressions a few times in a warm-up, with blocks of any size. This one is factored for
 * every proposal of the hyperparameters: its blocks are equal and lie side by side, and the same pass gives its determinant.
 */
export class ArrowFactor {
  /** The prior precisions of the shared coefficients, and of those of the levels. */
  readonly priorShared: Float64Array
  readonly priorOwn: Float64Array
  readonly mean: Float64Array
  /** `ln |L|`, and ½ times the sum of the logarithms of the prior precisions. */
  logDeterminant = 0
  logPrior = 0
  /** The log density of the hyperparameters given the surrogate, with everything else integrated out, up to a constant. */
  logEvidence = 0
  private readonly layout: Layout
  private readonly prior: SmoothPrior
  private readonly L: Float64Array
  private readonly W: Float64Array
  private readonly Lg: Float64Array
  /** Schur complement of the surrogate for the shared coefficients, and that of the right-hand side. */
  private readonly rest: Float64Array
  private readonly y: Float64Array
  private readonly restY: Float64Array
  private readonly elimination = {
    from: undefined as Surrogate | undefined,
    logDeterminant: 0,
    logPrior: 0,
    squares: 0,
  }
  private readonly latest: Float64Array
  private readonly off: Float64Array

  constructor(prior: SmoothPrior) {
    const { shared: M, groups: G, groupWidth: Q, dimension } = prior.layout
    this.prior = prior
    this.layout = prior.layout
    this.priorShared = new Float64Array(M)
    this.priorOwn = new Float64Array(G * Q)
    this.mean = new Float64Array(dimension)
    this.L = new Float64Array(M * M)
    this.W = new Float64Array(G * Q * M)
    this.Lg = new Float64Array(G * Q * Q)
    this.rest = new Float64Array(M * M)
    this.y = new Float64Array(dimension)
    this.restY = new Float64Array(M)
    this.latest = new Float64Array(G * Q)
    this.off = new Float64Array(dimension)
  }

  /** Factors the precision under the prior at these hyperparameters and scales; returns the log evidence. */
  set(surrogate: Surrogate, h: Float64Array, scales: Float64Array): number {
    const { prior, priorShared, priorOwn, latest, elimination } = this
    prior.precisions(h, scales, priorShared, priorOwn)
    let isKnown = elimination.from === surrogate
    for (let i = 0; isKnown && i < latest.length; i++) isKnown = latest[i] === priorOwn[i]
    // Many changes of hyperparameters concern only the shared coefficients; the levels then stay eliminated.
    if (!isKnown) this.eliminateLevels(surrogate)
    this.factorizeShared()
    this.logEvidence += prior.logDensity(h)
    return this.logEvidence
  }

  private eliminateLevels(surrogate: Surrogate): void {
    const { Lg, W, rest, restY, y, priorOwn, elimination, latest } = this
    const { shared: M, groups: G, groupWidth: Q } = this.layout
    latest.set(priorOwn)
    rest.set(surrogate.shared)
    restY.set(surrogate.slope.subarray(0, M))
    let logDeterminant = 0
    let logPrior = 0
    let squares = 0
    for (let g = 0; g < G; g++) {
      const o = g * Q * Q
      for (let i = 0; i < Q; i++) {
        const row = o + i * Q
        for (let j = 0; j <= i; j++) {
          let value = surrogate.own[row + j]
          if (i === j) value += priorOwn[g * Q + i]
          for (let k = 0; k < j; k++) value -= Lg[row + k] * Lg[o + j * Q + k]
          Lg[row + j] = i === j ? rootAbove(value, priorOwn[g * Q + i]) : value / Lg[o + j * Q + j]
        }
        const pivot = Lg[row + i]
        logDeterminant += log(pivot)
        logPrior += log(priorOwn[g * Q + i]) / 2
        const w = (g * Q + i) * M
        for (let b = 0; b < M; b++) W[w + b] = surrogate.between[w + b]
        let right = surrogate.slope[M + g * Q + i]
        for (let k = 0; k < i; k++) {
          const factor = Lg[row + k]
          const v = (g * Q + k) * M
          for (let b = 0; b < M; b++) W[w + b] -= factor * W[v + b]
          right -= factor * y[M + g * Q + k]
        }
        right /= pivot
        y[M + g * Q + i] = right
        squares += right * right
        for (let b = 0; b < M; b++) W[w + b] /= pivot
        for (let a = 0; a < M; a++) restY[a] -= W[w + a] * right
      }
      this.takeProducts(g * Q, Q)
    }
    Object.assign(elimination, { from: surrogate, logDeterminant, logPrior, squares })
  }

  /**
   * Subtracts `WᵀW`, for some rows of W, from the Schur complement. Four rows are taken at once, so each entry is loaded once for all four.
   */
  private takeProducts(first: number, count: number): void {
    const { W, rest } = this
    const { shared: M } = this.layout
    const end = first + count
    let row = first
    for (; row + 4 <= end; row += 4) {
      const p = row * M
      const q = p + M
      const r = q + M
      const s = r + M
      for (let a = 0; a < M; a++) {
        const p0 = W[p + a]
        const q0 = W[q + a]
        const r0 = W[r + a]
        const s0 = W[s + a]
        for (let b = 0, at = a * M; b <= a; b++) {
          rest[at + b] -= p0 * W[p + b] + q0 * W[q + b] + (r0 * W[r + b] + s0 * W[s + b])
        }
      }
    }
    for (; row < end; row++) {
      const p = row * M
      for (let a = 0; a < M; a++) {
        const value = W[p + a]
        for (let b = 0, at = a * M; b <= a; b++) rest[at + b] -= value * W[p + b]
      }
    }
  }

  private factorizeShared(): void {
    const { L, rest, restY, y, mean, priorShared, elimination } = this
    const { shared: M } = this.layout
    const centre = this.prior.mean
    let { logDeterminant, logPrior, squares } = elimination
    for (let i = 0; i < M; i++) {
      const row = i * M
      for (let j = 0; j <= i; j++) {
        let value = rest[row + j]
        if (i === j) value += priorShared[i]
        for (let k = 0, at = j * M; k < j; k++) value -= L[row + k] * L[at + k]
        L[row + j] = i === j ? rootAbove(value, priorShared[i]) : value / L[j * M + j]
      }
      logDeterminant += log(L[row + i])
      logPrior += log(priorShared[i]) / 2
      let right = restY[i] + priorShared[i] * centre[i]
      squares -= priorShared[i] * centre[i] * centre[i]
      for (let k = 0; k < i; k++) right -= L[row + k] * y[k]
      y[i] = right / L[row + i]
      squares += y[i] * y[i]
    }
    this.logDeterminant = logDeterminant
    this.logPrior = logPrior
    this.logEvidence = squares / 2 + logPrior - logDeterminant
    this.solve(y, mean)
  }

  /** Writes x = m + L⁻ᵀ ξ. */
  place(xi: Float64Array, x: Float64Array): void {
    const { mean } = this
    this.solve(xi, x)
    for (let i = 0; i < x.length; i++) x[i] += mean[i]
  }

  /** Writes ξ = Lᵀ (x − m). */
  coordinates(x: Float64Array, xi: Float64Array): void {
    const { L, Lg, W, mean, off } = this
    const { shared: M, groups: G, groupWidth: Q } = this.layout
    for (let i = 0; i < x.length; i++) off[i] = x[i] - mean[i]
    for (let i = 0; i < M; i++) {
      let value = 0
      for (let k = i; k < M; k++) value += L[k * M + i] * off[k]
      xi[i] = value
    }
    for (let r = 0; r < G * Q; r++) {
      const i = r % Q
      const first = r - i
      let value = 0
      for (let k = i; k < Q; k++) value += Lg[(first + k) * Q + i] * off[M + first + k]
      for (let b = 0, w = r * M; b < M; b++) value += W[w + b] * off[b]
      xi[M + r] = value
    }
  }

  /** Writes the coefficients of one level, given its coordinates and the offset of the shared coefficients from their mean. */
  placeGroup(g: number, xi: Float64Array, sharedOff: Float64Array, x: Float64Array): void {
    const { shared: M, groupWidth: Q } = this.layout
    this.solveGroup(g, xi, sharedOff, x)
    for (let i = M + g * Q; i < M + (g + 1) * Q; i++) x[i] += this.mean[i]
  }

  /** Turns a gradient in x into the gradient in ξ, in place: `L⁻¹ gradient`. */
  pull(gradient: Float64Array): void {
    const { L, W } = this
    const { shared: M, groups: G, groupWidth: Q } = this.layout
    for (let g = 0; g < G; g++) this.pullGroup(g, gradient)
    for (let r = 0; r < G * Q; r++) {
      const value = gradient[M + r]
      for (let b = 0, w = r * M; b < M; b++) gradient[b] -= W[w + b] * value
    }
    for (let i = 0; i < M; i++) {
      let value = gradient[i]
      for (let k = 0, row = i * M; k < i; k++) value -= L[row + k] * gradient[k]
      gradient[i] = value / L[i * M + i]
    }
  }

  /** Turns a gradient in one level's coefficients into the gradient in its coordinates, with the shared coefficients fixed. */
  pullGroup(g: number, gradient: Float64Array): void {
    const { Lg } = this
    const { shared: M, groupWidth: Q } = this.layout
    const at = M + g * Q
    for (let i = 0; i < Q; i++) {
      const row = (g * Q + i) * Q
      let value = gradient[at + i]
      for (let k = 0; k < i; k++) value -= Lg[row + k] * gradient[at + k]
      gradient[at + i] = value / Lg[row + i]
    }
  }

  /** The log density of the normal prior at x, without its normalising constant. Its gradient is added to `gradient`. */
  density(x: Float64Array, gradient?: Float64Array): number {
    const { priorShared, prior } = this
    const { shared: M, groups: G } = this.layout
    let value = 0
    for (let i = 0; i < M; i++) {
      const off = x[i] - prior.mean[i]
      value -= (priorShared[i] * off * off) / 2
      if (gradient) gradient[i] -= priorShared[i] * off
    }
    for (let g = 0; g < G; g++) value += this.groupDensity(g, x, gradient)
    return value
  }

  /** The contribution of one level's coefficients to the log density of the prior. */
  groupDensity(g: number, x: Float64Array, gradient?: Float64Array): number {
    const { priorOwn } = this
    const { shared: M, groupWidth: Q } = this.layout
    let value = 0
    for (let i = g * Q; i < (g + 1) * Q; i++) {
      value -= (priorOwn[i] * x[M + i] * x[M + i]) / 2
      if (gradient) gradient[M + i] -= priorOwn[i] * x[M + i]
    }
    return value
  }

  /** Writes L⁻ᵀ v. */
  private solve(v: Float64Array, out: Float64Array): void {
    const { L } = this
    const { shared: M, groups: G } = this.layout
    for (let i = M - 1; i >= 0; i--) {
      let value = v[i]
      for (let k = i + 1; k < M; k++) value -= L[k * M + i] * out[k]
      out[i] = value / L[i * M + i]
    }
    for (let g = 0; g < G; g++) this.solveGroup(g, v, out, out)
  }

  private solveGroup(g: number, v: Float64Array, sharedOff: Float64Array, out: Float64Array): void {
    const { Lg, W } = this
    const { shared: M, groupWidth: Q } = this.layout
    const at = M + g * Q
    for (let i = 0; i < Q; i++) {
      let value = v[at + i]
      for (let b = 0, w = (g * Q + i) * M; b < M; b++) value -= W[w + b] * sharedOff[b]
      out[at + i] = value
    }
    for (let i = Q - 1; i >= 0; i--) {
      let value = out[at + i]
      for (let k = i + 1; k < Q; k++) value -= Lg[(g * Q + k) * Q + i] * out[at + k]
      out[at + i] = value / Lg[(g * Q + i) * Q + i]
    }
  }
}

/** The square root of a pivot. A pivot can fall below the prior's precision only by rounding; any positive value keeps the sampler exact. */
function rootAbove(value: number, least: number): number {
  return Math.sqrt(Math.max(value, least))
}
