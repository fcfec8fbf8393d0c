/** An event: a level of a question or of the public variable, one of several levels, or a side of a value. */
export type Event = LevelEvent | SideEvent

/** The event that a question has one of these levels. */
export interface LevelEvent {
  /** The question, an item as `question:item`, or the public variable; empty where there is a single question. */
  readonly of: string
  /** Labels of the levels, or the numbers of categories without labels. */
  readonly in: readonly (string | number)[]
}

/** The event that a value, or a step of a scale given by its label, lies on one side of a threshold. */
export interface SideEvent {
  /** The question; empty where there is a single one. */
  readonly of: string
  /** Comparison of the answer with the threshold. */
  readonly side: '>=' | '>' | '<=' | '<'
  /** The threshold: a value, or the label of a step. */
  readonly value: number | string
}

/** Conditions of a query, and the query that is subtracted from it. */
interface Parts {
  /** Conditions: the people of a public group, or those for whom private events are true. */
  readonly given?: readonly Event[]
  /** The subtracted query. */
  readonly minus?: Query
}

/**
 * A number to be estimated: a functional of one law, or of the laws of several groups.
 *
 * - `share`: the share of people for whom all these events are true;
 * - `mean`: the mean of a scale, a whole number or a number, from the values of its cells;
 * - `quantile`: the `at`-quantile of a scale, a whole number or a number, interpolated within its cell; the median is that at ½;
 * - `association`: Cramér's V of two questions, from 0 at independence to 1;
 * - `correlation`: Pearson's correlation of the values of two questions' cells.
 *
 * `String(query)` is its canonical text, which `parseQuery` reads.
 */
export type Query = ShareQuery | MeanQuery | QuantileQuery | PairQuery

/** The share of people for whom all these events are true. */
export interface ShareQuery extends Parts {
  /** Name of the form of query. */
  readonly form: 'share'
  /** The events. */
  readonly of: readonly Event[]
}

/** The mean of a scale, a whole number or a number. */
export interface MeanQuery extends Parts {
  /** Name of the form of query. */
  readonly form: 'mean'
  /** The question; empty where there is a single one. */
  readonly of: string
}

/** A quantile of a scale, a whole number or a number. */
export interface QuantileQuery extends Parts {
  /** Name of the form of query. */
  readonly form: 'quantile'
  /** The question; empty where there is a single one. */
  readonly of: string
  /** The probability of the quantile, above 0 and below 1; ½ for the median. */
  readonly at: number
}

/** The association of two questions. */
export interface PairQuery extends Parts {
  /** Cramér's V, or Pearson's correlation of the values. */
  readonly form: 'association' | 'correlation'
  /** The two questions. */
  readonly of: readonly [string, string]
}

/** The forms of a query. */
export type QueryForm = Query['form']

/** The one or two queries that a query consists of: the difference of two has two. */
export function partsOf(query: Query): Query[] {
  const { minus, ...first } = query
  return minus === undefined ? [query] : [first as Query, minus]
}

/** Names of the questions in a query and in its private conditions, each once. */
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
