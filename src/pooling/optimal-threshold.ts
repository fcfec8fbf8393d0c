import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { pow } from '../elementary/pow.ts'
import { softplus } from '../elementary/softplus.ts'
import { square } from '../elementary/square.ts'
import { inclusionProbability, plugInVariance } from './inclusion.ts'
import type { Design } from './mixing.ts'

/** Number of evaluated points for each e-fold of `e^t − 1`; enough to separate the valleys of V(t). */
const POINTS_PER_FOLD = 8

/**
 * The threshold with the least plug-in variance `V(t) = σ²/m + 2 S²/(t m)²`, the smallest of equals.
 *
 * Below the smallest level m is constant, and above the largest it falls as fast as t grows, so the minimum is among the levels or between
 * two of them. V has a kink at each level and may have a valley between any two: all levels are tried (Infinity too, with a public group)
 * and the roots of V′ in every gap. A root is found by bisection on the derivative; from values of V it would have only half of the digits.
 */
export function optimalThreshold(design: Design): number {
  const levels = [...new Set(Array.from(design.epsilons))].sort((a, b) => a - b)
  let best = levels[0]
  let least = plugInVariance(design, best)
  const consider = (threshold: number) => {
    const variance = plugInVariance(design, threshold)
    if (variance < least) {
      best = threshold
      least = variance
    }
  }
  for (let i = 1; i < levels.length; i++) {
    for (const valley of valleys(design, levels[i - 1], levels[i])) consider(valley)
    consider(levels[i])
  }
  return best
}

/** The thresholds strictly between two neighbouring levels at which V stops falling. */
function valleys(design: Design, below: number, above: number): number[] {
  const falls = (s: number) => slopeSign(design, below, softplus(s)) < 0
  const from = coordinate(below)
  const to = coordinate(Math.min(above, fallsForEver(design, below)))
  const steps = Math.max(POINTS_PER_FOLD, Math.ceil((to - from) * POINTS_PER_FOLD))
  const found: number[] = []
  let left = from
  let wasFalling = falls(left)
  for (let i = 1; i <= steps; i++) {
    const right = from + ((to - from) * i) / steps
    const falling = falls(right)
    if (wasFalling && !falling) found.push(softplus(bisect(falls, left, right)))
    left = right
    wasFalling = falling
  }
  return found
}

/** The scale on which V varies evenly, `ln(e^t − 1)`: the logarithm of a small t, and t itself if it is large; `softplus` goes back. */
function coordinate(threshold: number): number {
  return threshold + log(-expm1(-threshold))
}

/**
 * A positive multiple of V′(t) for t above the level `below` and no higher than the next one.
 *
 * With L the expected number kept of the people up to `below`, m = L + (all the others) and `−m′ = L/(1 − e^−t)`,
 * `V′ m² = −m′ (σ² + 4 S²/(t² m)) − 4 S²/t³`.
 */
function slopeSign({ counts, epsilons, variance, sensitivity }: Design, below: number, t: number): number {
  let sampled = 0
  let others = 0
  for (let i = 0; i < counts.length; i++) {
    if (epsilons[i] <= below) sampled += counts[i] * inclusionProbability(epsilons[i], t)
    else others += counts[i]
  }
  const loss = sampled / -expm1(-t)
  const noise = 4 * square(sensitivity / t)
  return loss * (variance + noise / (sampled + others)) - noise / t
}

/**
 * A threshold above which V falls as long as no further level comes: a bound for the search.
 *
 * There L ≤ N e^(below − t) for the N people up to `below`, and m ≥ 1, so V′ < 0 once
 * `t³ N e^(below − t)/(1 − e^−t) · (σ² + 4 S²/t²) < 4 S²`; beyond t = 3 the left side only falls.
 */
function fallsForEver({ counts, epsilons, variance, sensitivity }: Design, below: number): number {
  let people = 0
  for (let i = 0; i < counts.length; i++) if (epsilons[i] <= below) people += counts[i]
  for (let beyond = 4; ; beyond *= 2) {
    const t = below + beyond
    const noise = 4 * square(sensitivity)
    const rising = (people * exp(-beyond) * (variance + noise / square(t))) / -expm1(-t)
    if (rising <= noise / pow(t, 3)) return t
  }
}

/** The point at which `holds` turns false, given that it holds at `left` and not at `right`. */
function bisect(holds: (x: number) => boolean, left: number, right: number): number {
  for (;;) {
    const middle = (left + right) / 2
    if (middle === left || middle === right) return right
    if (holds(middle)) left = middle
    else right = middle
  }
}
