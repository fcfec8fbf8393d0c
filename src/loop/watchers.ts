import { refuse, requireBoolean, requireInteger } from '../check/check.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'
import {
  type ChangeDetector,
  type ChangeDetectorJSON,
  changeDetector,
  changeDetectorFromJSON,
} from '../sequence/change-detector.ts'
import type { Change } from '../sequence/change-json.ts'
import {
  type ConfidenceSequence,
  type ConfidenceSequenceJSON,
  confidenceSequence,
  confidenceSequenceFromJSON,
} from '../sequence/confidence-sequence.ts'
import { scoresOf } from '../sequence/scores.ts'
import { sequenceOptions } from './goal/anytime.ts'
import type { SnapshotOptions } from './snapshot.ts'

/** What follows the answers themselves, one by one, beside the posterior. */
export interface Watchers {
  /** The intervals that hold at every look, if they were asked for. */
  readonly sequence: ConfidenceSequence | undefined
  /** The detector of changes, if they are looked for. */
  readonly detector: ChangeDetector | undefined
  /** The option that asked for one of them; undefined if there is none. */
  readonly option: 'anytime' | 'guarantee' | 'runLength' | undefined
  /** Throws a RangeError if the answers of a mechanism cannot be followed. */
  admit(mechanism: Mechanism): void
  observe(mechanism: Mechanism, response: Response): Change | undefined
}

interface SavedState {
  readonly anytime: ConfidenceSequenceJSON | null
  readonly change: ChangeDetectorJSON | null
}

/**
 * The watchers that an estimator's options ask for, continued from a snapshot if there is one.
 *
 * @param size the number of answers
 * @throws RangeError on a bad option, or a state that does not fit the options
 */
export function createWatchers(
  options: SnapshotOptions,
  saved: SavedState | undefined,
  size: number,
): Watchers {
  const sequence = createSequence(options, saved?.anytime, size)
  const detector = createDetector(options, saved?.change, size)
  return {
    sequence,
    detector,
    option: options.anytime ? 'anytime' : sequence ? 'guarantee' : detector && 'runLength',
    admit(mechanism) {
      if (sequence || detector) scoresOf(mechanism)
    },
    observe(mechanism, response) {
      sequence?.observe(mechanism, response)
      return detector?.observe(mechanism, response)
    },
  }
}

function createSequence(
  options: SnapshotOptions,
  saved: ConfidenceSequenceJSON | null | undefined,
  size: number,
): ConfidenceSequence | undefined {
  const { categories, anytime } = options
  const banded = sequenceOptions(options, requireBoolean('anytime', anytime ?? false))
  if (saved === undefined) return banded && confidenceSequence(banded)
  requireState("the snapshot's anytime", saved, banded !== undefined, 'the state of its intervals')
  if (saved === null) return undefined
  const sequence = confidenceSequenceFromJSON(saved)
  const { categories: K, level, simultaneous, answers } = saved
  if (banded && (level !== banded.level || simultaneous !== banded.simultaneous)) {
    refuse("the level of the snapshot's anytime", level, `the options', ${banded.level}`)
  }
  requireInteger("the number of categories of the snapshot's anytime", K, categories, categories)
  requireInteger("the number of answers of the snapshot's anytime", answers, size, size)
  return sequence
}

function createDetector(
  { categories, runLength }: SnapshotOptions,
  saved: ChangeDetectorJSON | null | undefined,
  size: number,
): ChangeDetector | undefined {
  if (saved === undefined) {
    return runLength === undefined ? undefined : changeDetector({ categories, runLength })
  }
  requireState("the snapshot's change", saved, runLength !== undefined, 'the state of its detector')
  if (saved === null) return undefined
  const detector = changeDetectorFromJSON(saved)
  if (saved.runLength !== runLength) {
    refuse("the runLength of the snapshot's change", saved.runLength, `the options', ${runLength}`)
  }
  requireInteger(
    "the number of categories of the snapshot's change",
    saved.categories,
    categories,
    categories,
  )
  requireInteger("the number of answers of the snapshot's change", saved.answers, size, size)
  return detector
}

function requireState(argument: string, state: unknown, isAsked: boolean, what: string): void {
  if (isAsked !== (state !== null)) refuse(argument, state, isAsked ? what : 'null')
}
