import { refuse, requireNumber } from '../check/check.ts'
import { LEVEL_RANGE } from '../check/ranges.ts'
import type { Mechanism } from '../mechanism/mechanism.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import { stream } from '../random/stream.ts'
import { canTell, type LiarSigns, liarSigns } from '../risk/liar-signs.ts'
import type { RobustMeans } from '../risk/robust-means.ts'
import type { ChangeDetector } from '../sequence/change-detector.ts'
import type { Change } from '../sequence/change-json.ts'
import { type Band, bandOf, type ConfidenceSequence } from '../sequence/confidence-sequence.ts'
import { scoresOf } from '../sequence/scores.ts'
import { probit } from '../special/probit.ts'
import type { BatchAnswers, Follower, FollowerStates } from './follower.ts'
import type { MemoryFollower, MemoryWeight } from './memory/memory-follower.ts'

/** Additions of the observers to an estimate. */
export interface FollowerReport {
  /** The weight of each memory, with the memory `'learned'`. */
  readonly memory?: readonly MemoryWeight[]
  /** Intervals that hold at every interim look, with the option `anytime`. */
  readonly anytime?: Band
  /** Changes so far, with the option `runLength`. */
  readonly changes?: readonly Change[]
  /** Signs of liars, with the option `robust`: from 500 answers on, for at most 256 categories. */
  readonly liars?: LiarSigns
}

/** The optional observers of a collection; undefined if the option is not set. */
interface Asked {
  readonly memory: MemoryFollower | undefined
  readonly robust: RobustMeans | undefined
  readonly sequence: ConfidenceSequence | undefined
  /** The option that turned on the confidence sequence. */
  readonly sequenceOption: 'anytime' | 'guarantee'
  readonly detector: ChangeDetector | undefined
}

/** Passes each answer once to every observer of a collection. The tally and the posterior draw are not among them. */
export class Followers {
  readonly memory: MemoryFollower | undefined
  readonly sequence: ConfidenceSequence | undefined
  readonly detector: ChangeDetector | undefined
  private readonly robust: RobustMeans | undefined
  private readonly all: readonly Follower[]

  constructor({ memory, robust, sequence, sequenceOption, detector }: Asked) {
    this.memory = memory
    this.robust = robust
    this.sequence = sequence
    this.detector = detector
    this.all = [
      ...(sequence ? [sequenceFollower(sequence, sequenceOption)] : []),
      ...(detector ? [detectorFollower(detector)] : []),
      ...(robust ? [robustFollower(robust)] : []),
      ...(memory ? [memory] : []),
    ]
  }

  /** The options that asked for them. */
  get options(): readonly string[] {
    return this.all.map(({ option }) => option)
  }

  /** Throws a RangeError if a follower cannot use the answers of this mechanism. */
  admit(mechanism: Mechanism): void {
    for (const follower of this.all) follower.admit?.(mechanism)
  }

  /** Throws a RangeError if a follower needs the request of each answer, because a tally does not have it. */
  admitTally(): void {
    for (const { option, observeTally } of this.all) {
      if (!observeTally) refuse('answers', 'a tally', `given one by one, because of the option ${option}`)
    }
  }

  /** Takes the answers of a batch. Returns the change that they reveal, if any. */
  observe(mechanism: Mechanism, answers: BatchAnswers, size: number): Change | undefined {
    let change: Change | undefined
    for (const follower of this.all) change = follower.observe(mechanism, answers, size) ?? change
    return change
  }

  /** Takes answers that come as a tally. */
  observeTally(answers: Tally): void {
    for (const follower of this.all) follower.observeTally!(answers)
  }

  /** The intervals of estimates, if they are not those of the posterior. */
  get interval(): ((level: number) => [Float64Array, Float64Array]) | undefined {
    const { robust } = this
    if (robust === undefined) return undefined
    return level => robust.interval(probit((1 + requireNumber('level', level, LEVEL_RANGE)) / 2))
  }

  /**
   * The followers' additions to an estimate.
   *
   * @param seed of the null distribution for the signs of liars
   */
  report(categories: number, seed: string): FollowerReport {
    const { memory, sequence, detector, robust } = this
    const weights = memory?.weights?.()
    const answers = robust?.answers
    const liars = answers && canTell(categories, answers.size)
    return {
      ...(weights && { memory: weights }),
      ...(sequence && { anytime: bandOf(sequence) }),
      ...(detector && { changes: detector.changes }),
      ...(liars && { liars: liarSigns(answers, categories, stream(seed)) }),
    }
  }

  states(): FollowerStates {
    const none: FollowerStates = { memory: null, robust: null, anytime: null, change: null }
    return Object.assign(none, ...this.all.map(follower => ({ [follower.field]: follower.state() })))
  }
}

function sequenceFollower(sequence: ConfidenceSequence, option: string): Follower {
  return {
    field: 'anytime',
    option,
    admit: scoresOf,
    observe(mechanism, answers) {
      if (answers.length === 1) sequence.observe(mechanism, ...answers[0])
      else sequence.observeMany(mechanism, answers)
      return undefined
    },
    state: () => sequence.toJSON(),
  }
}

function detectorFollower(detector: ChangeDetector): Follower {
  return {
    field: 'change',
    option: 'runLength',
    admit: scoresOf,
    observe: (mechanism, answers, size) =>
      size === 1 ? detector.observe(mechanism, answers[0][0]) : detector.observeMany(mechanism, answers),
    state: () => detector.toJSON(),
  }
}

function robustFollower(robust: RobustMeans): Follower {
  return {
    field: 'robust',
    option: 'robust',
    admit: mechanism => robust.admit(mechanism),
    observe(mechanism, answers) {
      for (const [response, count] of answers) robust.observe(mechanism, response, count)
      return undefined
    },
    state: () => robust.toJSON(),
  }
}
