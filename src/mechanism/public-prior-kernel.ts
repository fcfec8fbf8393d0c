import { requireNumber, type Vector } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { requireRng } from '../random/require-rng.ts'
import type { Rng } from '../random/rng.ts'
import { descendingOrder } from '../simplex/order.ts'
import { dropSubnormal, weights } from '../simplex/probabilities.ts'
import { inverseExpRoundedUp } from './inverse-exp.ts'
import { requireCategory, requireHeld } from './mechanism.ts'
import { drawEvenly, type EvenKernel, evenKernel, exactKernel } from './public-prior-exact.ts'

/**
 * The public-prior kernel `K_{q,ε}`: row x is the law of the response of a user who holds x.
 *
 * All n² entries come from a few vectors over the ranks of q, smallest first:
 *
 *     K_xy = C_min(x,y) · q_y  for x ≠ y,    K_xx = D_x.
 */
export interface PublicPriorKernel {
  /** Number of categories n. */
  readonly categories: number
  /** The exact privacy level: the requested ε, or 0 if all rows are the same. */
  readonly epsilon: number
  /** q, scaled to sum to one. */
  readonly prior: Float64Array
  /** The least likely category that is ever answered. The values of its column are as far apart as those of any column. */
  readonly rarest: number
  /** The smallest `K_xx`, that of the least likely category; it decides every worst case. */
  readonly smallestDiagonal: number
  /** `K_xy`, the probability that x is answered by y. */
  entry(x: number, y: number): number
  /**
   * The log likelihood column of the response y: `x ↦ ln K_xy / K_yy`, accurate to a small share of ε however small ε or `K_xy` is, and the
   * logarithm of `K_yy`, −Infinity where y is never answered.
   */
  logColumn(y: number): { readonly logRatios: Float64Array; readonly logDiagonal: number }
  /** `y ↦ Σ_x p_x K_xy`, the law of the response where p (weights, scaled) is the law of the category. O(n). */
  outputLaw(p: Vector): Float64Array
  /**
   * A response to the category x, drawn in O(log n). With the cryptographic source it is exact, by whole
   * numbers alone (the first such draw computes them); a seeded simulation draws to the source's resolution
   * of 2⁻⁵³.
   */
  draw(x: number, rng: Rng): number
}

/**
 * Builds `K_{q,ε}`. Among the ε-LDP channels that keep the prior (`qK = q`), it is one with the smallest worst-case
 * divergence `sup_p D_f(p‖pK)`, for every f at once. It is reversible, `q_x K_xy = q_y K_yx`.
 *
 * With the categories sorted from the least likely, `S_i = Σ_{j≥i} q_j` and `E = e^−ε`, the paper's recursion
 * solves to
 *
 *     A_0 = 1/(q_0 + E S_1),   A_{i+1} = A_i · (1 − (1−E)(q_{i+1} − q_i) / (q_{i+1} + E S_{i+2})),
 *     D_i = A_i q_i,   C_i = E A_i,
 *
 * in O(n log n) time and O(n) memory. A category of prior zero (or below 2⁻¹⁰²²) is never answered, and a
 * user who holds it answers by the prior: `C_i = 1`, `D_i = 0`. At ε = 0 every row is q; at ε = Infinity a
 * category of positive prior is always answered truthfully. The uniform prior gives standard randomized response.
 *
 * The prior must not come from the users' own data, unless that use is counted against their privacy, too.
 *
 * @param prior q: weights, scaled to sum to one
 * @param epsilon ε, from 0 to Infinity
 * @throws RangeError on a bad argument; the methods refuse what is not a category
 * @see Zamanlooy, Diaz, Asoodeh, Locally private sampling with public data, Algorithm 1
 * @example
 * publicPriorKernel([0.3, 0.7], 1).entry(0, 0) // 0.5381015262244484
 */
export function publicPriorKernel(prior: Vector, epsilon: number): PublicPriorKernel {
  const q = dropSubnormal(weights('prior', prior))
  requireNumber('epsilon', epsilon, { min: 0, max: Infinity })
  const n = q.length
  const { order, rank, sorted } = rankAscending(q)
  const { offDiagonal, diagonal, survival, suffix } = walk(sorted, inverseExpRoundedUp(epsilon))
  const { logFirst, fall } = logWalk(sorted, suffix, epsilon)
  let exact: EvenKernel | undefined
  const category = (argument: string, value: number) => rank[requireCategory(argument, value, n)]

  /** Logarithm of the entry at ranks i and j over the j-th entry of the diagonal. */
  const logRatio = (i: number, j: number) => {
    if (i === j) return 0
    if (i > j) return -epsilon
    return sorted[i] === 0 ? fall[j] - logFirst : fall[j] - fall[i] - epsilon
  }

  return {
    categories: n,
    epsilon: n > 1 && sorted[n - 2] > 0 ? epsilon : 0,
    prior: q,
    rarest: order[sorted.findIndex(value => value > 0)],
    smallestDiagonal: diagonal[0],
    entry(x, y) {
      const i = category('x', x)
      const j = category('y', y)
      return i === j ? diagonal[i] : offDiagonal[Math.min(i, j)] * sorted[j]
    },
    logColumn(y) {
      const j = category('y', y)
      return {
        logRatios: Float64Array.from(rank, i => logRatio(i, j)),
        logDiagonal: log(diagonal[j]),
      }
    },
    outputLaw(p) {
      const input = weights('p', p, n)
      const output = new Float64Array(n)
      let after = 0
      for (let j = n - 1; j >= 0; j--) {
        const y = order[j]
        output[y] = diagonal[j] * input[y] + offDiagonal[j] * sorted[j] * after
        after += input[y]
      }
      let before = 0
      for (let j = 0; j < n; j++) {
        const y = order[j]
        const mean = output[y] + sorted[j] * before
        // This is a mean of the column's entries, which are e^ε apart at most. Rounding must not take it out of their range.
        output[y] = Math.min(
          Math.max(diagonal[j], offDiagonal[0] * sorted[j]),
          Math.max(offDiagonal[j] * sorted[j], mean),
        )
        before += offDiagonal[j] * input[y]
      }
      return output
    },
    draw(x, rng) {
      requireRng(rng)
      const own = rank[requireHeld(x, n)]
      if (rng.kind === 'crypto') {
        exact ??= evenKernel(exactKernel(sorted, epsilon))
        return order[drawEvenly(exact, own, rng)]
      }
      const u = rng.uniform()
      if (u >= survival[own]) return order[lastAbove(survival, u, 0, own)]
      if (u < diagonal[own] || own === n - 1) return order[own]
      return order[lastAbove(suffix, rng.uniform() * suffix[own + 1], own + 1, n)]
    },
  }
}

