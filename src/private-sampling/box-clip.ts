import type { Vector } from '../check/check.ts'
import { dropSubnormal, sum, weights } from '../simplex/probabilities.ts'
import type { Box } from './ratio-box.ts'

/**
 * The law in a box that is nearest to p: `clip(s p, lower, upper)` with the s that makes it sum to one.
 *
 * It minimises `D_f(p‖·)` over the box for every f-divergence at once: `f(t) − t f′(t)` is monotone in t =
 * p/q, so the categories strictly inside share one ratio. The scale s is exact, not bisected: the breakpoints
 * `lower/p` and `upper/p` are sorted, the segment where the mass passes one is found, and there the mass is
 * linear. O(n log n).
 *
 * If p is so sparse that its support, at the upper side, has a mass of less than one with the rest at the lower side, no s is large enough.
 * The support then stays at the upper side, and the missing mass goes to the rest in proportion to the reference: the limit of clipping `p
 * + η h` as η → 0. No divergence from p depends on how it is shared there.
 *
 * @param p weights, scaled to sum to one; entries below 2⁻¹⁰²² count as zero
 * @throws RangeError unless p is a vector of weights as long as the box
 * @example
 * boxClip([0.7, 0.2, 0.1], boxAround(Float64Array.of(0.25, 0.25, 0.5), 0.5, 2)) // [0.5, 0.25, 0.25]
 */
export function boxClip(p: Vector, box: Box): Float64Array {
  const target = dropSubnormal(weights('p', p, box.reference.length))
  const steps = breakpoints(target, box)
  const clipped = new Float64Array(target.length)
  let low = -1
  let high = steps.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    clip(target, box, steps[middle], clipped)
    if (sum(clipped) < 1) low = middle
    else high = middle
  }
  if (high === steps.length) return saturate(target, box, clipped)
  return clip(target, box, scaleBetween(low < 0 ? 0 : steps[low], steps[high], target, box), clipped)
}

function clip(p: Float64Array, { lower, upper }: Box, scale: number, result: Float64Array): Float64Array {
  for (let i = 0; i < p.length; i++) result[i] = Math.min(upper[i], Math.max(lower[i], scale * p[i]))
  return result
}

/** The scales at which a category leaves its lower side or reaches its upper one, sorted. */
function breakpoints(p: Float64Array, { lower, upper }: Box): Float64Array {
  const steps: number[] = []
  for (let i = 0; i < p.length; i++) if (p[i] > 0) steps.push(lower[i] / p[i], upper[i] / p[i])
  return Float64Array.from(steps).sort()
}

/** The scale between two neighbouring breakpoints at which the mass is one. */
function scaleBetween(from: number, to: number, p: Float64Array, { lower, upper }: Box): number {
  const active = new Float64Array(p.length)
  const fixed = new Float64Array(p.length)
  for (let i = 0; i < p.length; i++) {
    if (p[i] === 0 || lower[i] / p[i] >= to) fixed[i] = lower[i]
    else if (upper[i] / p[i] <= from) fixed[i] = upper[i]
    else active[i] = p[i]
  }
  const slope = sum(active)
  return slope > 0 ? Math.min(to, Math.max(from, (1 - sum(fixed)) / slope)) : to
}

/** Puts the support of p at the upper side, and spreads the remaining mass over the rest in proportion to the reference. */
function saturate(p: Float64Array, { reference, lower, upper }: Box, result: Float64Array): Float64Array {
  const rest = reference.map((mass, i) => (p[i] === 0 ? mass : 0))
  const held = sum(upper.map((mass, i) => (p[i] === 0 ? 0 : mass)))
  const share = (1 - held) / sum(rest)
  for (let i = 0; i < p.length; i++) {
    result[i] = rest[i] === 0 ? upper[i] : Math.min(upper[i], Math.max(lower[i], rest[i] * share))
  }
  return result
}
