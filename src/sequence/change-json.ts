import { copyList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import type { BandSums } from './band-sums.ts'
import { type EndJSON, sumsFromJSON, sumsToJSON } from './end-json.ts'
import type { Mixture } from './mixture.ts'

/** A change that was noticed. */
export interface Change {
  /** The answer, counted from 1, at which it was noticed. */
  readonly at: number
  /** About the last answer before it. */
  readonly since: number
  /** The categories that have certainly moved; others may have. */
  readonly categories: readonly number[]
}

/** The sums as they were after so many answers. */
export interface Start {
  readonly answers: number
  readonly lower: BandSums
  readonly upper: BandSums
}

/** The same as plain data. */
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
 * The sums of a change detector at its starts, in order, and now.
 *
 * @throws RangeError if no change detector could have them
 */
export function startsFromJSON(
  { answers, begun, starts, now }: State,
  mixture: Mixture,
  categories: number,
): Start[] {
  const own = answers - begun
  if (!Array.isArray(starts)) refuse('starts', starts, 'a list')
  let before: Start | undefined
  return [...(starts as readonly StartJSON[]), now].map((json, i) => {
    const name = i < starts.length ? `starts[${i}]` : 'now'
    const read = requireOptions(json, { answers: true, lower: true, upper: true }, name)
    // The last are the sums as they are now.
    const least = i < starts.length ? (before?.answers ?? 0) + 1 : own
    requireInteger(`${name}.answers`, read.answers, least, own)
    const start: Start = {
      answers: read.answers,
      lower: sumsFromJSON('lower', mixture, categories, read.lower),
      upper: sumsFromJSON('upper', mixture, categories, read.upper),
    }
    requireGrowth(name, before, start)
    before = start
    return start
  })
}

/** Penalties never get less. */
function requireGrowth(name: string, before: Start | undefined, start: Start): void {
  if (before === undefined) return
  for (const end of ['lower', 'upper'] as const) {
    const least = before[end].penalties
    start[end].penalties.forEach((value, i) => {
      if (value < least[i]) refuse(`${name}.${end}.penalties[${i}]`, value, `at least ${least[i]}, as before`)
    })
  }
}

/**
 * A copy of a list of changes in the course of so many answers.
 *
 * @param argument what it is called in errors
 * @throws RangeError if no change detector could have noticed them
 */
export function changesFromList(list: unknown, categories: number, answers: number, argument = 'changes') {
  if (!Array.isArray(list)) refuse(argument, list, 'a list')
  let before = 0
  return (list as readonly Change[]).map((change, i) => {
    const name = `${argument}[${i}]`
    const {
      at,
      since,
      categories: moved,
    } = requireOptions(change, { at: true, since: true, categories: true }, name)
    requireInteger(`${name}.at`, at, before + 1, answers)
    requireInteger(`${name}.since`, since, before, at)
    before = at
    const named = copyList(`${name}.categories`, moved, 1, categories, 'a list of categories')
    named.forEach((x, j) => {
      const least = j === 0 ? 0 : (named[j - 1] as number) + 1
      requireInteger(`${name}.categories[${j}]`, x, least, categories - 1)
    })
    return { at, since, categories: named as number[] }
  })
}