/** The sorted prior, the category at each rank, and the rank of each category. */
function rankAscending(q: Float64Array) {
  const order = descendingOrder(q).reverse()
  const rank = new Uint32Array(q.length)
  const sorted = new Float64Array(q.length)
  for (let i = 0; i < order.length; i++) {
    rank[order[i]] = i
    sorted[i] = q[order[i]]
  }
  return { order, rank, sorted }
}

/**
 * The kernel as a walk over the ranks: at rank i a walker who holds a later category stops with the answer i;
 * the one who holds i answers i or, by the prior, some later category.
 */
function walk(q: Float64Array, inverseExp: number) {
  const n = q.length
  const suffix = suffixSums(q)
  const offDiagonal = new Float64Array(n)
  const diagonal = new Float64Array(n)
  // The probability of reaching each rank.
  const survival = new Float64Array(n).fill(1)
  let first = 0
  while (q[first] === 0) first++
  offDiagonal.fill(1 / (q[first] + suffix[first + 1]), 0, first)
  // At ε = Infinity the truth is certain; the roundings below would make it only nearly so.
  if (inverseExp === 0) return { offDiagonal, diagonal: diagonal.fill(1, first), survival, suffix }
  let a = 1 / (q[first] + inverseExp * suffix[first + 1])
  for (let i = first; i < n; i++) {
    const denominator = q[i] + inverseExp * suffix[i + 1]
    if (i > first) {
      const drop = (1 - inverseExp) * (q[i] - q[i - 1])
      const kept = q[i - 1] * (1 - inverseExp) + inverseExp * suffix[i]
      // The two are equal, but the first is exact at ties, and the second keeps its digits where little is left.
      a *= drop < denominator / 2 ? 1 - drop / denominator : kept / denominator
      survival[i] = Math.min(survival[i - 1], a * denominator)
    }
    diagonal[i] = Math.min(1, a * q[i])
    offDiagonal[i] = inverseExp * a
  }
  return { offDiagonal, diagonal, survival, suffix }
}

/**
 * The same in logarithms: `ln A_f` of the first rank f with a positive prior, and `fall[i] = ln A_f / A_i`. They are sums of
 * positive terms, each of which has a small relative error. The logarithms of the entries themselves would not do: these may be
 * as large as 70, and lack the digits that are needed where ε is 0.001.
 */
function logWalk(q: Float64Array, suffix: Float64Array, epsilon: number) {
  const inverseExp = exp(-epsilon)
  const gap = -expm1(-epsilon)
  const fall = new Float64Array(q.length)
  let first = 0
  while (q[first] === 0) first++
  for (let i = first + 1; i < q.length; i++) {
    const denominator = q[i] + inverseExp * suffix[i + 1]
    const drop = gap * (q[i] - q[i - 1])
    const kept = q[i - 1] * gap + inverseExp * suffix[i]
    fall[i] = fall[i - 1] + (drop < denominator / 2 ? -log1p(-drop / denominator) : log(denominator / kept))
  }
  const missed = gap * suffix[first + 1]
  const logFirst = missed < 0.5 ? -log1p(-missed) : -log(q[first] + inverseExp * suffix[first + 1])
  return { logFirst, fall }
}

/** The last index in [low, high) whose value in a non-increasing list is above `threshold`; that at `low` is. */
function lastAbove(values: Float64Array, threshold: number, low: number, high: number): number {
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (values[middle] > threshold) low = middle
    else high = middle
  }
  return low
}

/** `S_i = Σ_{j≥i} q_j` for i = 0…n, each to an ulp or two (Neumaier's compensation). */
function suffixSums(q: Float64Array): Float64Array {
  const suffix = new Float64Array(q.length + 1)
  let total = 0
  let lost = 0
  for (let i = q.length - 1; i >= 0; i--) {
    const next = total + q[i]
    lost += total >= q[i] ? total - next + q[i] : q[i] - next + total
    total = next
    suffix[i] = total + lost
  }
  return suffix
}
