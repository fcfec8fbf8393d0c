import { exp } from '../elementary/exp.ts'
import { square } from '../elementary/square.ts'
import type { Betas } from '../loop/goal/frequency-cells.ts'
import { HYPERPRIOR } from '../posterior/kind/prior.ts'
import { descendingOrder } from '../simplex/order.ts'
import { SeenBetas } from './seen-beta.ts'

/**
 * Nodes of ln ρ, in standard deviations of its hyperprior. The range is wide, because near-uniform frequencies make extreme concentrations
 * likely.
 */
const NODES = Array.from({ length: 22 }, (_, i) => i / 2 - 3.5)
/** Concentrations of less weight than this share of the largest are left out. */
const LEAST = 1e-3
/** Log odds beyond which a concentration counts as impossible. */
const IMPOSSIBLE = 20
/** Largest number of categories in the evidence. Of more categories, this many represent those of similar frequency. */
const MOST_PARTS = 8

/** Categories of about the same frequency, and the information of the answers about them. */
export interface SeenPart {
  readonly frequency: number
  /** Number of categories of the part. */
  readonly size: number
  /** Number of such parts. */
  readonly count: number
}

/** A concentration and its weight. */
export interface Weighed {
  readonly node: number
  readonly weight: number
}

/**
 * The concentration ρ of a Dirichlet law over K categories, as a collection learns it: its hyperprior, and the likelihood of estimates with
 * normal errors. Under ρ a part of m categories has a Beta(mρ, (K − m)ρ) law.
 */
export class LearntPrior {
  readonly concentrations: readonly number[]
  /** Share of the categories with free estimates: K − 1 of K, because frequencies sum to 1. */
  readonly free: number
  private readonly categories: number
  private readonly hyper: readonly number[]
  private readonly laws = new Map<string, SeenBetas>()

  /** @param prior a fixed concentration, which is not learnt */
  constructor(prior: number | 'learned', categories: number) {
    this.categories = categories
    this.free = (categories - 1) / categories
    this.concentrations =
      prior === 'learned' ? NODES.map(z => HYPERPRIOR.median * exp(HYPERPRIOR.sd * z)) : [prior]
    this.hyper = prior === 'learned' ? NODES.map(z => -square(z) / 2) : [0]
  }

  /** The law of the share of m categories out of M, under each concentration. */
  lawsOf(size: number, of: number): SeenBetas {
    const key = `${size} ${of}`
    const found =
      this.laws.get(key) ?? new SeenBetas(this.concentrations.map(rho => [size * rho, (of - size) * rho]))
    this.laws.set(key, found)
    return found
  }

  /**
   * The law of one category, under each concentration, if categories are treated as independent. `(K − 1)ρ` replaces Kρ, so that
   * differences vary as under the Dirichlet law.
   */
  get lawsOfEach(): SeenBetas {
    return this.lawsOf(this.free, this.categories * this.free)
  }

  /**
   * The log weight of each concentration, on average over the unknown errors of the parts' estimates.
   *
   * @param sd standard deviation of a part's error
   */
  logWeights(parts: readonly SeenPart[], sd: number): number[] {
    const logs = this.hyper.slice()
    for (const { frequency, size, count } of parts.toSorted((one, other) => other.count - one.count)) {
      const laws = size === 1 ? this.lawsOfEach : this.lawsOf(size, this.categories)
      const weight = count * (size === 1 ? this.free : 1)
      for (const i of possible(logs)) {
        const edges = [frequency - sd, frequency + sd].map(one => laws.logAt(i, one, sd))
        logs[i] += (weight * (edges[0] + edges[1])) / 2
      }
      const top = Math.max(...logs)
      logs.forEach((value, i) => {
        if (value < top - IMPOSSIBLE) logs[i] = -Infinity
      })
    }
    return logs
  }

  /** The prior of the share of `size` categories, given estimates of all categories with errors of this standard deviation. */
  ofOne(theta: Float64Array, sd: number, size = 1): Betas {
    const found = weigh(this.logWeights(partsOf(theta), sd))
    const rhos = found.map(({ node }) => this.concentrations[node])
    return {
      weights: found.map(({ weight }) => weight),
      a: rhos.map(rho => size * rho),
      b: rhos.map(rho => (this.categories - size) * rho),
    }
  }
}

/** The weights that are not negligible, with sum one. */
export function weigh(logs: ArrayLike<number>): Weighed[] {
  let top = -Infinity
  for (let i = 0; i < logs.length; i++) top = Math.max(top, logs[i])
  const found: { node: number; weight: number }[] = []
  let total = 0
  for (let i = 0; i < logs.length; i++) {
    const weight = exp(logs[i] - top)
    if (weight < LEAST) continue
    found.push({ node: i, weight })
    total += weight
  }
  for (const one of found) one.weight /= total
  return found
}

/** The indices of weights that further evidence may still make large. */
export function possible(logs: readonly number[]): number[] {
  const top = Math.max(...logs)
  return Array.from(logs.keys()).filter(i => logs[i] > top - IMPOSSIBLE)
}

/** Divides categories into parts of similar frequency. */
export function partsOf(theta: ArrayLike<number>, except: readonly number[] = []): SeenPart[] {
  const all = Float64Array.from(theta)
  const order = Array.from(descendingOrder(all)).filter(x => !except.includes(x))
  const count = Math.min(order.length, MOST_PARTS)
  return Array.from({ length: count }, (_, i) => {
    const some = order.slice(
      Math.floor((i * order.length) / count),
      Math.floor(((i + 1) * order.length) / count),
    )
    return { frequency: some.reduce((sum, x) => sum + all[x], 0) / some.length, size: 1, count: some.length }
  })
}
