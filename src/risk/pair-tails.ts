import { exp } from '../elementary/exp.ts'
import { expm1 } from '../elementary/expm1.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { square } from '../elementary/square.ts'
import type { Support } from '../mechanism/support.ts'

/** An answer that names none, one, or both of two categories. */
interface Outcome {
  /** R, of mean 0 for every sender. */
  readonly residual: number
  /** The number of named categories of the two, divided by p − q: the mean is larger by 1 if the sender holds one of them. */
  readonly named: number
  /** The probability if the sender holds neither category, and if the sender holds one of them. */
  readonly byOthers: number
  readonly byHolders: number
}

/** A channel's answers, summarized for pairs of categories. */
export interface PairChannel {
  readonly size: number
  /** Number of answers that support both x and z. */
  readonly counts: Float64Array
  readonly outcomes: readonly [none: Outcome, one: Outcome, both: Outcome]
  /** The mean of `named` if the sender holds neither. */
  readonly namedByOthers: number
  /** The variance of R if the sender holds neither, and if the sender holds one of them. */
  readonly varianceByOthers: number
  readonly varianceByHolders: number
}

export function pairChannel(
  { outside: q, gap, together }: Support,
  size: number,
  counts: Float64Array,
): PairChannel {
  const { outside: r, gap: s } = together!
  const none = -r + (2 * s * q) / gap
  const one = none - s / gap
  const outcomes = [
    { residual: none, named: 0, byOthers: 1 - 2 * q + r, byHolders: 1 - 2 * q - gap + r + s },
    { residual: one, named: 1 / gap, byOthers: 2 * (q - r), byHolders: 2 * (q - r - s) + gap },
    { residual: 1 + one - s / gap, named: 2 / gap, byOthers: r, byHolders: r + s },
  ] as const
  const varianceBy = (whom: 'byOthers' | 'byHolders') =>
    outcomes.reduce((sum, outcome) => sum + outcome[whom] * square(outcome.residual), 0)
  return {
    size,
    counts,
    outcomes,
    namedByOthers: (2 * q) / gap,
    varianceByOthers: varianceBy('byOthers'),
    varianceByHolders: varianceBy('byHolders'),
  }
}

/** Exponent beyond which exponentials of doubles overflow. */
const MOST_EXPONENT = 700
const STEPS = 14
/** The golden section of an interval. */
const GOLDEN = (3 - Math.sqrt(5)) / 2

/**
 * Chernoff's bound for the logarithm of the probability that the residuals of all answers add up to `sum`, if at most the share h of the
 * senders has one of the two categories.
 */
export function residualTail(channels: readonly PairChannel[], sum: number, h: number): number {
  const bound = (rate: number) => {
    let total = -rate * sum
    for (const { size, outcomes } of channels) {
      // The largest bound over all shares up to h is attained at an end of the range.
      const others = logMean(outcomes, 'residual', rate, 0)
      total += size * Math.max(others, logMean(outcomes, 'residual', rate, h))
    }
    return total
  }
  return leastBound(bound, largestOf(channels, 'residual'))
}

/** Bound on the probability that the two categories are named at most `named` times, if a share h of the people has one of them. */
export function namedTail(channels: readonly PairChannel[], named: number, h: number): number {
  const bound = (rate: number) => {
    let total = rate * named
    for (const { size, outcomes } of channels) total += size * logMean(outcomes, 'named', -rate, h)
    return total
  }
  return leastBound(bound, largestOf(channels, 'named'))
}

/** `ln E e^(rate · value)` of one answer. */
function logMean(
  outcomes: PairChannel['outcomes'],
  value: 'residual' | 'named',
  rate: number,
  h: number,
): number {
  let [mean, growth] = [0, 0]
  for (const outcome of outcomes) {
    const probability = outcome.byOthers + h * (outcome.byHolders - outcome.byOthers)
    mean += probability * exp(rate * outcome[value])
    growth += probability * expm1(rate * outcome[value])
  }
  return Math.abs(growth) < 0.5 ? log1p(growth) : log(mean)
}

function largestOf(channels: readonly PairChannel[], value: 'residual' | 'named'): number {
  return channels.reduce((largest, { outcomes }) => Math.max(largest, outcomes[2][value]), 0)
}

/**
 * The minimum over all positive rates of a convex function that is 0 at 0. Each of its values is a valid bound, so that the search
 * need not be exact.
 *
 * @param largest largest factor of the rate
 */
function leastBound(bound: (rate: number) => number, largest: number): number {
  const most = MOST_EXPONENT / largest
  let rate = most
  let value = bound(rate)
  // Down by factors of 4 until the bound rises again.
  for (let next = bound(rate / 4); next < value || value >= 0; next = bound(rate / 4)) {
    if (rate < most * 1e-12) return Math.min(0, value)
    rate /= 4
    value = next
  }
  let [low, high] = [rate / 4, Math.min(most, rate * 4)]
  let least = value
  for (let step = 0; step < STEPS; step++) {
    const one = low + (high - low) * GOLDEN
    const other = high - (high - low) * GOLDEN
    const [first, second] = [bound(one), bound(other)]
    least = Math.min(least, first, second)
    if (first < second) high = other
    else low = one
  }
  return least
}
