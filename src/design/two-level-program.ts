import { factorize, solveFactored, solveLower } from '../arrays/cholesky.ts'
import { dot } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import { sum } from '../simplex/probabilities.ts'

/** The objective of a channel over a few groups. */
export interface Question {
  /** The probability of each group, positive, length G. */
  readonly theta: Float64Array
  /** Linear functions of these probabilities, length G each. The sum of the variances of their estimates is minimized. */
  readonly contrasts: readonly Float64Array[]
  readonly epsilon: number
}

/** Weights of sets of groups, and their variance. A set is a number whose bits are its groups. */
export interface Program {
  /** The weight of set s, from 1 to 2^G − 2, is `weights[s − 1]`; `Σ_B w_B p_B = e^ε`, in this unit so that none underflows. */
  readonly weights: Float64Array
  /** `Σ_j c_jᵀ F⁻¹ c_j`, with `F = Σ_B w_B p_B p_Bᵀ/(p_B·θ)`: n times the variance. */
  readonly variance: number
  /** Lower bound on the variance of every channel. */
  readonly bound: number
}

/** Most Newton steps; ten to twenty are usual. */
const MOST_STEPS = 80
/** The search ends when bound and variance differ by less than this share of the variance. */
const ENOUGH = 2e-7
/** The share of the distance to a boundary that a step leaves. */
const MARGIN = 0.01
/** Largest number of halvings of a step. */
const MOST_HALVINGS = 30

/**
 * The best weights of the two-level columns `p_B` (e^ε on a set B of groups, 1 elsewhere). They solve
 *
 *     minimize f(w) = Σ_j c_jᵀ F(w)⁻¹ c_j   subject to   Σ_B w_B p_B = 1,  w ≥ 0,
 *
 * The method is a primal-dual interior point method with a line search; f is convex. The Hessian of f has rank G for each
 * contrast, so that a step solves one positive definite system in (J + 1)·G unknowns, whatever the number of sets.
 *
 * The lower bound: let `v_j = F⁻¹c_j`, take any prices λ with `λ·p_B > 0`, and let
 * `ρ = max_B Σ_j (v_j·p_B)²/((p_B·θ)(λ·p_B))`. Then no channel gets below `f²/(ρ Σλ)`. The reason is that
 * `Σ_B w_B Σ_j (v_j·p_B)²/(p_B·θ) ≤ ρ Σλ` for all channels and, by Cauchy's inequality,
 * `(Σ_j c_jᵀF⁻¹c_j)² ≤ (Σ_j c_jᵀF'⁻¹c_j)(Σ_j v_jᵀF'v_j)` for any other information F'.
 *
 * @see Kairouz, Oh, Viswanath (2016) for the columns; Boyd, Vandenberghe (2004), section 11.7
 */
export function solveProgram(question: Question): Program {
  const search = new InteriorPoint(question)
  let best = search.certificate()
  for (let steps = 0; steps < MOST_STEPS && best.bound < (1 - ENOUGH) * best.variance; steps++) {
    search.step()
    const found = search.certificate()
    if (found.bound / found.variance > best.bound / best.variance) best = found
  }
  return best
}

/** The information F about the groups at some weights: its factor, and `v_j = F⁻¹c_j` for each contrast. */
interface Information {
  readonly factor: Float64Array
  readonly solutions: readonly Float64Array[]
}

/** The direction of a Newton step. */
interface Newton {
  readonly weights: Float64Array
  readonly slacks: Float64Array
  readonly prices: Float64Array
}

/** The primal-dual interior point method of `solveProgram`: weights w and slacks z of the sets, and prices λ of the groups. */
class InteriorPoint {
  private readonly groups: number
  private readonly sets: number
  private readonly contrasts: readonly Float64Array[]
  /** 1 in units of e^ε, so that large levels do not overflow. */
  private readonly low: number
  /** p_B of each set in these units, and p_B·θ. */
  private readonly rows: readonly Float64Array[]
  private readonly masses: readonly number[]
  /** A price at which the cost of every set is at least its gain, at the first weights. */
  private readonly most: number
  private readonly w: Float64Array
  private readonly z: Float64Array
  private prices: Float64Array
  private state: Information
  /** ∂f/∂w at the weights. */
  private readonly slope: Float64Array
  /** For the Newton step: the linear system, and U of each set. */
  private readonly system: Float64Array
  private readonly shape: readonly Float64Array[]

