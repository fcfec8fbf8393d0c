import { copyList, refuseSecret, requireInteger, requireOptions } from '../check/check.ts'
import { type Response, requireHeld } from '../mechanism/mechanism.ts'
import type { Rounds } from './memoized-rounds.ts'

/** What a `Memoized` remembers. */
export interface MemoizedState {
  /** How many reports there were. */
  readonly reports: number
  /** For `loloha`: the person's partition. */
  readonly partition?: number
  /** For `loloha`: how often each value was reported. Reports that are not counted here are taken for those of other values. */
  readonly reported?: readonly (readonly [value: number, reports: number])[]
  /** The permanent answer of each value, or bucket, that was held. */
  readonly permanent: readonly (readonly [value: number, answer: Response])[]
}

/** What is remembered, in maps. */
interface Past<P> {
  readonly reports: number
  /** Undefined until it is drawn. */
  readonly partition?: number
  readonly kept: Map<number, P>
  readonly reported: Map<number, number>
}

export const nothingYet = <P>(): Past<P> => ({ reports: 0, kept: new Map(), reported: new Map() })

/** Reads a state. Whatever is wrong, the error does not say which values were held. */
export function readState<R extends Response, P extends Response>(
  rounds: Rounds<R, P>,
  state: MemoizedState,
): Past<P> {
  const { mechanism, partitions, values } = rounds
  const past = requireOptions(
    state,
    { reports: true, partition: true, reported: true, permanent: true },
    'state',
  )
  const kept = new Map<number, P>()
  for (const entry of copyList('state.permanent', past.permanent, 0, values, 'a list of pairs')) {
    const [value, answer] = copyList('a pair of state.permanent', entry, 2, 2, 'a value and an answer')
    const held = requireHeld(value, values, 'a value of state.permanent')
    if (kept.has(held)) refuseSecret('each value of state.permanent', 'there once')
    kept.set(held, rounds.requireAnswer(answer))
  }
  // Each of the permanent answers was made for a report.
  const reports = requireInteger('state.reports', past.reports, kept.size)
  const partition = requireInteger('state.partition', past.partition ?? 0, 0, partitions - 1)
  if (partitions === 1 && past.reported !== undefined) {
    refuseSecret('state.reported', 'left out unless kind is loloha')
  }
  const reported = new Map<number, number>()
  let total = 0
  const { categories } = mechanism
  for (const entry of copyList('state.reported', past.reported ?? [], 0, categories, 'a list of pairs')) {
    const [value, count] = copyList('a pair of state.reported', entry, 2, 2, 'a value and its reports')
    const held = requireHeld(value, categories, 'a value of state.reported')
    if (reported.has(held)) refuseSecret('each value of state.reported', 'there once')
    if (!kept.has(rounds.valueOf(held, partition))) {
      refuseSecret('each value of state.reported', 'one whose bucket has a permanent answer')
    }
    total += requireInteger('the reports of a value of state.reported', count, 1, reports)
    reported.set(held, count as number)
  }
  requireInteger('the sum of state.reported', total, 0, reports)
  return { reports, partition, kept, reported }
}
