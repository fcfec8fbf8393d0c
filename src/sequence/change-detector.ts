import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { exp } from '../elementary/exp.ts'
import { log } from '../elementary/log.ts'
import { log1p } from '../elementary/log1p.ts'
import { type Mechanism, MOST_CATEGORIES, type Response } from '../mechanism/mechanism.ts'
import type { BandSums } from './band-sums.ts'
import {
  type Change,
  changesFromList,
  type Start,
  type StartJSON,
  startsFromJSON,
  startToJSON,
} from './change-json.ts'
import type { Scores } from './contract.ts'
import { noSums } from './end-json.ts'
import { createMixture, type Mixture } from './mixture.ts'
import { scoresOf } from './scores.ts'

/** What is watched, and how rare false alarms are to be. */
export interface ChangeDetectorOptions {
  /** Number of categories K, at least 2. */
  readonly categories: number
  /** R: while nothing changes, the mean number of answers between two false alarms is at least that. */
  readonly runLength: number
}

/** Watches answers for a change of the frequencies. */
export interface ChangeDetector {
  /** How many answers it has seen. */
  readonly answers: number
  /** All changes that it has noticed, in order. */
  readonly changes: readonly Change[]
  /**
   * Takes an answer. It looks at every twentieth; after an alarm it starts anew.
   *
   * @param mechanism the channel that was answered; which one may depend on all answers before, and must not on this one
   * @returns the change, if one has just been noticed
   * @throws RangeError, and changes nothing, on a response that the mechanism cannot give, or other categories
   */
  observe(mechanism: Mechanism, response: Response): Change | undefined
  /** Takes the answers of a group to one mechanism, each response with the number of people who gave it: it looks at their end. */
  observeMany(
    mechanism: Mechanism,
    answers: Iterable<readonly [response: Response, count: number]>,
  ): Change | undefined
  /** All of the state as plain data: `changeDetectorFromJSON` continues the very same numbers. */
  toJSON(): ChangeDetectorJSON
}

/** A change detector as plain data. */
export interface ChangeDetectorJSON {
  /** Number of categories K. */
  readonly categories: number
  /** R. */
  readonly runLength: number
  /** How many answers it has seen. */
  readonly answers: number
  /** The changes that it has noticed. */
  readonly changes: readonly Change[]
  /** The answers before it last started anew. */
  readonly begun: number
  /** The variance that the mixture was made for; null before there is an answer. */
  readonly variance: number | null
  /** The sums since it last started anew: at the starts that are kept, in order, and now. */
  readonly starts: readonly StartJSON[]
  /** The last of these sums. */
  readonly now: StartJSON
}

/** B: answers from one possible start of a new time to the next. */
const EVERY = 100
export const LEAST_RUN_LENGTH = EVERY
/** Answers from one look to the next. */
const LOOK_EVERY = 20
/** So many starts are kept of ages from 2^i to 2^(i+1). */
const KEPT = 8
/** Differences of so few standard errors are never an alarm: a bound of at least 4.5 of them is needed. */
const LEAST_ERRORS = 4
const SEARCH_STEPS = 60

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
 * const detector = changeDetector({ categories: 2, runLength: 100_000 })
 * const mechanism = srr({ categories: 2, epsilon: 3 })
 * for (let person = 0; person < 1000; person++) detector.observe(mechanism, 0)
 * let change
 * while (!change) change = detector.observe(mechanism, 1)
 * change.categories // [0, 1]
 */
export function changeDetector(options: ChangeDetectorOptions): ChangeDetector {
  requireOptions(options, OPTIONS)
  return build(options)
}

const OPTIONS = { categories: true, runLength: true } as const

/**
 * Continues a change detector from its plain data, by the very same numbers.
 *
 * @throws RangeError, which says what is wrong, if no change detector could be in that state
 * @example
 * const detector = changeDetector({ categories: 2, runLength: 100_000 })
 * detector.observe(srr({ categories: 2, epsilon: 3 }), 0)
 * changeDetectorFromJSON(JSON.parse(JSON.stringify(detector))).answers // 1
 */
