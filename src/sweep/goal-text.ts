import { refuse, refuseName } from '../check/check.ts'
import { listNames } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { type Answer, type Goal, requireGoal } from '../goal/goal.ts'

/** How goals are written on the command line and in plans. */
export const GOAL_FORMS =
  'within:CATEGORY:WIDTH, above:CATEGORY:THRESHOLD, compare:CATEGORY:CATEGORY[:MARGIN] or top:K[:MARGIN]'

/** The parts of a goal that is given as text, before its categories are looked up. */
interface WrittenGoal {
  readonly kind: string
  readonly parts: readonly string[]
}

/** Split at the last colon, because the name of a category may contain colons itself. */
const NAMED = /^(within|above):(.*):([^:]*)$/s
const COMPARED = /^(compare):(.*:.*)$/s
/** Goals about two questions (`readRecordsGoal`). */
const OF_QUESTIONS = /^(table|associated):(.*)$/s
const TOP = /^(top):([^:]+)(?::([^:]+))?$/s
/** Goals about numbers (`readNumericGoal`), besides `above`. */
const OF_NUMBERS = /^(?:(quantile):([^:]+):([^:]+)|(mean):([^:]+))$/s

/**
 * Splits the text of a goal into its parts. A comparison, and a goal about two questions, is split at every colon: which of them
 * belong to names is known once the names are.
 *
 * @throws RangeError if it has none of the forms
 */
export function splitGoal(text: unknown): WrittenGoal {
  if (typeof text !== 'string') refuse('goal', text, GOAL_FORMS)
  const [, about, compared] = COMPARED.exec(text) ?? OF_QUESTIONS.exec(text) ?? []
  if (compared !== undefined) return { kind: about, parts: compared.split(':') }
  const found = NAMED.exec(text) ?? TOP.exec(text) ?? OF_NUMBERS.exec(text)
  if (found === null) refuse('goal', text, GOAL_FORMS)
  const [kind, ...parts] = found.slice(1).filter(part => part !== undefined)
  return { kind, parts }
}

/**
 * The goal that a text stands for, over a number of categories.
 *
 * @param names of the categories; default: they are numbers, from 0
 * @throws RangeError if the text is not a goal over these categories, or can be read as more than one
 * @example
 * readGoal('within:3:0.03', 20) // { category: 3, within: 0.03 }
 * readGoal('top:3:0.01', 20) // { top: 3, margin: 0.01 }
 * readGoal('compare:A:B:C', 2, ['A', 'B:C']) // { compare: [0, 1] }
 */
export function readGoal(text: unknown, categories: number, names?: readonly string[]): Goal {
  const { kind, parts } = splitGoal(text)
  const [first, second] = parts
  const numberOf = (name: string) => (names === undefined ? decimal(name) : placeOf(name, names))
  const margin = (written: string | undefined) => (written === undefined ? {} : { margin: decimal(written) })
  switch (kind) {
    case 'within':
      return requireGoal({ category: numberOf(first), within: decimal(second) }, categories)
    case 'above':
      return requireGoal({ above: { category: numberOf(first), threshold: decimal(second) } }, categories)
    case 'compare': {
      const [one, other, difference] = comparisonOf(text, parts, names)
      return requireGoal({ compare: [numberOf(one), numberOf(other)], ...margin(difference) }, categories)
    }
    case 'top':
      return requireGoal({ top: decimal(first), ...margin(second) }, categories)
    default:
      return refuse('goal', text, GOAL_FORMS)
  }
}

/** Whether a name is one of those that a goal may have. */
export type IsName = (text: string) => boolean

/**
 * Puts pieces that were split at colons together again, so that each name is known.
 *
 * @param known a test of each name
 * @param number whether a number follows the names
 * @returns the names, and the number if there is one; undefined if no way gives names that are known
 * @throws RangeError if there are several ways to do that
 */
export function readingOf(
  text: unknown,
  pieces: readonly string[],
  known: readonly IsName[],
  number: 'needed' | 'optional',
): readonly string[] | undefined {
  const last = pieces.at(-1)!
  const plain = number === 'optional' ? joined(pieces, known) : []
  const hasNumber = number === 'needed' || !Number.isNaN(decimal(last))
  const numbered = hasNumber ? joined(pieces.slice(0, -1), known).map(names => [...names, last]) : []
  const good = [...plain, ...numbered]
  if (good.length > 1) {
    refuse('goal', text, 'readable in one way; the other order, or a margin, may tell')
  }
  return good[0]
}

/** All ways to join neighbouring pieces to names that are known. */
function joined(pieces: readonly string[], [isName, ...others]: readonly IsName[]): string[][] {
  if (isName === undefined) return pieces.length === 0 ? [[]] : []
  return pieces.flatMap((_, i) => {
    const name = pieces.slice(0, i + 1).join(':')
    return isName(name) ? joined(pieces.slice(i + 1), others).map(rest => [name, ...rest]) : []
  })
}

/** The two categories of a comparison, and its margin if there is one. */
function comparisonOf(
  text: unknown,
  pieces: readonly string[],
  names: readonly string[] | undefined,
): readonly string[] {
  const isName = (name: string) => (names === undefined ? decimal(name) >= 0 : names.includes(name))
  const [first, ...rest] = pieces
  // If there is no reading, the parts that cannot be names are refused.
  return (
    readingOf(text, pieces, [isName, isName], 'optional') ??
    (pieces.length > 3 ? [first, rest.join(':')] : pieces)
  )
}

/** The most names that an error lists. */
const MOST_LISTED = 8

/** @throws RangeError if there is no such category */
export function placeOf(name: string, names: readonly string[]): number {
  const place = names.indexOf(name)
  if (place < 0)
    refuseName(
      'a category of the goal',
      name,
      names,
      `one of the categories ${listNames(names, MOST_LISTED)}`,
    )
  return place
}

/** A goal as text, which `readGoal` reads. */
export function goalText(goal: Goal): string {
  if ('category' in goal) return `within:${goal.category}:${goal.within}`
  if ('above' in goal) return `above:${goal.above.category}:${goal.above.threshold}`
  const margin = goal.margin === undefined ? '' : `:${goal.margin}`
  return 'compare' in goal ? `compare:${goal.compare.join(':')}${margin}` : `top:${goal.top}${margin}`
}

/** The answer to a goal, in a word or two. */
export function answerText(
  goal: Goal,
  answer: Answer,
  nameOf: (category: number) => string = String,
): string {
  if ('category' in goal) return (answer as number).toFixed(4)
  if ('above' in goal) return answer ? 'above' : 'not above'
  if ('top' in goal) return (answer as readonly number[]).map(nameOf).join(', ')
  return answer === 'tie' ? 'tie' : nameOf(answer as number)
}
