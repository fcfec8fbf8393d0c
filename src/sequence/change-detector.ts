import { type Categories, countCategories } from '../check/categories.ts'
import { refuse, requireFields, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { log } from '../elementary/log.ts'
import { type Mechanism, MOST_CATEGORIES, type Response } from '../mechanism/mechanism.ts'
import {
  type Change,
  changesFromList,
  frozenChange,
  type StartJSON,
  startsFromJSON,
  startToJSON,
} from './change-json.ts'
import { PooledAnswers } from './pooled-answers.ts'
import { farFrom, logEvidence, pooledMean, type Start } from './pooled-evidence.ts'
import { copyPools, emptyPool } from './pools.ts'

/** Options of a change detector: the categories, and the rate of false alarms. */
export interface ChangeDetectorOptions {
  /** Number of categories K, at least 2. */
  readonly categories: Categories
  /**
   * R: while nothing changes, the mean number of answers between two false alarms is at least R. It is a bound, not the mean: streams that
   * were constant took some 800 times as long.
   */
  readonly runLength: number
}

/** Watches answers for a change of the frequencies. */
export interface ChangeDetector {
  /** Number of answers so far. */
  readonly answers: number
  /** All detected changes, in order. */
  readonly changes: readonly Change[]
  /**
   * Takes an answer. The detector looks for a change at every twentieth answer, and after an alarm it starts afresh.
   *
   * @param mechanism the channel that was answered; the choice of it may depend on all earlier answers, but not on this one
   * @returns the change, if this answer reveals one
   * @throws RangeError, and changes nothing, on a response that the mechanism cannot give, or a mechanism over another number of
   * categories
   */
  observe(mechanism: Mechanism, response: Response): Change | undefined
  /**
   * Takes the answers of a group to one mechanism, each response with the number of people who gave it. The detector looks for a
   * change at most once, after the last of them.
   */
  observeMany(
    mechanism: Mechanism,
    answers: Iterable<readonly [response: Response, count: number]>,
  ): Change | undefined
  /** The whole state as plain data, from which `changeDetectorFromJSON` continues with exactly the same numbers. */
  toJSON(): ChangeDetectorJSON
}

/** A change detector as plain data. */
export interface ChangeDetectorJSON {
  /** Number of categories K. */
  readonly categories: number
  /** R. */
  readonly runLength: number
  /** Number of answers so far. */
  readonly answers: number
  /** The detected changes. */
  readonly changes: readonly Change[]
  /** Number of answers at its last new start. */
  readonly begun: number
  /** The variance of the first mixture; null before the first answer. */
  readonly variance: number | null
  /** The sums since its last new start, at each kept start, in order. */
  readonly starts: readonly StartJSON[]
  /** The current values of these sums. */
  readonly now: StartJSON
}

/** B: distance of the possible times of a change, in answers. */
const START_EVERY = 100
export const LEAST_RUN_LENGTH = START_EVERY
/** Answers from one look to the next. */
const LOOK_EVERY = 20
/** Number of kept starts with ages from 2^i to 2^(i+1). */
const KEPT = 8
const SEARCH_STEPS = 60
/** Share of the largest possible evidence, z²/2 nats for sides z standard errors apart, from which on a start is evaluated. */
const CLOSE = 0.95

/**
 * Detects when the frequencies have changed, which categories moved, and roughly since when.
 *
 * Every hundredth answer s is tried as the last one before a change. Let Λ(θ) be the mean of two evidences: that a frequency is
 * above θ, and that it is below. There is an alarm for category x at the answer t if for every θ
 *
 *     Λ_{1…s}(θ) · Λ_{s+1…t}(θ) ≥ K / α,   α = 100/(2R):
 *
 * no single frequency explains both stretches. While nothing changes, the probability of an alarm by the answer t is at most
 * t/(2R), for any channels that are chosen from earlier answers. Channels whose noise differs by more than a factor of 64 are counted
 * apart, each with a scale of its own; an evidence is then the product of theirs.
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
  return changeDetectorBeside(undefined, options)
}

/**
 * A change detector that shares sums with a confidence sequence, which has to count each answer first. Until a change is detected, both
 * sums are the same, so the detector reads those of the sequence.
 */
export function changeDetectorBeside(
  summed: PooledAnswers | undefined,
  options: ChangeDetectorOptions,
): ChangeDetector {
  requireOptions(options, OPTIONS)
  return build(summed, options)
}

const OPTIONS = { categories: true, runLength: true } as const

/**
 * Continues a change detector from its plain data, with exactly the same numbers.
 *
 * @throws RangeError, which says what is wrong, if no change detector could be in that state
 * @example
 * const detector = changeDetector({ categories: 2, runLength: 100_000 })
 * detector.observe(srr({ categories: 2, epsilon: 3 }), 0)
 * changeDetectorFromJSON(JSON.parse(JSON.stringify(detector))).answers // 1
 */
export function changeDetectorFromJSON(json: ChangeDetectorJSON): ChangeDetector {
  return changeDetectorFromJSONBeside(undefined, json)
}

/** Continues a change detector that shares sums with a confidence sequence, which has to count each answer first. */
export function changeDetectorFromJSONBeside(
  summed: PooledAnswers | undefined,
  json: ChangeDetectorJSON,
): ChangeDetector {
  requireFields(json, { ...OPTIONS, ...STATE }, 'json')
  const { categories, runLength, ...state } = json
  return build(summed, { categories, runLength }, state)
}

type State = Omit<ChangeDetectorJSON, keyof typeof OPTIONS>

const STATE = { answers: true, changes: true, begun: true, variance: true, starts: true, now: true } as const

function build(
  summed: PooledAnswers | undefined,
  options: ChangeDetectorOptions,
  state?: State,
): ChangeDetector {
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const runLength = requireNumber('runLength', options.runLength, { min: LEAST_RUN_LENGTH })
  const threshold = log((2 * runLength * categories) / START_EVERY)
  let answers = state === undefined ? 0 : requireInteger('answers', state.answers, 0)
  const changes: Change[] =
    state === undefined ? [] : changesFromList(state.changes, categories, answers).map(frozenChange)
  /** The answers before the detector last started anew. */
  const last = changes.at(-1)?.at ?? 0
  let begun = state === undefined ? 0 : requireInteger('begun', state.begun, last, last)
  let starts: Start[] = []
  let own = new PooledAnswers(categories, [])
  if (state !== undefined && answers > 0) {
    ;[...starts] = startsFromJSON(state, categories)
    own = new PooledAnswers(categories, [...starts.pop()!.pools])
  } else if (state !== undefined && state.variance !== null) {
    refuse('variance', state.variance, 'null before there is an answer')
  }
  /** Whether the sums are those of the confidence sequence, which counts each answer before the detector does. */
  let isShared = summed !== undefined && own.equals(summed)
  let pooled = isShared ? summed! : own
  const current = (): Start => ({ answers: answers - begun, pools: pooled.pools })
  /** Starts afresh. The first scale stays; channels of another noise will make their own again. */
  const begin = () => {
    pooled = new PooledAnswers(categories, [emptyPool(pooled.pools[0].variance, categories)])
    isShared = false
    starts = []
    begun = answers
  }
  const look = (): Change | undefined => {
    const { moved, since } = strongest(starts, current(), categories, threshold)
    return moved.length === 0
      ? undefined
      : frozenChange({ at: answers, since: begun + since, categories: moved })
  }
  /** Updates X̂ with the answers after the first `before`, and looks for a change if a multiple of `LOOK_EVERY` was passed. */
  const settle = (before: number): Change | undefined => {
    const [previous, count] = [before - begun, answers - begun]
    if (!isShared) pooled.settle()
    const isPassed = (step: number) => Math.floor(count / step) > Math.floor(previous / step)
    if (!isPassed(LOOK_EVERY)) return undefined
    const change = look()
    if (change !== undefined) {
      changes.push(change)
      begin()
      return change
    }
    if (!isPassed(START_EVERY)) return undefined
    starts.push({ answers: count, pools: copyPools(pooled.pools) })
    starts = starts.filter(start =>
      isKept(Math.floor(start.answers / START_EVERY), Math.floor(count / START_EVERY)),
    )
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
      if (!isShared) pooled.take(mechanism, response, 1)
      answers++
      return settle(answers - 1)
    },
    observeMany(mechanism, group) {
      const before = answers
      answers += isShared ? peopleOf(group) : pooled.takeMany(mechanism, group)
      return answers === before ? undefined : settle(before)
    },
    toJSON: () => ({
      categories,
      runLength,
      answers,
      changes: changes.slice(),
      begun,
      variance: pooled.pools[0]?.variance ?? null,
      starts: starts.map(startToJSON),
      now: startToJSON(current()),
    }),
  }
}

