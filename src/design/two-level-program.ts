import { factorize, solveFactored, solveLower } from '../arrays/cholesky.ts'
import { dot } from '../arrays/dot.ts'
import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import { sum } from '../simplex/probabilities.ts'

/** What a channel over a few groups should estimate as well as possible. */
export interface Question {
  /** The probability of each group, positive, length G. */
  readonly theta: Float64Array
  /** Linear functions of these probabilities, length G each. The sum of the variances of their estimates is minimized. */
  readonly contrasts: readonly Float64Array[]
  readonly epsilon: number
}

/** Weights of sets of groups, and how good they are. A set is a number whose bits are its groups. */
export interface Program {
  /** The weight of set s, from 1 to 2^G − 2, is `weights[s − 1]`; `Σ_B w_B p_B = e^ε`, in this unit so that none underflows. */
  readonly weights: Float64Array
  /** `Σ_j c_jᵀ F⁻¹ c_j`, with `F = Σ_B w_B p_B p_Bᵀ/(p_B·θ)`: n times the variance. */
  readonly variance: number
  /** No channel has a smaller variance. */
  readonly bound: number
}

/** Most Newton steps; ten to twenty are usual. */
const MOST_STEPS = 80
/** The search ends when the bound is within this share of the variance. */
const ENOUGH = 2e-7
/** The share of the distance to a boundary that a step leaves. */
const MARGIN = 0.01

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
export function solveProgram({ theta, contrasts: given, epsilon }: Question): Program {
  const G = theta.length
  const sets = 2 ** G - 2
  // A constant added to all entries of a contrast adds a known constant to its value. Here each contrast is shifted so that
  // c·θ = 0: then f is the variance itself.
  const contrasts = given.map(c => c.map(value => value - dot(c, theta)))
  // In units of e^ε, so that large levels do not overflow.
  const low = exp(-epsilon)
  const rows = Array.from({ length: sets }, (_, s) =>
    Float64Array.from({ length: G }, (_, g) => (((s + 1) >> g) & 1 ? 1 : low)),
  )
  const masses = rows.map(row => dot(row, theta))
  const n = (contrasts.length + 1) * G
  const system = new Float64Array(n * n)
  const priceStep = new Float64Array(n)
  const w = new Float64Array(sets).fill(2 / (sets * (1 + low)))
  const trial = new Float64Array(sets)
  const slope = new Float64Array(sets)
  const z = new Float64Array(sets)
  const step = new Float64Array(sets)
  const slackStep = new Float64Array(sets)
  const shape = Array.from({ length: sets }, () => new Float64Array(n))
  let prices: Float64Array = new Float64Array(G)
  let state = informationAt(w)
  gradientAt(state, slope)
  // Equal prices for all groups, at which every set costs more than it gains.
  const most = slope.reduce((top, value, s) => Math.max(top, -value / sum(rows[s])), 0)
  prices.fill(2 * most)
  for (let s = 0; s < sets; s++) z[s] = slope[s] + dot(rows[s], prices)
  let best = certificate(prices)
  for (let steps = 0; steps < MOST_STEPS && best.bound < (1 - ENOUGH) * best.variance; steps++) {
    gradientAt(state, slope)
    const gap = dot(w, z)
    const mu = (0.1 * gap) / sets
    newton(mu)
    const longest = Math.min(stepTo(w, step), stepTo(z, slackStep))
    let length = Math.min(1, longest)
    const residual = merit(w, z, prices, slope, mu)
    let next = state
    const [lastW, lastZ, lastPrices] = [w.slice(), z.slice(), prices]
    for (let halvings = 0; ; halvings++) {
      for (let s = 0; s < sets; s++) {
        w[s] = lastW[s] + length * step[s]
        z[s] = lastZ[s] + length * slackStep[s]
      }
      prices = lastPrices.map((price, g) => price + length * priceStep[g])
      next = informationAt(w)
      gradientAt(next, trial)
      if (halvings === 30 || merit(w, z, prices, trial, mu) <= (1 - 0.01 * length) * residual) break
      length /= 2
    }
    state = next
    const found = certificate(prices)
    if (found.bound / found.variance > best.bound / best.variance) best = found
  }
  return best

  /** F⁻¹ by its factor, and the v_j. */
  function informationAt(weights: Float64Array) {
    const information = new Float64Array(G * G)
    for (let s = 0; s < sets; s++) {
      const scale = weights[s] / masses[s]
      for (let g = 0; g < G; g++) {
        for (let h = 0; h <= g; h++) information[g * G + h] += scale * rows[s][g] * rows[s][h]
      }
    }
    factorize(information, G)
    return { factor: information, solutions: contrasts.map(c => solveFactored(information, c.slice())) }
  }

  /** `∂f/∂w_B = −Σ_j (v_j·p_B)²/(p_B·θ)`. */
  function gradientAt({ solutions }: ReturnType<typeof informationAt>, out: Float64Array): void {
    for (let s = 0; s < sets; s++) {
      let total = 0
      for (const v of solutions) total += square(dot(v, rows[s]))
      out[s] = -total / masses[s]
    }
  }

  /**
   * Computes the Newton step: `(H + Z/W) dw − Pᵀdλ' = …` with `H = Σ_j U_j U_jᵀ`. The unknowns of the linear system are the
   * `U_jᵀ dw` and the change of prices.
   */
  function newton(mu: number): void {
    const { factor, solutions } = state
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
      // What dw would be if the unknowns were zero.
      const aim = weight * (mu / w[s] - slope[s] - dot(rows[s], prices))
      step[s] = aim
      for (let a = 0; a < n; a++) {
        const scaled = weight * u[a]
        right[a] += u[a] * (a < n - G ? aim : aim + w[s])
        for (let b = 0; b <= a; b++) system[a * n + b] += scaled * u[b]
      }
    }
    for (let a = 0; a < n - G; a++) system[a * n + a] += 1
    factorize(system, n)
    const unknowns = solveFactored(system, right)
    for (let s = 0; s < sets; s++) {
      step[s] -= (w[s] / z[s]) * dot(unknowns, shape[s])
      slackStep[s] = mu / w[s] - z[s] - (z[s] / w[s]) * step[s]
    }
    for (let g = 0; g < G; g++) priceStep[g] = unknowns[n - G + g]
  }

  /** How far the weights, slacks and prices are from meeting the optimality conditions at this μ. */
  function merit(
    weights: Float64Array,
    slacks: Float64Array,
    price: Float64Array,
    gradient: Float64Array,
    mu: number,
  ): number {
    let total = 0
    const shortfall = new Float64Array(G).fill(1)
    for (let s = 0; s < sets; s++) {
      for (let g = 0; g < G; g++) shortfall[g] -= weights[s] * rows[s][g]
      total += square(gradient[s] + dot(rows[s], price) - slacks[s])
      total += square(weights[s] * slacks[s] - mu)
    }
    return Math.sqrt(total) + most * Math.sqrt(dot(shortfall, shortfall))
  }

  /** The current weights, adjusted to satisfy the constraint exactly, with their variance and the lower bound. */
  function certificate(price: Float64Array): Program {
    const weights = fitted(w)
    const fittedState = informationAt(weights)
    const variance = contrasts.reduce((total, c, j) => total + dot(c, fittedState.solutions[j]), 0)
    let steepest = 0
    for (let s = 0; s < sets; s++) {
      const cost = dot(rows[s], price)
      let gain = 0
      for (const v of fittedState.solutions) gain += square(dot(v, rows[s]))
      steepest = cost > 0 ? Math.max(steepest, gain / (masses[s] * cost)) : Infinity
    }
    const bound = (variance * variance) / (steepest * sum(price))
    return { weights, variance, bound: Math.max(0, bound) }
  }

  /** The weights with `Σ_B w_B p_B = 1` satisfied exactly: sets of single groups make up for the difference. */
  function fitted(weights: Float64Array): Float64Array {
    const adjusted = weights.map(weight => Math.max(0, weight))
    const groupWeights = new Float64Array(G)
    for (let s = 0; s < sets; s++)
      for (let g = 0; g < G; g++) if (((s + 1) >> g) & 1) groupWeights[g] += adjusted[s]
    const heaviest = groupWeights.reduce((top, value) => Math.max(top, value), 0)
    for (let g = 0; g < G; g++) adjusted[2 ** g - 1] += heaviest - groupWeights[g]
    const total = sum(adjusted)
    const scale = 1 / (heaviest + (total - heaviest) * low)
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
