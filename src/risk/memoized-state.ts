import { copyList, refuseSecret, requireInteger, requireOptions } from '../check/check.ts'
import { type Response, requireHeld } from '../mechanism/mechanism.ts'
import type { Rounds } from './memoized-rounds.ts'

/** State of a `Memoized`, as plain data. */
export interface MemoizedState {
  /** Number of reports. */
  readonly reports: number
  /** For `loloha`: the person's partition. */
  readonly partition?: number
  /** For `loloha`: the number of reports of each value. Uncounted reports are taken for reports of other values. */
  readonly reported?: readonly (readonly [value: number, reports: number])[]
  /** The permanent answer of each value, or bucket, that the person has had. */
  readonly permanent: readonly (readonly [value: number, answer: Response])[]
}

/** State of a `Memoized`, in maps. */
interface Past<P> {
  readonly reports: number
  /** Undefined until it is drawn. */
  readonly partition?: number
  readonly kept: Map<number, P>
  readonly reported: Map<number, number>
}

export const nothingYet = <P>(): Past<P> => ({ reports: 0, kept: new Map(), reported: new Map() })

/** Reads a state. Errors do not reveal which values the person has had. */
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
  const permanent = new Map<number, P>()
  for (const entry of copyList('state.permanent', past.permanent, 0, values, 'a list of pairs')) {
    const [value, answer] = copyList('a pair of state.permanent', entry, 2, 2, 'a value and an answer')
    const key = requireHeld(value, values, 'a value of state.permanent')
    if (permanent.has(key)) refuseSecret('each value of state.permanent', 'there once')
    permanent.set(key, rounds.requireAnswer(answer))
  }
  // Every permanent answer was made for a report.
  const reports = requireInteger('state.reports', past.reports, permanent.size)
  const partition = requireInteger('state.partition', past.partition ?? 0, 0, partitions - 1)
  if (partitions === 1 && past.reported !== undefined) {
    refuseSecret('state.reported', 'left out unless kind is loloha')
  }
  const reported = new Map<number, number>()
  let total = 0
  const { categories } = mechanism
  for (const entry of copyList('state.reported', past.reported ?? [], 0, categories, 'a list of pairs')) {
    const [value, count] = copyList('a pair of state.reported', entry, 2, 2, 'a value and its reports')
    const category = requireHeld(value, categories, 'a value of state.reported')
    if (reported.has(category)) refuseSecret('each value of state.reported', 'there once')
    if (!permanent.has(rounds.valueOf(category, partition))) {
      refuseSecret('each value of state.reported', 'one whose bucket has a permanent answer')
    }
    total += requireInteger('the reports of a value of state.reported', count, 1, reports)
    reported.set(category, count as number)
  }
  requireInteger('the sum of state.reported', total, 0, reports)
  return { reports, partition, kept: permanent, reported }
}
