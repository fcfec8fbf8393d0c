import { shorten } from '../check/quote.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { Event, SideEvent } from './query.ts'
import type { Reader, Token } from './reader.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Largest number of names that a message lists. */
const MOST_LISTED = 12
/** Largest total length of these names, in characters. */
const MOST_LETTERS = 120
const SIDES: readonly string[] = ['>=', '>', '<=', '<']

/** Reads the name of a question, or of the public variable if that is allowed here. */
export function readName(reader: Reader, { domain, public: by }: Vocabulary, mayBePublic = false): string {
  const first = reader.take()
  const names = [...(domain.isSingle ? [] : domain.names), ...(by && mayBePublic ? [by.variable] : [])]
  if (first.kind !== 'word' && first.kind !== 'name') reader.fail(first, nameOf(names))
  if (!reader.isMark(':')) return names.includes(first.text) ? first.text : unknown(reader, first, names)
  reader.take()
  const item = reader.take()
  const name = `${first.text}:${item.text}`
  if (names.includes(name)) return name
  return unknown(reader, { ...first, text: name, length: item.at + item.length - first.at }, names)
}

/**
 * Reads an event: a level, one of several levels, or a side of a value. The question or public variable comes first, unless there is a
 * single question.
 *
 * @param mayBePublic whether the event may be about the public variable
 */
function readEvent(reader: Reader, vocabulary: Vocabulary, mayBePublic: boolean): Event {
  const { domain, public: by } = vocabulary
  const start = reader.peek()
  const of = readSubject(reader, vocabulary)
  if (of === by?.variable) {
    if (!mayBePublic) reader.fail(start, 'a question here, as the public variable stands behind |')
    return { of, in: readLevels(reader, level => groupOf(reader, level, by.groups), of) }
  }
  const kind = domain.kinds[of === '' ? 0 : domain.names.indexOf(of)]
  const side = reader.peek()
  if (side.kind === 'mark' && SIDES.includes(side.text)) return readSide(reader, kind, of)
  // The name of an item alone means that it applies.
  if (of !== '' && !reader.isMark('=') && !reader.isWord('in')) {
    if (of.includes(':') && kind.names?.[1] === 'yes') return { of, in: ['yes'] }
    reader.fail(side, 'a level: =, in {…}, or a comparison')
  }
  return { of, in: readLevels(reader, level => levelOf(reader, level, kind), of) }
}

/** Reads events separated by commas; all have to be true. */
export function readEvents(reader: Reader, vocabulary: Vocabulary, mayBePublic: boolean): Event[] {
  const events: Event[] = []
  do events.push(readEvent(reader, vocabulary, mayBePublic))
  while (reader.skip(','))
  return events
}

/** Reads the variable of an event. It may be omitted for the only question. */
function readSubject(reader: Reader, vocabulary: Vocabulary): string {
  if (!isNamed(reader, vocabulary)) return ''
  if (!vocabulary.domain.isSingle || reader.peek().text !== vocabulary.name) {
    return readName(reader, vocabulary, true)
  }
  reader.take()
  return ''
}

/** Whether an event begins with a name. With a single question, a word may be a level. */
function isNamed(reader: Reader, { domain }: Vocabulary): boolean {
  const { kind } = reader.peek()
  if (!domain.isSingle) return true
  if (kind !== 'word' && kind !== 'name') return false
  const isCompared = ['=', ...SIDES].some(mark => reader.isMark(mark, 1))
  return kind === 'name' || isCompared || (reader.isWord('in', 1) && reader.isMark('{', 2))
}

function readLevels<T>(reader: Reader, level: (token: Token) => T, of: string): T[] {
  const isList = reader.isWord('in') || reader.isMark('{')
  if (reader.isWord('in')) reader.take()
  else if (!isList && !reader.skip('=') && of !== '') reader.fail(reader.peek(), '"=" and a level')
  if (!isList) return [level(takeLevel(reader))]
  reader.expect('{')
  const levels: T[] = []
  do {
    const token = takeLevel(reader)
    const found = level(token)
    if (levels.includes(found)) reader.fail(token, 'each level once')
    levels.push(found)
  } while (reader.skip(','))
  reader.expect('}')
  return levels
}

/** Reads the token of a level; a number may have a sign. */
function takeLevel(reader: Reader): Token {
  const sign = reader.isMark('-') && reader.peek(1).kind === 'number' ? reader.take() : undefined
  const token = reader.take()
  if (!['word', 'number', 'label'].includes(token.kind)) reader.fail(token, 'a level')
  return sign
    ? { ...token, text: `-${token.text}`, at: sign.at, length: token.at + token.length - sign.at }
    : token
}

/** The level that a token names: by its label, or by its number if it has no label. A label has priority. */
function levelOf(reader: Reader, token: Token, kind: CategoriesKind | OrderedKind): string | number {
  const { names, cells } = kind
  if (names?.includes(token.text)) return token.text
  const number = token.kind === 'number' ? Number(token.text) : Number.NaN
  if (isOrdered(kind)) {
    const place = kind.kind === 'number' ? -1 : kind.values.indexOf(number, kind.first)
    if (place >= 0) return kind.names[place]
    if (kind.kind === 'number')
      reader.fail(token, 'a comparison such as >= 10, as a number has no single levels')
  } else if (Number.isInteger(number) && number >= 0 && number < cells) return names?.[number] ?? number
  const allowed = names ? oneOf('levels', names) : `a category from 0 to ${cells - 1}`
  return reader.fail(token, allowed, names)
}

function groupOf(reader: Reader, token: Token, groups: readonly string[]): string {
  return groups.includes(token.text) ? token.text : reader.fail(token, oneOf('groups', groups), groups)
}

function readSide(reader: Reader, kind: CategoriesKind | OrderedKind, of: string): SideEvent {
  const mark = reader.take()
  const side = mark.text as SideEvent['side']
  if (!isOrdered(kind)) return reader.fail(mark, '= or in {…}, as categories have no order,')
  const token = reader.peek()
  const step = kind.kind === 'scale' ? kind.names.indexOf(token.text) : -1
  if (step >= 0) {
    reader.take()
    return { of, side, value: kind.names[step] }
  }
  const value = reader.number(kind.kind === 'scale' ? oneOf('steps', kind.names) : 'a number')
  const isInside = value >= kind.edges[0] && value <= kind.edges[kind.bins]
  if (!isInside) reader.fail(token, `a value from ${kind.from} to ${kind.to}`)
  return { of, side, value }
}

function unknown(reader: Reader, token: Token, names: readonly string[]): never {
  return reader.fail(token, nameOf(names), names)
}

const nameOf = (names: readonly string[]) =>
  names.length === 0 ? 'no name of a question, as there is a single one,' : oneOf('questions', names)

function oneOf(what: string, names: readonly string[]): string {
  let room = MOST_LETTERS
  const full = names.findIndex((name, i) => {
    room -= name.length + 2
    return i === MOST_LISTED || (room < 0 && i > 0)
  })
  const list = full < 0 ? names : names.slice(0, full)
  const more = full < 0 ? '' : ` and ${names.length - full} more`
  return `one of the ${what} ${list.map(name => shorten(name)).join(', ')}${more}`
}
