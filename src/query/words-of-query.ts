import type { OrderedKind } from '../domain/kind.ts'
import { FORMS } from './forms.ts'
import type { Event, Query } from './query.ts'
import { queryText } from './query-text.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A query in words, such as "the share of “Sales” in north". Differences and long queries are quoted in the query language. */
export function wordsOf(query: Query, vocabulary: Vocabulary): string {
  const { given = [], minus } = query
  const groups = given.filter(({ of }) => of === vocabulary.public?.variable)
  if (minus || given.length > groups.length) return queryText(query, vocabulary)
  const where = groups.map(event => ` in ${'in' in event ? event.in.join(' and ') : ''}`).join('')
  return `${ofOne(query, vocabulary)}${where}`
}

function ofOne(query: Query, vocabulary: Vocabulary): string {
  const says = FORMS[query.form].says(query)
  if (query.form === 'share') {
    return `${says} of ${query.of.map(event => eventWords(event, vocabulary)).join(' and ')}`
  }
  const names = [query.of].flat().join(' and ')
  return names === '' ? says : `${says} of ${names}`
}

function eventWords(event: Event, { domain }: Vocabulary): string {
  const of = event.of === '' ? '' : ` of ${event.of}`
  if ('in' in event) {
    const levels = event.in.map(level => (typeof level === 'number' ? `category ${level}` : `“${level}”`))
    return `${levels.join(' or ')}${of}`
  }
  const kind = domain.kinds[domain.names.indexOf(event.of)] as OrderedKind
  const value =
    typeof event.value === 'string' || kind.kind === 'scale' ? `“${labelAt(kind, event.value)}”` : event.value
  const side = { '>=': 'from VALUE on', '>': 'above VALUE', '<=': 'up to VALUE', '<': 'below VALUE' }[
    event.side
  ]
  return `values${of} ${side.replace('VALUE', String(value))}`
}

function labelAt(kind: OrderedKind, value: number | string): string {
  const place = typeof value === 'number' ? kind.values.indexOf(value) : kind.names.indexOf(value)
  return kind.names[place] ?? String(value)
}
