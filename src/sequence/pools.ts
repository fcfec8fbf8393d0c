import { sum } from '../arrays/sums.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import type { Scores } from './answer-scores.ts'
import type { BandSums, End } from './band-sums.ts'
import { noSums } from './end-json.ts'
import { createMixture, varianceFor } from './mixture.ts'

/** The answers to channels of about the same noise. */
export interface Pool {
  /** The variance of its mixture: the variance of its first channel. */
  readonly variance: number
  readonly lower: BandSums
  readonly upper: BandSums
  answers: number
}

/** Ratio of variances beyond which channels have separate pools, because no rate of a mixture would suit both. */
const APART = 64
/** Largest number of pools. Beyond it, answers go to the pool with the nearest variance. */
const MOST_POOLS = 4

/**
 * The pool of a channel, which is added to the list if there is none for its noise. It depends on the channel alone, which is chosen before
 * the answer. So the product of the pools' mixtures is a supermartingale, like each of them.
 */
export function poolFor(pools: Pool[], scores: Scores, categories: number): Pool {
  const variance = varianceFor(scores)
  const distance = (pool: Pool) => Math.abs(log(pool.variance / variance))
  let nearest: Pool | undefined
  for (const pool of pools) if (nearest === undefined || distance(pool) < distance(nearest)) nearest = pool
  if (nearest !== undefined && (distance(nearest) <= log(APART) || pools.length === MOST_POOLS))
    return nearest
  const pool = emptyPool(variance, categories)
  pools.push(pool)
  return pool
}

/** A pool without answers, for channels of this variance. */
export function emptyPool(variance: number, categories: number): Pool {
  const mixture = createMixture(variance)
  const [lower, upper] = [noSums('lower', mixture, categories), noSums('upper', mixture, categories)]
  return { variance, lower, upper, answers: 0 }
}

/** Recomputes X̂ of every pool, for the scores that are added next. */
export function settlePools(pools: readonly Pool[]): void {
  for (const { lower, upper, answers } of pools) {
    if (answers === 0) continue
    lower.settle(answers)
    upper.settle(answers)
  }
}

/** A copy of pools. */
export function copyPools(pools: readonly Pool[]): Pool[] {
  return pools.map(pool => ({ ...pool, lower: pool.lower.copy(), upper: pool.upper.copy() }))
}

/** Whether pools hold the same sums to the last digit. */
export function equalPools(some: readonly Pool[], others: readonly Pool[]): boolean {
  const isEqual = (one: Pool, other: Pool | undefined) =>
    one.variance === other?.variance &&
    one.answers === other.answers &&
    one.lower.equals(other.lower) &&
    one.upper.equals(other.upper)
  return some.length === others.length && some.every((pool, i) => isEqual(pool, others[i]))
}

/**
 * One end of every interval, not clipped to [0, 1], for the mean of the answers since `before`.
 *
 * With M_i the mixture of pool i at its own `u_i = ±Σ(g − θ)`, the probability that `Π M_i` ever exceeds 1/δ is at most δ. The division of
 * u among the pools is unknown. So the radius is the largest `Σ u_i` with `Σ ln M_i(u_i) ≤ ln(1/δ)`, where the mean θ of each pool is from
 * 0 to 1.
 *
 * @param answers how many answers there are since `before`
 * @param logOdds ln(1/δ), where δ is the probability that this end misses
 */
export function pooledEnds(
  end: End,
  pools: readonly Pool[],
  answers: number,
  logOdds: number,
  before: readonly Pool[] = [],
): Float64Array {
  const used = pools
    .map((pool, i) => ({
      now: pool[end],
      old: before[i]?.[end],
      count: pool.answers - (before[i]?.answers ?? 0),
    }))
    .filter(({ count }) => count > 0)
  const [{ now, old }] = used
  if (used.length === 1) return now.ends(answers, logOdds, old)
  const sign = end === 'lower' ? 1 : -1
  return now.sums.map((_, x) => {
    let total = 0
    const parts = used.map(({ now: sums, old, count }) => {
      const sum = sums.sums[x] - (old === undefined ? 0 : old.sums[x])
      total += sum
      const [from, to] = [sign * sum, sign * (sum - count)].sort((a, b) => a - b)
      return { at: (u: number) => sums.logMixture(x, u, old), from, to }
    })
    return (total - sign * jointRadius(parts, logOdds)) / answers
  })
}

interface Part {
  /** ln M(u), which is convex, and its slope. */
  at(u: number): { value: number; slope: number }
  readonly from: number
  readonly to: number
}

const STEPS = 60

/** The largest Σ u_i with `Σ ln M_i(u_i) ≤ logOdds`: all slopes are equal there, except for parts at one of their ends. */
function jointRadius(parts: readonly Part[], logOdds: number): number {
  /** The u of each part at which its slope reaches t. Rounded up, so that an interval is never too narrow. */
  const reach = (t: number) =>
    parts.map(({ at, from, to }) => {
      if (at(to).slope <= t) return to
      let [low, high] = [from, to]
      for (let step = 0; step < STEPS && high - low > 1e-8 * (1 + Math.abs(high)); step++) {
        const middle = (low + high) / 2
        if (at(middle).slope <= t) low = middle
        else high = middle
      }
      return high
    })
  const evidenceOf = (all: readonly number[]) => all.reduce((sum, u, i) => sum + parts[i].at(u).value, 0)
  const sumOf = (all: readonly number[]) => sum(all)
  const ends = parts.map(({ to }) => to)
  if (!(evidenceOf(ends) > logOdds)) return sumOf(ends)
  let low = Math.min(...parts.map(({ at, from }) => log(at(from).slope)))
  let high = Math.max(...parts.map(({ at, to }) => log(at(to).slope)))
  for (let step = 0; step < STEPS && high - low > 1e-5; step++) {
    const middle = (low + high) / 2
    if (evidenceOf(reach(exp(middle))) > logOdds) high = middle
    else low = middle
  }
  return sumOf(reach(exp(high)))
}
