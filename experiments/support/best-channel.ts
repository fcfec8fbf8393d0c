import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { addInformation } from './channel-information.ts'
import { ExpectedDistance } from './expected-distance.ts'
import { solve } from './linear-program.ts'
import { covarianceAt, symmetric } from './softmax-covariance.ts'

/** The smallest expected distance that was found, and a lower bound for every channel. */
export interface BestChannel {
  readonly distance: number
  readonly bound: number
}

export interface BestChannelOptions {
  /** Positive, of length K; K is at most 20, because all 2^K sets are enumerated. */
  readonly theta: Float64Array
  readonly epsilon: number
  /** Number of people who answer. */
  readonly users: number
  /** The search ends when the distance is within this share of the bound; default 0.02. */
  readonly gap?: number
}

const MOST_CATEGORIES = 20

/**
 * The best of all ε-LDP channels for a known θ: the one with the smallest expected distance of the estimate from θ after n answers
 * (`ExpectedDistance`). Because that distance is convex in the information, the bound also holds for every sequence of channels, adaptive
 * or not.
 *
 * A column of an ε-LDP channel is a sum of multiples of vectors `p_B` that are e^ε on a set B and 1 elsewhere, and summing them
 * loses information. So a channel can be replaced by weights `w_B ≥ 0` with `Σ w_B p_B = 1`, and its information `Σ w_B p_B p_Bᵀ /
 * (p_B·θ)` is linear in them. The distance D is convex in w, and is minimized by the Frank–Wolfe method, whose linear programs
 * find further sets by their prices λ. With `c_B = −∂D/∂w_B` and v the largest `c_B − λ·p_B`, no channel gets below
 * `D + Σ w_B c_B − Σ λ − v`.
 *
 * @see Kairouz, Oh, Viswanath (2016) for the columns; Jaggi (2013) for the gap
 */
