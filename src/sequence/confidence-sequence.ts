import { type Categories, countCategories } from '../check/categories.ts'
import {
  refuse,
  requireBoolean,
  requireFields,
  requireInteger,
  requireNumber,
  requireOptions,
} from '../check/check.ts'
import { LEVEL_RANGE } from '../check/ranges.ts'
import { log } from '../elementary/log.ts'
import { type Mechanism, MOST_CATEGORIES, type Response } from '../mechanism/mechanism.ts'
import type { EndJSON } from './end-json.ts'
import { type ConfidencePoolJSON, poolsFromJSON, poolsToJSON } from './pool-json.ts'
import { PooledAnswers } from './pooled-answers.ts'
import { copyPools, type Pool, pooledEnds } from './pools.ts'

/** Options of a confidence sequence. */
export interface ConfidenceSequenceOptions {
  /** Number of categories K, at least 2. */
  readonly categories: Categories
  /** The probability that an interval holds at all times together; default 0.95. */
  readonly level?: number
  /** Whether `level` applies to the intervals of all categories together; default false: to each separately. */
  readonly simultaneous?: boolean
}

/** An interval for the frequency of every category. */
export interface Band {
  /** Number of answers from which it is computed. */
  readonly answers: number
  /** The lower ends, length K, within [0, 1]; 0 before the first answer. */
  readonly lower: Float64Array
  /** The upper ends, length K, within [0, 1]; 1 before the first answer. */
  readonly upper: Float64Array
}

/** Intervals that hold at every look. */
export interface ConfidenceSequence extends Band {
  /**
   * Takes an answer, or the same answer of `count` people.
   *
   * @param mechanism the channel that was answered; the choice of it may depend on all earlier answers, but not on this one
   * @throws RangeError, and changes nothing, on a response that the mechanism cannot give, or a mechanism over another number of
   * categories
   */
  observe(mechanism: Mechanism, response: Response, count?: number): void
  /** Takes the answers of a group to one mechanism, each response with the number of people who gave it. */
  observeMany(mechanism: Mechanism, answers: Iterable<readonly [response: Response, count: number]>): void
  /** The band at another level, from the same answers. Which levels are asked for may not depend on the answers. */
  at(options: Omit<ConfidenceSequenceOptions, 'categories'>): Band
  /**
   * A band for the running mean of later answers only. If it begins at a suspected change, earlier answers do not bias it. *When* it begins
   * may depend on all answers so far.
   */
  since(): Band
  /** The whole state as plain data, from which `confidenceSequenceFromJSON` continues with exactly the same numbers. */
  toJSON(): ConfidenceSequenceJSON
}

/** A confidence sequence as plain data. */
export interface ConfidenceSequenceJSON {
  /** Number of categories K. */
  readonly categories: number
  /** The probability that an interval holds at all times together. */
  readonly level: number
  /** Whether `level` applies to all categories together. */
  readonly simultaneous: boolean
  /** Number of answers so far. */
  readonly answers: number
  /** The variance of the mixture; null before the first answer. */
  readonly variance: number | null
  /** The state of the lower ends. */
  readonly lower: EndJSON
  /** The state of the upper ends. */
  readonly upper: EndJSON
  /** Sums for channels whose noise differs much from that of the first; absent if there were none. */
  readonly others?: readonly ConfidencePoolJSON[]
}

/** A copy of a band, which later answers do not change. */
export function bandOf({ answers, lower, upper }: Band): Band {
  return { answers, lower, upper }
}

const LEVEL = { level: true, simultaneous: true } as const
const OPTIONS = { categories: true, ...LEVEL } as const

/**
 * Intervals for the frequencies that hold at every look, for any number of looks and any rule of stopping.
 *
 * For every category x, with probability `level`, at **all** times t together
 *
 *     lower_x ≤ (θ_1x + … + θ_tx)/t ≤ upper_x,
 *
 * where θ_s is the distribution that the s-th person was drawn from. So the interval is for the running mean, which is θ itself
 * if nothing changes. This holds for every truth, for any number of answers, and for channels that are chosen from earlier
 * answers by any rule; no prior is involved. At 10⁴ answers through one channel such an interval is 1.7 to 1.9
 * times as wide as one that holds at a single look where ε is 3 or less, and up to 2.3 times at ε = 8 (4 to 100 categories, five kinds of
 * channels). Channels whose noise differs by more than a factor of 64 are counted apart, each with a scale of its own.
 *
 * @param options.categories K, at least 2
 * @param options.level default 0.95
 * @param options.simultaneous whether the level applies to all categories together, by Bonferroni's bound; default false
 * @throws RangeError on a bad option
 * @see Howard, Ramdas, McAuliffe, Sekhon (2021), Time-uniform, nonparametric, nonasymptotic confidence sequences
 * @example
 * const sequence = confidenceSequence({ categories: 2 })
 * const mechanism = srr({ categories: 2, epsilon: 1 })
 * sequence.observe(mechanism, 0, 900)
 * sequence.observe(mechanism, 1, 300)
 * sequence.lower[0] // 0.8938…: at least that share holds category 0
 */
