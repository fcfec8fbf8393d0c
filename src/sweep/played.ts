import type { Ended } from './comparison.ts'
import type { Measured } from './measures.ts'
import { INTERVAL_PROBABILITY, type StoredChange, type StoredCheckpoint, type StoredLaw } from './run-row.ts'

/** A run that was played. */
export interface Played {
  readonly run: Ended & { readonly meanSubsetSize: number; readonly auditedEpsilon: number }
  /** Its laws: the estimates are read once the clock has stopped. */
  laws(): PlayedLaw[]
  /** The measures that do not follow from the laws. */
  readonly measures?: Measured<number>
  /** What was recorded on the way, and the time that it took. */
  readonly trajectory?: StoredCheckpoint[]
  readonly changes?: StoredChange[]
  readonly recordingSeconds?: number
}

/** What is believed of a law. */
export interface Belief {
  readonly mean: ArrayLike<number>
  interval(probability: number): readonly [lower: ArrayLike<number>, upper: ArrayLike<number>]
}

/** A law of a run that was played; absent is what there is none of. */
export interface PlayedLaw {
  readonly about: readonly string[]
  readonly people: number
  readonly truth: ArrayLike<number>
  readonly belief: Belief
  readonly separate?: Belief
  readonly cramersV?: StoredLaw['cramersV']
}

/** A law as it is stored, with its intervals. */
export function storedLaw({ about, people, truth, belief, separate, cramersV }: PlayedLaw): StoredLaw {
  return {
    about: [...about],
    people,
    truth: Array.from(truth),
    ...storedBelief(belief),
    separate: separate ? storedBelief(separate) : null,
    cramersV: cramersV ?? null,
  }
}

function storedBelief({ mean, interval }: Belief) {
  const [lower, upper] = interval(INTERVAL_PROBABILITY)
  return { estimate: Array.from(mean), lower: Array.from(lower), upper: Array.from(upper) }
}

/** The same without the intervals of its cells. */
export function withoutIntervals({ separate, ...law }: StoredLaw): StoredLaw {
  const none = { lower: null, upper: null }
  return { ...law, ...none, separate: separate && { ...separate, ...none } }
}
