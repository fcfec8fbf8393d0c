import { refuse } from '../check/check.ts'
import { quote } from '../check/quote.ts'
import { compareExactly, compareNaturally, compareTexts, exactDecimal, naturalParts } from './exact-order.ts'
import { type ExactTime, isoTime, patternReader } from './exact-time.ts'

export const ORDER_FORMATS =
  'number, time (ISO 8601), text, natural (week 9 before week 10), or a pattern of YYYY, MM, MMM, DD, hh, mm, ss and AM, such as DD/MM/YYYY'

/** Names with a calendar order. */
const CALENDAR =
  /(?<!\p{L})(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?|oct(ober)?|nov(ember)?|dec(ember)?|(mon|tue(s)?|wed(nes)?|thu(r(s)?)?|fri|sat(ur)?|sun)(day)?)(?!\p{L})/iu

/** Puts texts into an order. */
export interface RowOrder {
  /** The expected values, for errors. */
  readonly expected: string
  /** A function that compares two texts by their indices; or the index of a text that does not have the format. */
  compare(keys: readonly string[]): ((i: number, j: number) => number) | { readonly odd: number }
}

/** An order by the values of texts. */
function by<T>(
  expected: string,
  read: (text: string) => T | undefined,
  order: (a: T, b: T) => number,
): RowOrder {
  return {
    expected,
    compare(keys) {
      const values: T[] = []
      for (const key of keys) {
        const value = read(key)
        if (value === undefined) return { odd: values.length }
        values.push(value)
      }
      return (i, j) => order(values[i], values[j])
    },
  }
}

const compareTimes = (a: ExactTime, b: ExactTime) => compareExactly(a.seconds, b.seconds)
const NUMBER = by('a number', exactDecimal, compareExactly)
const TEXT = by('text', text => text, compareTexts)
const NATURAL = by('text', naturalParts, compareNaturally)

/** Times. Those with a zone cannot be compared to those without one. */
const TIME: RowOrder = {
  expected: 'an ISO 8601 time, with a zone in all rows or in none',
  compare(keys) {
    const [first] = keys
    const { hasZone } = (first === undefined ? undefined : isoTime(first)) ?? { hasZone: false }
    const read = (text: string) => {
      const time = isoTime(text)
      return time?.hasZone === hasZone ? time : undefined
    }
    return by(this.expected, read, compareTimes).compare(keys)
  },
}

const NAMED = new Map<string, RowOrder>([
  ['number', NUMBER],
  ['time', TIME],
  ['text', TEXT],
  ['natural', NATURAL],
])

/**
 * The order of a named format.
 *
 * @throws RangeError if there is no such format
 */
export function requireOrderFormat(format: unknown): RowOrder {
  if (typeof format === 'string') {
    const named = NAMED.get(format)
    if (named !== undefined) return named
    const read = patternReader(format)
    if (read !== undefined) return by(format, read, compareTimes)
  }
  return refuse('orderFormat', format, ORDER_FORMATS)
}

/** The reason why texts cannot be ordered, with the index of a text that shows it. */
export class NoOrder extends Error {
  readonly place: number
  constructor(place: number, message: string) {
    super(message)
    this.place = place
  }
}

/**
 * The indices of the texts in increasing order; equal texts keep their order. Numbers and times are compared exactly. Without a format,
 * texts are compared as numbers if all of them are numbers, or as times if all are times; otherwise as text, unless they suggest another
 * order.
 *
 * @throws NoOrder if a text is not of the format, or without one if the order is ambiguous
 */
export function orderOf(keys: readonly string[], format?: RowOrder): number[] {
  const compare = format === undefined ? guess(keys) : required(keys, format)
  return Array.from(keys.keys()).sort((i, j) => compare(i, j) || i - j)
}

function required(keys: readonly string[], format: RowOrder): (i: number, j: number) => number {
  const compare = format.compare(keys)
  if (typeof compare === 'function') return compare
  throw new NoOrder(compare.odd, `expected ${format.expected}, found ${quote(keys[compare.odd])}`)
}

function guess(keys: readonly string[]): (i: number, j: number) => number {
  for (const order of [NUMBER, TIME]) {
    const compare = order.compare(keys)
    if (typeof compare === 'function') return compare
  }
  const ambiguous = keys.findIndex(key => isAmbiguous(key))
  const odd = ambiguous >= 0 ? ambiguous : disagreement(keys)
  if (odd === undefined) return required(keys, TEXT)
  throw new NoOrder(
    odd,
    `expected numbers, ISO 8601 times or plain text in all rows, found ${quote(keys[odd])}; --order-format says what it is: ${ORDER_FORMATS}`,
  )
}

/** Whether a text may stand for a value with another order than its characters: a date, a number, a time of day. */
function isAmbiguous(text: string): boolean {
  const numbers = text.match(/\d+/g)?.length ?? 0
  return (
    numbers > 1 ||
    CALENDAR.test(text) ||
    exactDecimal(text) !== undefined ||
    /^[+-]?(nan|inf(inity)?)$/i.test(text)
  )
}

/** The index of a text whose position would change if its numbers were compared by their values. */
function disagreement(keys: readonly string[]): number | undefined {
  const parts = keys.map(naturalParts)
  const order = Array.from(keys.keys()).sort((i, j) => compareTexts(keys[i], keys[j]))
  const at = order.findIndex((place, i) => i > 0 && compareNaturally(parts[order[i - 1]], parts[place]) > 0)
  return at < 0 ? undefined : order[at]
}