  constructor({ theta, contrasts, epsilon }: Question) {
    const G = theta.length
    const sets = 2 ** G - 2
    this.groups = G
    this.sets = sets
    // A constant added to all entries of a contrast adds a known constant to its value. Here each contrast is shifted so that
    // c·θ = 0: then f is the variance itself.
    this.contrasts = contrasts.map(c => c.map(value => value - dot(c, theta)))
    this.low = exp(-epsilon)
    this.rows = Array.from({ length: sets }, (_, s) =>
      Float64Array.from({ length: G }, (_, g) => (((s + 1) >> g) & 1 ? 1 : this.low)),
    )
    this.masses = this.rows.map(row => dot(row, theta))
    const n = (contrasts.length + 1) * G
    this.system = new Float64Array(n * n)
    this.shape = Array.from({ length: sets }, () => new Float64Array(n))
    this.w = new Float64Array(sets).fill(2 / (sets * (1 + this.low)))
    this.slope = new Float64Array(sets)
    this.state = this.informationAt(this.w)
    this.gradientAt(this.state, this.slope)
    // Equal prices for all groups, at which every set costs more than it gains.
    this.most = this.slope.reduce((top, value, s) => Math.max(top, -value / sum(this.rows[s])), 0)
    this.prices = new Float64Array(G).fill(2 * this.most)
    this.z = this.slope.map((value, s) => value + dot(this.rows[s], this.prices))
  }

  /** Takes a Newton step, halved until it brings the weights, slacks and prices nearer to the optimality conditions. */
  step(): void {
    const { w, z, slope, sets } = this
    this.gradientAt(this.state, slope)
    const mu = (0.1 * dot(w, z)) / sets
    const newton = this.newton(mu)
    let length = Math.min(1, stepTo(w, newton.weights), stepTo(z, newton.slacks))
    const residual = this.merit(slope, mu)
    const [lastW, lastZ, lastPrices] = [w.slice(), z.slice(), this.prices]
    const trial = new Float64Array(sets)
    for (let halvings = 0; ; halvings++) {
      for (let s = 0; s < sets; s++) {
        w[s] = lastW[s] + length * newton.weights[s]
        z[s] = lastZ[s] + length * newton.slacks[s]
      }
      this.prices = lastPrices.map((price, g) => price + length * newton.prices[g])
      this.state = this.informationAt(w)
      this.gradientAt(this.state, trial)
      if (halvings === MOST_HALVINGS || this.merit(trial, mu) <= (1 - 0.01 * length) * residual) return
      length /= 2
    }
  }

  /** The current weights, adjusted to satisfy the constraint exactly, with their variance and the lower bound. */
  certificate(): Program {
    const { contrasts, rows, masses, prices } = this
    const weights = this.fitted()
    const { solutions } = this.informationAt(weights)
    const variance = contrasts.reduce((total, c, j) => total + dot(c, solutions[j]), 0)
    let steepest = 0
    for (let s = 0; s < this.sets; s++) {
      const cost = dot(rows[s], prices)
      let gain = 0
      for (const v of solutions) gain += square(dot(v, rows[s]))
      steepest = cost > 0 ? Math.max(steepest, gain / (masses[s] * cost)) : Infinity
    }
    const bound = (variance * variance) / (steepest * sum(prices))
    return { weights, variance, bound: Math.max(0, bound) }
  }

  private informationAt(weights: Float64Array): Information {
    const { groups: G, rows, masses } = this
    const information = new Float64Array(G * G)
    for (let s = 0; s < this.sets; s++) {
      const scale = weights[s] / masses[s]
      for (let g = 0; g < G; g++) {
        for (let h = 0; h <= g; h++) information[g * G + h] += scale * rows[s][g] * rows[s][h]
      }
    }
    factorize(information, G)
    return {
      factor: information,
      solutions: this.contrasts.map(c => solveFactored(information, c.slice())),
    }
  }

