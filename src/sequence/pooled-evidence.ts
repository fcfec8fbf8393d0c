import { exp } from '../elementary/exp.ts'
import { log1p } from '../elementary/log1p.ts'
import type { Pool } from './pools.ts'

/** The pools after a number of answers. */
export interface Start {
  readonly answers: number
  readonly pools: readonly Pool[]
}

const NOTHING: Start = { answers: 0, pools: [] }

/**
 * ln Λ(θ) of the answers up to `to` and after `from`: Λ is the mean of two evidences, that the frequency of x is above θ and that it is
 * below, and each of these is the product of the pools' mixtures **at the same θ**.
 *
 * This bounds false alarms. While nothing changes, all scores have one mean θ, whatever their pool. An answer goes to a pool that is chosen
 * before it, multiplies the mixture of that pool by a factor of mean at most 1, and leaves the others as they are. So each product is a
 * supermartingale, which begins at 1, and Λ is one too. (A confidence sequence must allow for every split of the mean among the pools, as
 * its promise also holds while θ moves.) A pool without answers here counts as 1; its first answer takes it to at most 1 in the mean.
 */
export function logEvidence(x: number, theta: number, to: Start, from = NOTHING): number {
  let [above, below] = [0, 0]
  to.pools.forEach(({ lower, upper, answers }, i) => {
    const before = from.pools[i]
    const count = answers - (before?.answers ?? 0)
    if (count === 0) return
    above += lower.logEvidence(x, theta, count, before?.lower)
    below += upper.logEvidence(x, theta, count, before?.upper)
  })
  return Math.max(above, below) + log1p(exp(-Math.abs(above - below))) - Math.LN2
}

/**
 * The information of an answer of each pool about x, relative to the first pool: by the variances of their scores. One answer with the
 * variance of its channel is added, because a few scores may by chance be equal.
 */
function weightsOf(x: number, now: Start): number[] {
  const variances = now.pools.map(
    ({ lower, variance, answers }) => (variance + lower.squares(x)) / (1 + answers),
  )
  return variances.map(variance => variances[0] / variance)
}

interface Sums {
  count: number
  low: number
  high: number
  squares: number
}

/** Weighted sums over the pools: of 1, of the lower and the upper scores, and of the squares. */
function sumsOf(x: number, { pools }: Start, weights: readonly number[]): Sums {
  const total: Sums = { count: 0, low: 0, high: 0, squares: 0 }
  pools.forEach(({ lower, upper, answers }, i) => {
    if (answers === 0) return
    total.count += weights[i] * answers
    total.low += weights[i] * lower.sums[x]
    total.high += weights[i] * upper.sums[x]
    total.squares += weights[i] * weights[i] * lower.squares(x)
  })
  return total
}

/** The mean of x over all answers, within [0, 1], each pool weighted by the information of its answers. */
export function pooledMean(x: number, now: Start): number {
  const { count, low, high } = sumsOf(x, now, weightsOf(x, now))
  return Math.min(1, Math.max(0, (low + high) / (2 * count)))
}

/**
 * Tests whether the means of the scores of x on the two sides of a start differ by more than this many standard errors, which is worth a
 * closer look.
 */
export function farFrom(x: number, now: Start, errors: number): (start: Start) => boolean {
  const weights = weightsOf(x, now)
  const all = sumsOf(x, now, weights)
  return start => {
    const old = sumsOf(x, start, weights)
    const after = all.count - old.count
    const variance = old.squares / (old.count * old.count) + (all.squares - old.squares) / (after * after)
    const fall = old.low / old.count - (all.high - old.high) / after
    const rise = (all.low - old.low) / after - old.high / old.count
    return Math.max(fall, rise) > errors * Math.sqrt(variance)
  }
}
