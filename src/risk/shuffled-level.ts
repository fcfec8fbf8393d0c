import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { logBinomial } from '../special/log-binomial.ts'

/** The probability cut off from the tails of a law, as a share of δ. It is added to the result as if all of it were lost. */
const CUT = 1e-4
/** Share of the sum below which the rest of a tail is replaced by a bound. Sums are rounded up by as much. */
const PRECISION = 1e-6
/** Relative distance of the returned level from the smallest valid one. */
const TOLERANCE = 1e-5
/** Largest exponent. */
const MOST_LEVEL = 700

/** Properties of a channel, and of the crowd in which an answer is shuffled, that the reduction needs. */
interface Crowd {
  /** n: answers that are shuffled. */
  readonly people: number
  /** The local level. */
  readonly epsilon: number
  /** The largest total variation between the laws of two categories' answers. */
  readonly variation: number
}

/**
 * The level of an answer, at a given δ, against an observer of only the shuffled answers of n people. It is the upper end of the bisection,
 * so that it is never below the bound.
 *
 * By the variation-ratio reduction: with `p = e^ε`, β the total variation and `α = β/(p − 1)`, the shuffled answers are no more informative
 * than `(A + Δ₁, C − A + Δ₂)` against `(A + Δ₂, C − A + Δ₁)`, where `C ~ Bin(n − 1, 2α)` and `A ~ Bin(C, ½)`. Δ₁ = 1 with probability αp,
 * Δ₂ = 1 with probability α, and never both.
 *
 * @see Wang, Peng, Li, et al. (2023), Shuffle model of differential privacy: numerical composition for federated learning
 */
export function shuffledLevel(crowd: Crowd, delta: number): number {
  const totals = new Totals(crowd, delta)
  /** Above 0 if the δ of this level is larger than the given one. */
  const excess = (level: number) => log(totals.delta(level)) - log(delta)
  if (excess(0) <= 0) return 0
  let high = crowd.epsilon
  let above = excess(high)
  if (above > 0) return high
  let low = high / 2
  let below = excess(low)
  while (below <= 0) {
    high = low
    above = below
    low /= 2
    below = excess(low)
  }
  // The next level is where the line between both ends is zero, moved a little to either side in turn, so that both ends converge.
  for (let side = 1; high - low > TOLERANCE * high; side = -side) {
    const width = high - low
    const step = (below / (below - above)) * width + (side * TOLERANCE * high) / 3
    const level = low + Math.min(0.95 * width, Math.max(0.05 * width, step))
    const value = excess(level)
    if (value <= 0) [high, above] = [level, value]
    else [low, below] = [level, value]
  }
  return high
}

/** The law of C, the number of answers that hide the one in question, and the disclosure by each total of both counts. */
export class Totals {
  private readonly first: number
  /** Probabilities of C from `first` on. Both tails are cut off. */
  private readonly law: Float64Array
  private readonly cut: number
  /** αp, the probability of Δ₁. */
  private readonly change: number
  /** The probability that neither Δ is 1. */
  private readonly neither: number
  /** e^−ε. */
  private readonly odds: number

  constructor({ people, epsilon, variation }: Crowd, delta: number) {
    this.odds = exp(-epsilon)
    this.change = variation / -expm1(-epsilon)
    const alpha = this.change * this.odds
    this.neither = Math.max(0, 1 - alpha - this.change)
    const { first, law, cut } = binomialLaw(people - 1, Math.min(1, 2 * alpha), CUT * delta)
    this.first = first
    this.law = law
    this.cut = cut
  }

  /** `δ(ε′) = Σ (P − e^ε′ Q)₊`, rounded up. For each total, the positive terms begin at one threshold. */
  delta(level: number): number {
    const { first, law } = this
    // δ falls with the level, so beyond the largest exponent it is at most its value there.
    const ratio = exp(Math.min(level, MOST_LEVEL))
    let total = 0
    // The total is s if C = s and neither Δ is 1, or if C = s − 1 and one of them is.
    for (let i = 0; i <= law.length; i++) {
      const s = first + i
      const still = i < law.length ? law[i] * this.neither * (1 - ratio) : 0
      if (i === 0 || s === 0) continue
      const moved = (law[i - 1] * 2 * this.change) / s
      total += positivePart({
        s,
        still,
        up: moved * (1 - ratio * this.odds),
        down: moved * (this.odds - ratio),
      })
    }
    return total * (1 + PRECISION) + this.cut
  }
}

/** `P − e^ε′ Q` of the counts (a, s − a), divided by the probability of a under Bin(s, ½): `still + up·a + down·(s − a)`. */
interface Line {
  readonly s: number
  readonly still: number
  readonly up: number
  readonly down: number
}

/**
 * An upper bound for the positive part, `Σ_a b(a) (still + up·a + down·(s − a))₊` over the probabilities b of Bin(s, ½). The rest of the
 * sum is below the geometric series of its first two terms.
 */
function positivePart({ s, still, up, down }: Line): number {
  const value = (a: number) => still + up * a + down * (s - a)
  if (!(value(s) > 0)) return 0
  const slope = up - down
  let start = Math.min(s, Math.max(0, Math.ceil(-(still + down * s) / slope)))
  while (start > 0 && value(start - 1) > 0) start--
  let weight = exp(logHalves(s, start))
  let total = 0
  for (let a = start; a <= s; a++) {
    const height = value(a)
    if (height <= 0) {
      weight *= (s - a) / (a + 1)
      continue
    }
    const term = weight * height
    total += term
    const next = (s - a) / (a + 1)
    weight *= next
    // From here on, each term divided by the one before is at most this factor.
    const factor = next * (1 + slope / height)
    const rest = factor < 1 ? (term * factor) / (1 - factor) : Infinity
    if (rest <= PRECISION * total) return total + rest
  }
  return total
}

/** `ln [C(s, a) 2^−s]`. */
function logHalves(s: number, a: number): number {
  if (a === 0 || a === s) return -s * Math.LN2
  return logBinomial(s, a, 0.5)
}

/** The binomial law without its tails, which have less than `cut` in all; and an upper bound for their probability. */
function binomialLaw(n: number, p: number, cut: number): { first: number; law: Float64Array; cut: number } {
  if (p >= 1 || n === 0) return { first: p >= 1 ? n : 0, law: Float64Array.of(1), cut: 0 }
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const odds = p / (1 - p)
  const peak = mode === 0 ? exp(n * log1p(-p)) : mode === n ? exp(n * log(p)) : exp(logBinomial(n, mode, p))
  const up = [peak]
  let above = 0
  for (let k = mode; k < n; k++) {
    const factor = ((n - k) / (k + 1)) * odds
    const value = up[k - mode] * factor
    if (factor < 1 && (above = value / (1 - factor)) <= cut / 2) break
    above = 0
    up.push(value)
  }
  const down: number[] = []
  let below = 0
  for (let k = mode, value = peak; k > 0; k--) {
    const factor = k / ((n - k + 1) * odds)
    value *= factor
    if (factor < 1 && (below = value / (1 - factor)) <= cut / 2) break
    below = 0
    down.push(value)
  }
  return { first: mode - down.length, law: Float64Array.from([...down.reverse(), ...up]), cut: above + below }
}