  /** `∂f/∂w_B = −Σ_j (v_j·p_B)²/(p_B·θ)`. */
  private gradientAt({ solutions }: Information, out: Float64Array): void {
    for (let s = 0; s < this.sets; s++) {
      let total = 0
      for (const v of solutions) total += square(dot(v, this.rows[s]))
      out[s] = -total / this.masses[s]
    }
  }

  /**
   * The Newton step: `(H + Z/W) dw − Pᵀdλ' = …` with `H = Σ_j U_j U_jᵀ`. The unknowns of the linear system are the `U_jᵀ dw` and the
   * change of prices.
   */
  private newton(mu: number): Newton {
    const { groups: G, sets, rows, masses, w, z, slope, prices, system, shape } = this
    const { factor, solutions } = this.state
    const n = (solutions.length + 1) * G
    const weights = new Float64Array(sets)
    system.fill(0)
    const right = new Float64Array(n)
    right.fill(-1, n - G)
    for (let s = 0; s < sets; s++) {
      const u = shape[s]
      const row = solveLower(factor, rows[s].slice())
      solutions.forEach((v, j) => {
        const scale = (Math.SQRT2 * dot(v, rows[s])) / masses[s]
        for (let g = 0; g < G; g++) u[j * G + g] = scale * row[g]
      })
      for (let g = 0; g < G; g++) u[n - G + g] = rows[s][g]
      const weight = w[s] / z[s]
      // The value of dw if the unknowns were zero.
      const aim = weight * (mu / w[s] - slope[s] - dot(rows[s], prices))
      weights[s] = aim
      for (let a = 0; a < n; a++) {
        const scaled = weight * u[a]
        right[a] += u[a] * (a < n - G ? aim : aim + w[s])
        for (let b = 0; b <= a; b++) system[a * n + b] += scaled * u[b]
      }
    }
    for (let a = 0; a < n - G; a++) system[a * n + a] += 1
    factorize(system, n)
    const unknowns = solveFactored(system, right)
    const slacks = new Float64Array(sets)
    for (let s = 0; s < sets; s++) {
      weights[s] -= (w[s] / z[s]) * dot(unknowns, shape[s])
      slacks[s] = mu / w[s] - z[s] - (z[s] / w[s]) * weights[s]
    }
    return { weights, slacks, prices: unknowns.slice(n - G) }
  }

  /** Distance of the weights, slacks and prices from the optimality conditions at this μ, with this gradient. */
  private merit(gradient: Float64Array, mu: number): number {
    const { groups: G, rows, w, z, prices } = this
    let total = 0
    const shortfall = new Float64Array(G).fill(1)
    for (let s = 0; s < this.sets; s++) {
      for (let g = 0; g < G; g++) shortfall[g] -= w[s] * rows[s][g]
      total += square(gradient[s] + dot(rows[s], prices) - z[s])
      total += square(w[s] * z[s] - mu)
    }
    return Math.sqrt(total) + this.most * Math.sqrt(dot(shortfall, shortfall))
  }

  /** The weights with `Σ_B w_B p_B = 1` satisfied exactly: sets of single groups make up for the difference. */
  private fitted(): Float64Array {
    const { groups: G } = this
    const adjusted = this.w.map(weight => Math.max(0, weight))
    const groupWeights = new Float64Array(G)
    for (let s = 0; s < this.sets; s++)
      for (let g = 0; g < G; g++) if (((s + 1) >> g) & 1) groupWeights[g] += adjusted[s]
    const heaviest = groupWeights.reduce((top, value) => Math.max(top, value), 0)
    for (let g = 0; g < G; g++) adjusted[2 ** g - 1] += heaviest - groupWeights[g]
    const total = sum(adjusted)
    const scale = 1 / (heaviest + (total - heaviest) * this.low)
    return adjusted.map(weight => weight * scale)
  }
}

/** The longest step along `direction` that keeps the positive numbers `from` positive. */
function stepTo(from: Float64Array, direction: Float64Array): number {
  let longest = Infinity
  for (let i = 0; i < from.length; i++) {
    if (direction[i] < 0) longest = Math.min(longest, ((1 - MARGIN) * -from[i]) / direction[i])
  }
  return longest
}