export function bestChannel({ theta, epsilon, users, gap = 0.02 }: BestChannelOptions): BestChannel {
  const K = theta.length
  if (K > MOST_CATEGORIES)
    throw new RangeError(`theta must have at most ${MOST_CATEGORIES} entries; got ${K}`)
  const more = Math.expm1(epsilon)
  const distance = new ExpectedDistance(K)
  const pool = new Set<number>([0, ...Array.from({ length: K }, (_, x) => 1 << x)])
  // The search starts from the better of two well-known channels.
  const setting = { categories: K, epsilon }
  const starts = [srr(setting), subsetSelection(setting)].map(mechanism => {
    const out = new Float64Array(K * K)
    addInformation(mechanism, users, theta, out)
    return symmetric(out)
  })
  const [plain, sets] = starts.map(start => distance.at(theta, start))
  let information = starts[sets < plain ? 1 : 0]
  let value = Math.min(plain, sets)
  for (;;) {
    // First go as far as the sets of the pool allow, then add sets to the pool.
    const prices = descend()
    const slope = slopeAt(theta, information)
    const { sets, excess } = mostUnderpriced(slope, prices)
    // The weights of a channel sum to at most 1.
    const most = prices.reduce((sum, price) => sum + price) + Math.max(0, excess)
    const bound = value + inner(slope, information) - most
    const before = pool.size
    for (const set of sets) pool.add(set)
    if (value - bound <= gap * value || pool.size === before) return { distance: value, bound }
  }

  /** Moves towards the best weights of the pool's sets until little more can be gained; returns the prices of the last program. */
  function descend(): number[] {
    for (;;) {
      const slope = slopeAt(theta, information)
      const { promise, weights, prices } = bestWeights(slope)
      if (promise - inner(slope, information) <= (gap / 4) * value) return prices
      const next = new Float64Array(K * K)
      for (const [set, weight] of weights) addSet(next, set, weight)
      const share = lineSearch(share => distance.at(theta, mixed(information, next, share)))
      information = mixed(information, next, share)
      value = distance.at(theta, information)
    }
  }

  /** Adds the information of n answers in which the set has this weight, up to terms that vanish on the tangent of the simplex. */
  function addSet(out: Float64Array, set: number, weight: number): void {
    let mass = 0
    for (let x = 0; x < K; x++) if ((set >> x) & 1) mass += theta[x]
    const scale = (users * weight * more * more) / (1 + more * mass)
    for (let i = 0; i < K; i++) {
      if (((set >> i) & 1) === 0) continue
      for (let j = 0; j < K; j++) if ((set >> j) & 1) out[i * K + j] += scale
    }
  }

  /** The weights of the pool's sets with the largest gain to first order, and the prices of the linear program. */
  function bestWeights(slope: Float64Array) {
    const sets = [...pool]
    const { value, at, prices } = solve({
      sense: 'Maximize',
      objective: sets.map(set => [gainOf(set, slope), `w${set}`] as const),
      rows: Array.from({ length: K }, (_, x) => ({
        terms: sets.map(set => [(set >> x) & 1 ? 1 + more : 1, `w${set}`] as const),
        relation: '=' as const,
        value: 1,
      })),
    })
    return { promise: value, prices, weights: sets.map(set => [set, at(`w${set}`)] as const) }
  }

  /** `c_B`, the gain of a set of weight 1 to first order. */
  function gainOf(set: number, slope: Float64Array): number {
    const one = new Float64Array(K * K)
    addSet(one, set, 1)
    return inner(slope, one)
  }

  /**
   * For each size, the set whose gain exceeds its price most; and the largest excess. Enumerates all sets, moving one category in or out at
   * a time.
   */
  function mostUnderpriced(
    slope: Float64Array,
    prices: readonly number[],
  ): { sets: number[]; excess: number } {
    const row = new Float64Array(K)
    const sets = new Int32Array(K + 1)
    const excesses = new Float64Array(K + 1).fill(-Infinity)
    let price = prices.reduce((sum, value) => sum + value)
    let [square, mass, set, size] = [0, 0, 0, 0]
    for (let code = 1; code < 2 ** K; code++) {
      const x = 31 - Math.clz32(code & -code)
      const sign = (set >> x) & 1 ? -1 : 1
      set ^= 1 << x
      size += sign
      square += sign * 2 * row[x] + slope[x * K + x]
      for (let i = 0, at = x * K; i < K; i++) row[i] += sign * slope[at + i]
      mass += sign * theta[x]
      price += sign * more * prices[x]
      const excess = (users * more * more * square) / (1 + more * mass) - price
      if (excess > excesses[size]) {
        excesses[size] = excess
        sets[size] = set
      }
    }
    return { sets: [...sets].filter((_, k) => excesses[k] > 0), excess: Math.max(...excesses) }
  }
}

/** `−∂D/∂F = ½√(2/π) Σ_x C_·x C_x· / (2 √C_xx)`, K × K. */
function slopeAt(theta: Float64Array, information: Float64Array): Float64Array {
  const K = theta.length
  const covariance = covarianceAt(theta, information)
  const slope = new Float64Array(K * K)
  for (let x = 0; x < K; x++) {
    const scale = 1 / Math.sqrt(8 * Math.PI * covariance[x * K + x])
    for (let i = 0; i < K; i++) {
      for (let j = 0; j < K; j++) slope[i * K + j] += scale * covariance[x * K + i] * covariance[x * K + j]
    }
  }
  return slope
}

function inner(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, at) => sum + value * other[at], 0)
}

function mixed(one: Float64Array, other: Float64Array, share: number): Float64Array {
  return one.map((value, at) => (1 - share) * value + share * other[at])
}

/** The share from 0 to 1 at which a convex function is smallest, by golden-section search. */
function lineSearch(at: (share: number) => number): number {
  const golden = (Math.sqrt(5) - 1) / 2
  let [low, high] = [0, 1]
  for (let i = 0; i < 25; i++) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (at(left) < at(right)) high = right
    else low = left
  }
  return (low + high) / 2
}
