import { requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { type Mechanism, MOST_CATEGORIES, type Response } from '../mechanism/mechanism.ts'
import { BandSums } from './band-sums.ts'
import type { Scores } from './contract.ts'
import { createMixture, type Mixture, RATES } from './mixture.ts'
import { scoresOf } from './scores.ts'

export interface ChangeDetectorOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** R: while nothing changes, the mean number of answers between two false alarms is at least that. */
  readonly runLength: number
}

/** A change that was noticed. */
export interface Change {
  /** The answer, counted from 1, at which it was noticed. */
  readonly at: number
  /** About the last answer before it. */
  readonly since: number
  /** The categories that have certainly moved; others may have. */
  readonly categories: readonly number[]
}

export interface ChangeDetector {
  /** How many answers it has seen. */
  readonly answers: number
  /**
   * Takes an answer. It looks at every twentieth; after an alarm it starts anew.
   *
   * @param mechanism the channel that was answered; which one may depend on all answers before, and must not on this one
   * @returns the change, if one has just been noticed
   * @throws RangeError, and changes nothing, on a response that the mechanism cannot give, or other categories
   */
  observe(mechanism: Mechanism, response: Response): Change | undefined
}

/** B: answers from one possible start of a new time to the next. */
const EVERY = 100
/** Answers from one look to the next. */
const LOOK_EVERY = 20
/** So many starts are kept of ages from 2^i to 2^(i+1). */
const KEPT = 8
/** Differences of so few standard errors are never an alarm: a bound of at least 4.5 of them is needed. */
const LEAST_ERRORS = 4
const SEARCH_STEPS = 60

/** The sums as they were after so many answers. */
interface Start {
  readonly answers: number
  readonly lower: BandSums
  readonly upper: BandSums
}

/**
 * Tells when the frequencies have changed, which categories moved, and since about when.
 *
 * Every hundredth answer s may have been the last before a change. With Λ(θ) the mean of the evidences that a frequency is above
 * θ and that it is below it, there is an alarm for category x at the answer t when for every θ
 *
 *     Λ_{1…s}(θ) · Λ_{s+1…t}(θ) ≥ K / α,   α = 100/(2R):
 *
 * no frequency explains both stretches. While nothing changes, there is an alarm by the answer t with probability t/(2R) at most,
 * for any channels that are chosen from the answers before.
 *
 * @param options.categories K, at least 2
 * @param options.runLength R, at least 100
 * @throws RangeError on a bad option
 * @see Shin, Ramdas, Rinaldo (2024), E-detectors: a nonparametric framework for sequential change detection
 * @example
 * const detector = changeDetector({ categories: 20, runLength: 100_000 })
 * const change = detector.observe(mechanism, response) // {"at": …} once the frequencies have changed
 * if (change) console.log(`categories ${change.categories} moved after answer ${change.since}`)
 */
export function changeDetector(options: ChangeDetectorOptions): ChangeDetector {
  requireOptions(options, { categories: true, runLength: true })
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  const runLength = requireNumber('runLength', options.runLength, { min: EVERY })
  const threshold = log((2 * runLength * categories) / EVERY)
  const low = new Float64Array(categories)
  const high = new Float64Array(categories)
  let answers = 0
  /** The answers before the detector last started anew. */
  let begun = 0
  let mixture: Mixture | undefined
  let lower: BandSums
  let upper: BandSums
  let starts: Start[] = []

  const begin = () => {
    const sums = (end: 'lower' | 'upper') =>
      new BandSums(end, mixture!, new Float64Array(categories), new Float64Array(categories * RATES))
    lower = sums('lower')
    upper = sums('upper')
    starts = []
    begun = answers
  }
  /** ln Λ(θ) of the stretch from one start, or the beginning, to another, or now. */
  const logEvidence = (x: number, theta: number, to: Start, from?: Start) => {
    const count = to.answers - (from?.answers ?? 0)
    const above = to.lower.logEvidence(x, theta, count, from?.lower)
    const below = to.upper.logEvidence(x, theta, count, from?.upper)
    return Math.max(above, below) + log1p(exp(-Math.abs(above - below))) - Math.LN2
  }
  /** By how much the evidence for a change of x after a start is above the threshold, at the θ that explains most. */
  const excess = (x: number, start: Start, now: Start): number => {
    const at = (theta: number) => logEvidence(x, theta, start) + logEvidence(x, theta, now, start) - threshold
    const pooled = (now.lower.sums[x] + now.upper.sums[x]) / (2 * now.answers)
    const first = at(Math.min(1, Math.max(0, pooled)))
    return first < 0 ? first : least(at)
  }
  const look = (): Change | undefined => {
    const now: Start = { answers: answers - begun, lower, upper }
    const moved: number[] = []
    let since = 0
    let most = 0
    for (let x = 0; x < categories; x++) {
      let best = -1
      for (const start of starts) {
        if (!isFar(x, start, now)) continue
        const value = excess(x, start, now)
        if (value > best) best = value
        if (value > most) {
          most = value
          since = begun + start.answers
        }
      }
      if (best >= 0) moved.push(x)
    }
    return moved.length === 0 ? undefined : { at: answers, since, categories: moved }
  }
  return {
    get answers() {
      return answers
    },
    observe(mechanism, response) {
      const scores: Scores = scoresOf(mechanism)
      requireInteger("the mechanism's number of categories", scores.categories, categories, categories)
      scores.write(response, low, high)
      if (mixture === undefined) {
        mixture = createMixture(scores.variance)
        begin()
      }
      lower.add(low, scores.least, 1)
      upper.add(high, scores.most, 1)
      answers++
      const own = answers - begun
      lower.settle(own)
      upper.settle(own)
      if (own % LOOK_EVERY !== 0) return undefined
      const change = look()
      if (change !== undefined) {
        begin()
        return change
      }
      if (own % EVERY !== 0) return undefined
      starts.push({ answers: own, lower: lower.copy(), upper: upper.copy() })
      starts = starts.filter(start => isKept(start.answers / EVERY, own / EVERY))
      return undefined
    },
  }
}

/** Whether a start is among those that are kept: the older, the fewer. */
function isKept(start: number, now: number): boolean {
  let apart = 1
  while ((now - start) / apart >= 2 * KEPT) apart *= 2
  return start % apart === 0
}

/** Whether the means of the scores on the two sides of a start are far enough from each other to be worth a closer look. */
function isFar(x: number, start: Start, now: Start): boolean {
  const after = now.answers - start.answers
  const variance =
    start.lower.squares(x) / (start.answers * start.answers) +
    (now.lower.squares(x) - start.lower.squares(x)) / (after * after)
  const fall = start.lower.sums[x] / start.answers - (now.upper.sums[x] - start.upper.sums[x]) / after
  const rise = (now.lower.sums[x] - start.lower.sums[x]) / after - start.upper.sums[x] / start.answers
  return Math.max(fall, rise) > LEAST_ERRORS * Math.sqrt(variance)
}

/** The least value of a convex function on [0, 1], or the first negative one that is met. */
function least(value: (theta: number) => number): number {
  let [from, to] = [0, 1]
  let found = Infinity
  for (let step = 0; step < SEARCH_STEPS && found >= 0; step++) {
    const [one, other] = [from + (to - from) / 3, to - (to - from) / 3]
    const [first, second] = [value(one), value(other)]
    found = Math.min(found, first, second)
    if (first < second) to = other
    else from = one
  }
  return found
}