/** The categories whose evidence for a change after some start reaches the threshold, and the start of which the most exceeds it. */
function strongest(starts: readonly Start[], now: Start, categories: number, threshold: number) {
  const leastErrors = CLOSE * Math.sqrt(2 * threshold)
  const moved: number[] = []
  let since = 0
  let most = 0
  for (let x = 0; x < categories; x++) {
    const isFar = farFrom(x, now, leastErrors)
    let best = -1
    for (const start of starts) {
      if (!isFar(start)) continue
      const value = excess(x, start, now, threshold)
      if (value > best) best = value
      if (value > most) {
        most = value
        since = start.answers
      }
    }
    if (best >= 0) moved.push(x)
  }
  return { moved, since }
}

/** Excess of the evidence for a change of x after a start over the threshold, at the θ that explains both stretches best. */
function excess(x: number, start: Start, now: Start, threshold: number): number {
  const margin = (theta: number) =>
    logEvidence(x, theta, start) + logEvidence(x, theta, now, start) - threshold
  const first = margin(pooledMean(x, now))
  return first < 0 ? first : least(margin)
}

function peopleOf(answers: Iterable<readonly [response: Response, count: number]>): number {
  let people = 0
  for (const [, count] of answers) people += count
  return people
}

/** Whether a start is kept. The older the kept starts, the farther apart they are. Both arguments count steps of B answers. */
function isKept(start: number, now: number): boolean {
  let apart = 1
  while ((now - start) / apart >= 2 * KEPT) apart *= 2
  return start % apart === 0
}

/**
 * The minimum of a convex function on [0, 1], by ternary search. A negative value rules out an alarm, so the first one found is
 * returned at once.
 */
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
