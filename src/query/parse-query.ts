import { isObject, refuse } from '../check/check.ts'
import { isOrdered } from '../domain/read-question.ts'
import { FORM_WORDS, FORMS, type FormOfQuery, QUERY_FORMS } from './forms.ts'
import { groupsIn, namesIn, type Query, type QueryForm } from './query.ts'
import { queryText } from './query-text.ts'
import { readEvents, readName } from './read-event.ts'
import { Reader, type Token } from './reader.ts'
import { type Asked, type Vocabulary, vocabularyOf } from './vocabulary.ts'

/**
 * Reads a query about these questions and groups:
 *
 *     share(job = Sales)      share(income >= 50000)      share(benefits: phone)      share(q in {often, always})
 *     mean(income)            median(income)              quantile(income, .9)        association(sex, job)
 *     correlation(age, income)
 *     median(income | region = north) - median(income | region = south)
 *
 * Where there is a single question, its name is left out: `share(Sales)`, `share(>= 40)`, `median`, `quantile(.9)`.
 *
 * @throws RangeError if the text is no such query; its message shows where, with a caret
 * @example
 * String(parseQuery('share( "Sales" )', { categories: ['Sales', 'Ops'] })) // 'share(Sales)'
 * @example
 * parseQuery('median(age | region = north)', { questions: { age: { whole: [0, 99] }, sex: 2 }, by: { region: ['north', 'south'] } }).form // 'quantile'
 */
export function parseQuery(query: string | Query, asked: Asked): Query {
  return readQuery(query, vocabularyOf(asked))
}

/** Reads a query given as text or as an object. */
export function readQuery(query: string | Query, vocabulary: Vocabulary, argument = 'query'): Query {
  const reader = new Reader(textOf(query, argument, vocabulary), argument)
  const found = readDifference(reader, vocabulary)
  if (reader.peek().kind !== 'end') reader.fail(reader.peek(), 'nothing more')
  return found
}

function textOf(query: unknown, argument: string, vocabulary: Vocabulary): string {
  return typeof query === 'string' ? query : queryText(requireQuery(argument, query), vocabulary)
}

/** Returns the value if it has the form of a query. */
export function requireQuery(argument: string, query: unknown): Query {
  const isQuery = isObject(query) && (query as Query).form in FORMS && 'of' in query
  return isQuery ? (query as Query) : refuse(argument, query, `a query: ${QUERY_FORMS}`)
}

/** Reads a query, or the difference of two. */
export function readDifference(reader: Reader, vocabulary: Vocabulary): Query {
  const start = reader.peek()
  const first = readOne(reader, vocabulary)
  const minus = reader.peek()
  if (!reader.skip('-')) return withText(first, vocabulary)
  const second = readOne(reader, vocabulary)
  if (unitOf(first) !== unitOf(second))
    reader.fail(minus, `two queries in the same unit, not ${first.form} and ${second.form},`)
  const [one, other] = [first, second].map(query => queryText(query, vocabulary))
  if (one === other) reader.fail({ at: start.at, length: minus.at - start.at }, 'two different queries')
  return withText({ ...first, minus: withText(second, vocabulary) }, vocabulary)
}

/** Unit of a query's value. */
export function unitOf({ form }: Query): FormOfQuery['unit'] {
  return FORMS[form].unit
}

/** The query with a `toString` that gives its canonical text. */
function withText(query: Query, vocabulary: Vocabulary): Query {
  return Object.defineProperty({ ...query }, 'toString', { value: () => queryText(query, vocabulary) })
}

function readOne(reader: Reader, vocabulary: Vocabulary): Query {
  const form = reader.take()
  if (form.kind !== 'word' || !FORM_WORDS.includes(form.text))
    reader.fail(form, `a query, ${QUERY_FORMS},`, FORM_WORDS)
  const { isSingle } = vocabulary.domain
  const isBare = !reader.skip('(')
  const needsNothing = form.text === 'median' || FORMS[form.text as QueryForm].about === 'question'
  if (isBare && !(isSingle && needsNothing)) reader.fail(reader.peek(), '"("')
  const query = readForm(reader, vocabulary, form)
  if (isBare) return query
  const given = reader.skip('|') ? readEvents(reader, vocabulary, true) : undefined
  reader.expect(')')
  const whole = given ? { ...query, given } : query
  const { public: by } = vocabulary
  const names = namesIn(whole, by?.variable)
  if (names.length > 2) {
    const about = { at: form.at, length: reader.peek(-1).at + 1 - form.at }
    reader.fail(about, `at most two questions together, of which tables are, not ${names.join(', ')},`)
  }
  if (groupsIn(whole, by?.variable)?.length === 0) reader.fail(form, 'conditions that somebody may meet')
  return whole
}

function readForm(reader: Reader, vocabulary: Vocabulary, word: Token): Query {
  const isMedian = word.text === 'median'
  const form = (isMedian ? 'quantile' : word.text) as QueryForm
  const { about, isOrdered: isOfValues } = FORMS[form]
  const { isSingle } = vocabulary.domain
  const start = reader.peek()
  if (about === 'events') return { form, of: readEvents(reader, vocabulary, false) } as Query
  if (about === 'pair') {
    const a = readName(reader, vocabulary)
    reader.expect(',')
    const b = readName(reader, vocabulary)
    if (a === b) reader.fail(start, 'two different questions')
    if (isOfValues) for (const name of [a, b]) requireOrdered(reader, start, vocabulary, name)
    return { form, of: [a, b] } as Query
  }
  const isNumber = start.kind === 'number'
  const isAlias = isSingle && start.text === vocabulary.name && !isNumber
  if (isAlias) reader.take()
  const isOver = reader.isMark(')') || reader.isMark('|')
  const of =
    isSingle || isNumber ? '' : isOver ? reader.fail(start, 'a question') : readName(reader, vocabulary)
  requireOrdered(reader, isSingle && !isAlias ? word : start, vocabulary, of)
  if (about === 'question') return { form, of } as Query
  if (isMedian) return { form: 'quantile', of, at: 0.5 }
  if (!isSingle || isAlias) reader.expect(',')
  const place = reader.peek()
  const at = reader.number('a probability')
  if (!(at > 0 && at < 1)) reader.fail(place, 'a probability above 0 and below 1')
  return { form: 'quantile', of, at }
}

function requireOrdered(reader: Reader, token: Token, { domain }: Vocabulary, name: string): void {
  const kind = domain.kinds[domain.names.indexOf(name)]
  if (!isOrdered(kind)) reader.fail(token, 'a scale, a whole number or a number, whose cells have values,')
}
