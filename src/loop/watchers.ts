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
import { sequenceOptions } from './goal/anytime.ts'
import type { SnapshotOptions } from './snapshot.ts'

/** What goes by the answers themselves, one by one, beside the posterior. */
export interface Watchers {
  /** The intervals that hold at every look, if they were asked for. */
  readonly sequence: ConfidenceSequence | undefined
  /** What tells changes, if they are looked for. */
  readonly detector: ChangeDetector | undefined
  /** The option that asks for one of them; undefined where there is none. */
  readonly option: 'anytime' | 'runLength' | undefined
  observe(mechanism: Mechanism, response: Response): Change | undefined
}

interface From {
  readonly anytime: ConfidenceSequenceJSON | null
  readonly change: ChangeDetectorJSON | null
}

/**
 * What an estimator's options ask for; of a snapshot, what was there goes on.
 *
 * @param size the number of answers
 * @throws RangeError on a bad option, or a state that is not of these options
 */
export function createWatchers(options: SnapshotOptions, from: From | undefined, size: number): Watchers {
  const sequence = createSequence(options, from?.anytime, size)
  const detector = createDetector(options, from?.change, size)
  return {
    sequence,
    detector,
    option: sequence ? 'anytime' : detector && 'runLength',
    observe(mechanism, response) {
      sequence?.observe(mechanism, response)
      return detector?.observe(mechanism, response)
    },
  }
}

function createSequence(
  options: SnapshotOptions,
  from: ConfidenceSequenceJSON | null | undefined,
  size: number,
): ConfidenceSequence | undefined {
  const { categories, anytime } = options
  const banded = sequenceOptions(options, requireBoolean('anytime', anytime ?? false))
  if (from === undefined) return banded && confidenceSequence(banded)
  requireState("the snapshot's anytime", from, banded !== undefined, 'the state of its intervals')
  if (from === null) return undefined
  const sequence = confidenceSequenceFromJSON(from)
  const { categories: K, level, simultaneous, answers } = from
  if (banded && (level !== banded.level || simultaneous !== banded.simultaneous)) {
    refuse("the level of the snapshot's anytime", level, `the options', ${banded.level}`)
  }
  requireInteger("the number of categories of the snapshot's anytime", K, categories, categories)
  requireInteger("the number of answers of the snapshot's anytime", answers, size, size)
  return sequence
}

function createDetector(
  { categories, runLength }: SnapshotOptions,
  from: ChangeDetectorJSON | null | undefined,
  size: number,
): ChangeDetector | undefined {
  if (from === undefined) {
    return runLength === undefined ? undefined : changeDetector({ categories, runLength })
  }
  requireState("the snapshot's change", from, runLength !== undefined, 'the state of its detector')
  if (from === null) return undefined
  const detector = changeDetectorFromJSON(from)
  if (from.runLength !== runLength) {
    refuse("the runLength of the snapshot's change", from.runLength, `the options', ${runLength}`)
  }
  requireInteger("the number of categories of the snapshot's change", from.categories, categories, categories)
  requireInteger("the number of answers of the snapshot's change", from.answers, size, size)
  return detector
}

function requireState(argument: string, state: unknown, isAsked: boolean, what: string): void {
  if (isAsked !== (state !== null)) refuse(argument, state, isAsked ? what : 'null')
}
