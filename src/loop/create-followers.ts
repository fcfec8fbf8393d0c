import { approve } from '../catalogue/approve.ts'
import { mechanismFromRequest } from '../catalogue/requests.ts'
import { refuse, requireBoolean, requireInteger } from '../check/check.ts'
import type { Tally } from '../posterior/tally/tally.ts'
import type { AnswerCountsState } from '../risk/answer-counts.ts'
import { RobustMeans } from '../risk/robust-means.ts'
import {
  type ChangeDetector,
  type ChangeDetectorJSON,
  changeDetectorBeside,
  changeDetectorFromJSONBeside,
} from '../sequence/change-detector.ts'
import {
  type ConfidenceSequenceJSON,
  type SummedSequence,
  summedSequence,
  summedSequenceFromJSON,
} from '../sequence/confidence-sequence.ts'
import type { PooledAnswers } from '../sequence/pooled-answers.ts'
import type { EngineOptions } from './engine-options.ts'
import type { FollowerStates } from './follower.ts'
import { Followers } from './followers.ts'
import { sequenceOptions } from './goal/anytime.ts'
import { createMemory } from './memory/create-memory.ts'
import { readMemory } from './memory/memory.ts'
import { builtIn } from './strategy/built-in.ts'

/**
 * Creates the followers that options turn on, from their states if there are any.
 *
 * @param tally all answers so far
 * @throws RangeError on a bad option, or a state that does not fit the options
 */
export function createFollowers(options: EngineOptions, tally: Tally, states?: FollowerStates): Followers {
  const { memory = 'all', anytime } = options
  const sequence = createSequence(options, states?.anytime, tally.size)
  return new Followers({
    memory: createMemory(memory, tally, states?.memory),
    robust: createRobust(options, states?.robust, tally.size),
    sequence: sequence?.sequence,
    sequenceOption: anytime ? 'anytime' : 'guarantee',
    detector: createDetector(sequence?.pooled, options, states?.change, tally.size),
  })
}

function createRobust(
  { categories, epsilon, robust, memory = 'all', catalogue = builtIn }: EngineOptions,
  saved: AnswerCountsState | null | undefined,
  size: number,
): RobustMeans | undefined {
  if (robust === undefined) {
    if ((saved ?? null) === null) return undefined
    refuse("the snapshot's robust", saved, 'null, as no robust intervals were asked for')
  }
  if (readMemory(memory) !== 'all') refuse('memory', memory, "'all', where robust intervals are asked for")
  const means = new RobustMeans(categories, robust, saved ?? undefined, request =>
    approve(mechanismFromRequest(request, { categories, catalogue }), { categories, epsilon, catalogue }),
  )
  requireInteger("the snapshot's counted answers", means.answers.size, size, size)
  return means
}

function createSequence(
  options: EngineOptions,
  saved: ConfidenceSequenceJSON | null | undefined,
  size: number,
): SummedSequence | undefined {
  const { categories, anytime } = options
  const banded = sequenceOptions(options, requireBoolean('anytime', anytime ?? false))
  if (saved === undefined) return banded && summedSequence(banded)
  requireState("the snapshot's anytime", saved, banded !== undefined, 'the state of its intervals')
  if (saved === null) return undefined
  const summed = summedSequenceFromJSON(saved)
  const { categories: K, level, simultaneous, answers } = saved
  if (banded && (level !== banded.level || simultaneous !== banded.simultaneous)) {
    refuse("the level of the snapshot's anytime", level, `the options', ${banded.level}`)
  }
  requireInteger("the number of categories of the snapshot's anytime", K, categories, categories)
  requireInteger("the number of answers of the snapshot's anytime", answers, size, size)
  return summed
}

function createDetector(
  summed: PooledAnswers | undefined,
  { categories, runLength }: EngineOptions,
  saved: ChangeDetectorJSON | null | undefined,
  size: number,
): ChangeDetector | undefined {
  if (saved === undefined) {
    return runLength === undefined ? undefined : changeDetectorBeside(summed, { categories, runLength })
  }
  requireState("the snapshot's change", saved, runLength !== undefined, 'the state of its detector')
  if (saved === null) return undefined
  const detector = changeDetectorFromJSONBeside(summed, saved)
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