export function confidenceSequence(options: ConfidenceSequenceOptions): ConfidenceSequence {
  return summedSequence(options).sequence
}

/** A confidence sequence, with its sums, which other followers of the same answers can share. */
export interface SummedSequence {
  readonly sequence: ConfidenceSequence
  readonly pooled: PooledAnswers
}

/** A confidence sequence with its sums. */
export function summedSequence(options: ConfidenceSequenceOptions): SummedSequence {
  requireOptions(options, OPTIONS)
  return build(options)
}

/**
 * Continues a confidence sequence from its plain data, with exactly the same numbers.
 *
 * @throws RangeError, which says what is wrong, if no confidence sequence could be in that state
 * @example
 * const sequence = confidenceSequence({ categories: 2 })
 * sequence.observe(srr({ categories: 2, epsilon: 1 }), 0, 900)
 * confidenceSequenceFromJSON(JSON.parse(JSON.stringify(sequence))).answers // 900
 */
export function confidenceSequenceFromJSON(json: ConfidenceSequenceJSON): ConfidenceSequence {
  return summedSequenceFromJSON(json).sequence
}

/** Continues a confidence sequence, with its sums. */
export function summedSequenceFromJSON(json: ConfidenceSequenceJSON): SummedSequence {
  const fields = {
    ...OPTIONS,
    answers: true,
    variance: true,
    lower: true,
    upper: true,
    others: true,
  } as const
  requireFields(json, fields, 'json')
  const { categories, level, simultaneous, ...state } = json
  return build({ categories, level, simultaneous }, state)
}

/** The level, and ln(1/δ), where δ is the probability that one end of one interval misses. */
function readLevel(
  { level = 0.95, simultaneous = false }: Omit<ConfidenceSequenceOptions, 'categories'>,
  categories: number,
) {
  requireNumber('level', level, LEVEL_RANGE)
  requireBoolean('simultaneous', simultaneous)
  return { level, simultaneous, logOdds: log((2 * (simultaneous ? categories : 1)) / (1 - level)) }
}

type State = Pick<ConfidenceSequenceJSON, 'answers' | 'variance' | 'lower' | 'upper' | 'others'>

function build(options: ConfidenceSequenceOptions, state?: State): SummedSequence {
  const categories = countCategories(options.categories, MOST_CATEGORIES)
  const { level, simultaneous, logOdds } = readLevel(options, categories)
  let answers = state === undefined ? 0 : requireInteger('answers', state.answers, 0)
  const pooled = new PooledAnswers(categories, state === undefined ? [] : poolsOf(state, categories))
  const { pools } = pooled

  const end = (which: 'lower' | 'upper', count: number, before?: readonly Pool[], sure = logOdds) => {
    if (count === 0) return new Float64Array(categories).fill(which === 'lower' ? 0 : 1)
    return pooledEnds(which, pools, count, sure, before).map(value => Math.min(1, Math.max(0, value)))
  }
  const sequence: ConfidenceSequence = {
    get answers() {
      return answers
    },
    get lower() {
      return end('lower', answers)
    },
    get upper() {
      return end('upper', answers)
    },
    observe(mechanism, response, count = 1) {
      pooled.take(mechanism, response, count)
      answers += count
      pooled.settle()
    },
    observeMany(mechanism, group) {
      answers += pooled.takeMany(mechanism, group)
      pooled.settle()
    },
    at(other) {
      const { logOdds: sure } = readLevel(requireOptions(other, LEVEL), categories)
      const ends = (which: 'lower' | 'upper') => end(which, answers, undefined, sure)
      return { answers, lower: ends('lower'), upper: ends('upper') }
    },
    since() {
      const begun = answers
      const before = copyPools(pools)
      return {
        get answers() {
          return answers - begun
        },
        get lower() {
          return end('lower', answers - begun, before)
        },
        get upper() {
          return end('upper', answers - begun, before)
        },
      }
    },
    toJSON: () => ({
      categories,
      level,
      simultaneous,
      answers,
      variance: pools[0]?.variance ?? null,
      ...poolsToJSON(pools),
    }),
  }
  return { sequence, pooled }
}

function poolsOf(state: State, categories: number): Pool[] {
  if (state.answers > 0) return poolsFromJSON(state, state.answers, categories, 1)
  if (state.variance !== null) refuse('variance', state.variance, 'null before there is an answer')
  const { others = [] } = state
  if (others.length !== 0) refuse('others', others, 'left out before there is an answer')
  return []
}
