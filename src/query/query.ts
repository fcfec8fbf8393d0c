/** What is true of somebody: a level of a question or of the public variable, one of several levels, or a side of a value. */
export type Event = LevelEvent | SideEvent

/** One of these levels. */
export interface LevelEvent {
  /** The question, an item as `question:item`, or the public variable; empty where there is a single question. */
  readonly of: string
  /** Labels, or the numbers of categories that have none. */
  readonly in: readonly (string | number)[]
}

/** A side of a value, or of a step of a scale by its label. */
export interface SideEvent {
  /** The question; empty where there is a single one. */
  readonly of: string
  /** On which side of the value. */
  readonly side: '>=' | '>' | '<=' | '<'
  /** The value, or the label of a step. */
  readonly value: number | string
}

/** What a query may be limited to, and what it may be the first part of. */
interface Parts {
  /** Among whom: people of a public group, or those of whom private events are true. */
  readonly given?: readonly Event[]
  /** The query that is subtracted. */
  readonly minus?: Query
}

/**
 * What one wants to know of the law, or of the laws of several groups: one number.
 *
 * - `share`: the share of people of whom all these events are true;
 * - `mean`: of a scale, a whole number or a number, of the values of its cells;
 * - `quantile`: the `at`-quantile of one, interpolated within its cell; the median is that at ½;
 * - `association`: Cramér's V of two questions, from 0 at independence to 1;
 * - `correlation`: Pearson's, of the values of two questions' cells.
 *
 * `String(query)` is its canonical text, which `parseQuery` reads.
 */
export type Query = ShareQuery | MeanQuery | QuantileQuery | PairQuery

/** The share of people of whom all these events are true. */
export interface ShareQuery extends Parts {
  /** Which form of query it is. */
  readonly form: 'share'
  /** The events. */
  readonly of: readonly Event[]
}

/** The mean of a scale, a whole number or a number. */
export interface MeanQuery extends Parts {
  /** Which form of query it is. */
  readonly form: 'mean'
  /** The question; empty where there is a single one. */
  readonly of: string
}

/** A quantile of a scale, a whole number or a number. */
export interface QuantileQuery extends Parts {
  /** Which form of query it is. */
  readonly form: 'quantile'
  /** The question; empty where there is a single one. */
  readonly of: string
  /** Which quantile, above 0 and below 1; the median is that at ½. */
  readonly at: number
}

/** How two questions go together. */
export interface PairQuery extends Parts {
  /** Cramér's V, or Pearson's correlation of the values. */
  readonly form: 'association' | 'correlation'
  /** The two questions. */
  readonly of: readonly [string, string]
}

/** The forms of a query. */
export type QueryForm = Query['form']

/** The queries whose difference one is: itself, or itself and the one that is subtracted. */
export function partsOf(query: Query): Query[] {
  const { minus, ...first } = query
  return minus === undefined ? [query] : [first as Query, minus]
}

/** The names of the questions that a query is about, with those of its private conditions; each once. */
export function namesIn(query: Query, variable: string | undefined): string[] {
  const ofEvents = (events: readonly Event[]) => events.map(event => event.of)
  const of = query.form === 'share' ? ofEvents(query.of) : [query.of].flat()
  const all = [...of, ...ofEvents(query.given ?? [])].filter(name => name !== variable)
  return [...new Set(all)]
}

/** The groups that a query is limited to; undefined if it is about all people. */
export function groupsIn({ given }: Query, variable: string | undefined): readonly string[] | undefined {
  const named = given?.filter(event => event.of === variable && 'in' in event) as LevelEvent[] | undefined
  if (variable === undefined || !named || named.length === 0) return undefined
  const [first, ...others] = named.map(event => event.in as readonly string[])
  return first.filter(name => others.every(list => list.includes(name)))
}