export function changeDetectorFromJSON(json: ChangeDetectorJSON): ChangeDetector {
  requireOptions(json, { ...OPTIONS, ...STATE }, 'json')
  const { categories, runLength, ...state } = json
  return build({ categories, runLength }, state)
}

type State = Omit<ChangeDetectorJSON, keyof typeof OPTIONS>

const STATE = { answers: true, changes: true, begun: true, variance: true, starts: true, now: true } as const

function build(options: ChangeDetectorOptions, state?: State): ChangeDetector {
  const categories = requireInteger('categories', options.categories, 2, MOST_CATEGORIES)
  const runLength = requireNumber('runLength', options.runLength, { min: LEAST_RUN_LENGTH })
  const threshold = log((2 * runLength * categories) / EVERY)
  const low = new Float64Array(categories)
  const high = new Float64Array(categories)
  let answers = requireInteger('answers', state?.answers ?? 0, 0)
  const changes: Change[] = state === undefined ? [] : changesFromList(state.changes, categories, answers)
  /** The answers before the detector last started anew. */
  const last = changes.at(-1)?.at ?? 0
  let begun = requireInteger('begun', state?.begun ?? 0, last, last)
  let variance = state?.variance ?? null
  let mixture: Mixture | undefined
  let lower: BandSums
  let upper: BandSums
  let starts: Start[] = []

  const begin = () => {
    lower = noSums('lower', mixture!, categories)
    upper = noSums('upper', mixture!, categories)
    starts = []
    begun = answers
  }
  if (state !== undefined && answers > 0) {
    mixture = createMixture(requireNumber('variance', variance, { above: 0 }))
    ;[...starts] = startsFromJSON(state, mixture, categories)
    ;({ lower, upper } = starts.pop()!)
    if (answers > begun) {
      lower.settle(answers - begun)
      upper.settle(answers - begun)
    }
  } else if (variance !== null) refuse('variance', variance, 'null before there is an answer')
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
  const scoresFor = (mechanism: Mechanism): Scores => {
    const scores = scoresOf(mechanism)
    requireInteger("the mechanism's number of categories", scores.categories, categories, categories)
    return scores
  }
  const add = (scores: Scores, count: number) => {
    if (mixture === undefined) {
      variance = scores.variance
      mixture = createMixture(variance)
      begin()
    }
    lower.add(low, scores.least, count)
    upper.add(high, scores.most, count)
    answers += count
  }
  /** Has the answers since `before` count, and looks where it is time. */
  const settle = (before: number): Change | undefined => {
    const [was, own] = [before - begun, answers - begun]
    lower.settle(own)
    upper.settle(own)
    const isPassed = (step: number) => Math.floor(own / step) > Math.floor(was / step)
    if (!isPassed(LOOK_EVERY)) return undefined
    const change = look()
    if (change !== undefined) {
      changes.push(change)
      begin()
      return change
    }
    if (!isPassed(EVERY)) return undefined
    starts.push({ answers: own, lower: lower.copy(), upper: upper.copy() })
    starts = starts.filter(start => isKept(Math.floor(start.answers / EVERY), Math.floor(own / EVERY)))
    return undefined
  }
  return {
    get answers() {
      return answers
    },
    get changes() {
      return changes.slice()
    },
    observe(mechanism, response) {
      const scores = scoresFor(mechanism)
      scores.write(response, low, high)
      add(scores, 1)
      return settle(answers - 1)
    },
    observeMany(mechanism, group) {
      const scores = scoresFor(mechanism)
      // All of them are checked before one is counted.
      const counted = Array.from(group, ([response, count]) => {
        scores.write(response, low, high)
        return [response, requireInteger('count', count, 0)] as const
      })
      const before = answers
      for (const [response, count] of counted) {
        if (count === 0) continue
        scores.write(response, low, high)
        add(scores, count)
      }
      return answers === before ? undefined : settle(before)
    },
    toJSON: () => ({
      categories,
      runLength,
      answers,
      changes: changes.slice(),
      begun,
      variance,
      starts: starts.map(startToJSON),
      now: startToJSON({ answers: answers - begun, lower, upper }),
    }),
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
