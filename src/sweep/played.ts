import type { Ended } from './comparison.ts'
import type { Measured } from './measures.ts'
import { INTERVAL_PROBABILITY, type StoredChange, type StoredCheckpoint, type StoredLaw } from './run-row.ts'

/** Outcome of a run, before it becomes a row. */
export interface Played {
  readonly run: Ended & { readonly meanSubsetSize: number; readonly auditedEpsilon: number }
  /** Computes the laws of the run. Called after the clock has stopped, because reading estimates takes time. */
  laws(): PlayedLaw[]
  /** The measures that are not means over the laws. */
  readonly measures?: Measured<number>
  /** The recorded trajectory and changes, and the time of recording them. */
  readonly trajectory?: StoredCheckpoint[]
  readonly changes?: StoredChange[]
  readonly recordingSeconds?: number
}

/** Estimate of a distribution. */
export interface Belief {
  readonly mean: ArrayLike<number>
  interval(probability: number): readonly [lower: ArrayLike<number>, upper: ArrayLike<number>]
}

/** An estimated law of a run. */
export interface PlayedLaw {
  readonly about: readonly string[]
  readonly people: number
  readonly truth: ArrayLike<number>
  readonly belief: Belief
  readonly separate?: Belief
  readonly cramersV?: StoredLaw['cramersV']
}

/** Converts a law into its stored form, with intervals. */
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

/** Removes the intervals of a stored law. */
export function withoutIntervals({ separate, ...law }: StoredLaw): StoredLaw {
  const none = { lower: null, upper: null }
  return { ...law, ...none, separate: separate && { ...separate, ...none } }
}
