import { copyList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import type { EndJSON } from './end-json.ts'
import { type ConfidencePoolJSON, poolsFromJSON, poolsToJSON } from './pool-json.ts'
import type { Start } from './pooled-evidence.ts'

/** A detected change. */
export interface Change {
  /** The answer, counted from 1, at which it was detected. */
  readonly at: number
  /** Roughly the last answer before the change. */
  readonly since: number
  /** The categories that have certainly moved; others may have moved too. */
  readonly categories: readonly number[]
}

/** A frozen copy of a change, because the detector returns the same object to all callers. */
export function frozenChange({ at, since, categories }: Change): Change {
  return Object.freeze({ at, since, categories: Object.freeze(categories) })
}

/** A `Start` as plain data: the sums of its first pool, and its other pools, if any. */
export interface StartJSON {
  readonly answers: number
  readonly lower: EndJSON
  readonly upper: EndJSON
  readonly others?: readonly ConfidencePoolJSON[]
}

interface State {
  readonly answers: number
  readonly begun: number
  readonly variance: number | null
  readonly starts: readonly StartJSON[]
  readonly now: StartJSON
}

export function startToJSON({ answers, pools }: Start): StartJSON {
  return { answers, ...poolsToJSON(pools) }
}

/**
 * Reads the pools of a change detector: those at its starts, in order, and then the present ones.
 *
 * @throws RangeError if no change detector could have them
 */
export function startsFromJSON(
  { answers, begun, variance, starts, now }: State,
  categories: number,
): Start[] {
  const sinceBegun = answers - begun
  if (!Array.isArray(starts)) refuse('starts', starts, 'a list')
  let previous: Start | undefined
  return [...(starts as readonly StartJSON[]), now].map((json, i) => {
    const name = i < starts.length ? `starts[${i}]` : 'now'
    const fields = requireOptions(json, { answers: true, lower: true, upper: true, others: true }, name)
    // `now` comes last, and holds all answers since the detector started afresh.
    const least = i < starts.length ? (previous?.answers ?? 0) + 1 : sinceBegun
    requireInteger(`${name}.answers`, fields.answers, least, sinceBegun)
    // The first pool may be empty: it stays when the detector starts afresh.
    const pools = poolsFromJSON({ ...fields, variance }, fields.answers, categories, 0, `${name}.`)
    const start: Start = { answers: fields.answers, pools }
    requireGrowth(name, previous, start)
    previous = start
    return start
  })
}

/** Refuses a start that lacks a pool of the one before, or has fewer answers or a smaller penalty in it: these never decrease. */
function requireGrowth(name: string, previous: Start | undefined, { pools }: Start): void {
  previous?.pools.forEach((before, i) => {
    const pool = pools[i]
    const path = i === 0 ? name : `${name}.others[${i - 1}]`
    if (pool?.variance !== before.variance) {
      refuse(`${path}.variance`, pool?.variance, `${before.variance}, as before`)
    }
    if (pool.answers < before.answers) {
      refuse(`${path}.answers`, pool.answers, `at least ${before.answers}, as before`)
    }
    for (const end of ['lower', 'upper'] as const) {
      const least = before[end].penalties
      pool[end].penalties.forEach((value, j) => {
        if (value < least[j])
          refuse(`${path}.${end}.penalties[${j}]`, value, `at least ${least[j]}, as before`)
      })
    }
  })
}

/**
 * A checked copy of a list of changes detected within the first `answers` answers.
 *
 * @param argument the name of the list in errors
 * @throws RangeError if no change detector could have detected them
 */
export function changesFromList(list: unknown, categories: number, answers: number, argument = 'changes') {
  if (!Array.isArray(list)) refuse(argument, list, 'a list')
  let lastAlarm = 0
  return (list as readonly Change[]).map((change, i) => {
    const name = `${argument}[${i}]`
    const {
      at,
      since,
      categories: moved,
    } = requireOptions(change, { at: true, since: true, categories: true }, name)
    requireInteger(`${name}.at`, at, lastAlarm + 1, answers)
    requireInteger(`${name}.since`, since, lastAlarm, at)
    lastAlarm = at
    const copied = copyList(`${name}.categories`, moved, 1, categories, 'a list of categories')
    copied.forEach((x, j) => {
      const least = j === 0 ? 0 : (copied[j - 1] as number) + 1
      requireInteger(`${name}.categories[${j}]`, x, least, categories - 1)
    })
    return { at, since, categories: copied as number[] }
  })
}
