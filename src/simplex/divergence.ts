import { refuse, requireNumber, requireOneOf, type Vector } from '../check/check.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { square } from '../elementary/square.ts'
import { weights } from './probabilities.ts'

export const DIVERGENCES = ['tv', 'kl', 'chi2', 'hellinger2'] as const

/** A distance of distributions: total variation, Kullback–Leibler, χ², squared Hellinger (see `divergence`). */
export type DivergenceName = (typeof DIVERGENCES)[number]

/**
 * An f-divergence `D_f(p‖q) = Σ q f(p/q)`:
 *
 *     tv          total variation       ½ Σ |p − q|                  f(t) = |t − 1| / 2
 *     kl          Kullback–Leibler      Σ p ln(p/q), in nats         f(t) = t ln t
 *     chi2        Pearson's χ²          Σ (p − q)² / q               f(t) = (t − 1)²
 *     hellinger2  squared Hellinger     1 − Σ √(pq) = ½ Σ (√p − √q)²  f(t) = 1 − √t
 *
 * Where q is zero and p is not, tv counts p/2 and hellinger2 counts p/2; kl and chi2 are Infinity. Chi2 is
 * Infinity also where it is above the largest double. Never negative, and never NaN.
 *
 * @param p weights, scaled to sum to one
 * @param q weights, scaled to sum to one
 * @throws RangeError on an unknown name, or unless p and q are equally long vectors of weights
 * @example
 * divergence('kl', [0.5, 0.5], [0.25, 0.75]) // 0.14384103622589045
 */
export function divergence(name: DivergenceName, p: Vector, q: Vector): number {
  requireOneOf('divergence', name, DIVERGENCES)
  const from = weights('p', p)
  const to = weights('q', q, from.length)
  let total = 0
  for (let i = 0; i < from.length; i++) total += divergenceTerm(name, from[i], to[i])
  return total
}

/**
 * What one category adds to a divergence: `q f(p/q) − f′(1)(p − q)`, which sums to the same and is never
 * negative, so that the divergence of two nearly equal laws loses no digits to cancellation. Works for
 * densities too.
 */
export function divergenceTerm(name: DivergenceName, p: number, q: number): number {
  if (name === 'tv') return Math.abs(p - q) / 2
  if (name === 'hellinger2') return square(Math.sqrt(p) - Math.sqrt(q)) / 2
  if (q === 0) return p === 0 ? 0 : Infinity
  const excess = (p - q) / q
  if (name === 'chi2') return (p - q) * excess
  if (p === 0) return q
  const logRatio = Math.abs(excess) < 0.5 ? log1p(excess) : log(p) - log(q)
  return Math.max(0, p * logRatio - (p - q))
}

/**
 * The largest `D_f(P‖Q)` among laws whose ratio `dP/dQ` stays between `low ≤ 1` and `high ≥ 1`: that of the
 * ratio that takes only these two values,
 *
 *     (1 − low)/(high − low) · f(high) + (high − 1)/(high − low) · f(low).
 *
 * `high` may be Infinity (P has mass where Q has none). If `low` or `high` is 1 the laws are equal: 0.
 *
 * @throws RangeError unless 0 ≤ low ≤ 1 ≤ high
 * @example
 * largestDivergence('tv', 0, 4) // 0.75
 */
export function largestDivergence(name: DivergenceName, low: number, high: number): number {
  requireOneOf('divergence', name, DIVERGENCES)
  requireNumber('low', low, { min: 0, max: 1 })
  if (!(high >= 1)) refuse('high', high, 'a number at least 1')
  if (low === 1 || high === 1) return 0
  const highShare = (1 - low) / (1 - low / high)
  const lowShare = (low * (1 - 1 / high)) / (1 - low / high)
  // The masses that Q puts where the ratio is high, and where it is low.
  const highMass = highShare / high
  const lowMass = (1 - 1 / high) / (1 - low / high)
  return divergenceTerm(name, highShare, highMass) + divergenceTerm(name, lowShare, lowMass)
}
