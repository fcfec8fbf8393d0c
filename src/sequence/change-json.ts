import { copyList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import type { BandSums } from './band-sums.ts'
import { type EndJSON, sumsFromJSON, sumsToJSON } from './end-json.ts'
import type { Mixture } from './mixture.ts'

/** A change that was noticed. */
export interface Change {
  /** The answer, counted from 1, at which it was noticed. */
  readonly at: number
  /** Roughly the last answer before the change. */
  readonly since: number
  /** The categories that have certainly moved; others may have moved too. */
  readonly categories: readonly number[]
}

/** A change that cannot be altered. The detector that keeps it hands the same object to everybody. */
export function frozenChange({ at, since, categories }: Change): Change {
  return Object.freeze({ at, since, categories: Object.freeze(categories) })
}

/** The sums of both ends as they were after a number of answers. */
export interface Start {
  readonly answers: number
  readonly lower: BandSums
  readonly upper: BandSums
}

/** A `Start` as plain data. */
export interface StartJSON {
  readonly answers: number
  readonly lower: EndJSON
  readonly upper: EndJSON
}

interface State {
  readonly answers: number
  readonly begun: number
  readonly starts: readonly StartJSON[]
  readonly now: StartJSON
}

export function startToJSON({ answers, lower, upper }: Start): StartJSON {
  return { answers, lower: sumsToJSON(lower), upper: sumsToJSON(upper) }
}

/**
 * Reads the sums of a change detector: at its starts, in order, and then those of now.
 *
 * @throws RangeError if no change detector could have them
 */
export function startsFromJSON(
  { answers, begun, starts, now }: State,
  mixture: Mixture,
  categories: number,
): Start[] {
  const sinceBegun = answers - begun
  if (!Array.isArray(starts)) refuse('starts', starts, 'a list')
  let previous: Start | undefined
  return [...(starts as readonly StartJSON[]), now].map((json, i) => {
    const name = i < starts.length ? `starts[${i}]` : 'now'
    const fields = requireOptions(json, { answers: true, lower: true, upper: true }, name)
    // `now` comes last, and holds all answers since the detector started afresh.
    const least = i < starts.length ? (previous?.answers ?? 0) + 1 : sinceBegun
    requireInteger(`${name}.answers`, fields.answers, least, sinceBegun)
    const start: Start = {
      answers: fields.answers,
      lower: sumsFromJSON('lower', mixture, categories, fields.lower),
      upper: sumsFromJSON('upper', mixture, categories, fields.upper),
    }
    requireGrowth(name, previous, start)
    previous = start
    return start
  })
}

/** Refuses a start with a smaller penalty than the one before: penalties never decrease. */
function requireGrowth(name: string, previous: Start | undefined, start: Start): void {
  if (previous === undefined) return
  for (const end of ['lower', 'upper'] as const) {
    const least = previous[end].penalties
    start[end].penalties.forEach((value, i) => {
      if (value < least[i]) refuse(`${name}.${end}.penalties[${i}]`, value, `at least ${least[i]}, as before`)
    })
  }
}

/**
 * A checked copy of a list of changes that were noticed within the first `answers` answers.
 *
 * @param argument the name of the list in errors
 * @throws RangeError if no change detector could have noticed them
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
