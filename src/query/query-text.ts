import type { Event, Query } from './query.ts'
import { labelText, nameText } from './reader.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The canonical text of a query. */
export function queryText(query: Query, vocabulary: Vocabulary): string {
  const { minus } = query
  const first = oneText(query, vocabulary)
  return minus === undefined ? first : `${first} - ${oneText(minus, vocabulary)}`
}

function oneText(query: Query, vocabulary: Vocabulary): string {
  const isMedian = query.form === 'quantile' && query.at === 0.5
  const inside = [contentOf(query, vocabulary), conditionsText(query, vocabulary)].filter(Boolean).join(' ')
  const form = isMedian ? 'median' : query.form
  return inside === '' ? form : `${form}(${inside})`
}

function contentOf(query: Query, vocabulary: Vocabulary): string {
  const name = (of: string) => questionText(of, vocabulary)
  if (query.form === 'share') return eventsText(query.of, vocabulary)
  const place = query.form === 'quantile' && query.at !== 0.5 ? String(query.at) : ''
  return [...[query.of].flat().map(name), place].filter(Boolean).join(', ')
}

/** The conditions of a query, with the bar that precedes them; empty if there are none. */
export function conditionsText({ given }: Query, vocabulary: Vocabulary): string {
  return given && given.length > 0 ? `| ${eventsText(given, vocabulary)}` : ''
}

/** The text of events, separated by commas. */
function eventsText(events: readonly Event[], vocabulary: Vocabulary): string {
  return events.map(event => eventText(event, vocabulary)).join(', ')
}

function eventText(event: Event, vocabulary: Vocabulary): string {
  const of = questionText(event.of, vocabulary)
  if ('side' in event) return [of, event.side, valueText(event.value)].filter(Boolean).join(' ')
  const [level, ...others] = event.in
  if (isItem(event.of, vocabulary) && others.length === 0 && level === 'yes') return of
  if (others.length > 0) return `${of === '' ? '' : `${of} in `}{${event.in.map(labelText).join(', ')}}`
  return of === '' ? labelText(level) : `${of} = ${labelText(level)}`
}

const valueText = (value: number | string) => (typeof value === 'number' ? String(value) : labelText(value))

/** The text of a question's name: `question:item` for an item, empty for the only question. */
export function questionText(of: string, vocabulary: Vocabulary): string {
  if (of === '') return ''
  if (!isItem(of, vocabulary)) return nameText(of)
  const colon = of.indexOf(':')
  const item = of.slice(colon + 1)
  return `${nameText(of.slice(0, colon))}: ${labelText(item)}`
}

function isItem(of: string, { domain }: Vocabulary): boolean {
  return domain.isItem(of)
}
