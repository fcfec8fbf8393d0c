import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import type { Functional } from './functional.ts'
import { expectationOf, quantileOf } from './of-numbers.ts'
import { correlationOf, cramersVOf } from './of-tables.ts'
import type { QuantileQuery, Query, QueryForm } from './query.ts'

/** What a form of query is: how it is read, what it is measured in, and which functional of the law it stands for. */
export interface FormOfQuery {
  /** What stands between its parentheses: events; a question; a question and a probability; or two questions. */
  readonly about: 'events' | 'question' | 'quantile' | 'pair'
  /** Whether the cells of its questions must have values. */
  readonly isOrdered: boolean
  /** What its value is measured in: only values in the same unit are compared. */
  readonly unit: 'share' | 'value' | 'association' | 'correlation'
  /** The smallest and the largest value that it can have, for questions with such cells. */
  range(kind: CategoriesKind | OrderedKind): readonly [low: number, high: number]
  /** The functional of the law of its questions' cells; of a share, that of its events (`meanOf`). */
  functional?(query: Query, kinds: readonly (CategoriesKind | OrderedKind)[]): Functional
  /** What it is called in a sentence. */
  says(query: Query): string
}

const unit = (): [number, number] => [0, 1]

/** The forms of queries. A new one has its type in `Query`, and its entry here. */
export const FORMS: Readonly<Record<QueryForm, FormOfQuery>> = {
  share: { about: 'events', isOrdered: false, unit: 'share', range: unit, says: () => 'the share' },
  mean: {
    about: 'question',
    isOrdered: true,
    unit: 'value',
    range: kind => [(kind as OrderedKind).from, (kind as OrderedKind).to],
    functional: (_, [kind]) => expectationOf(kind as OrderedKind),
    says: () => 'the mean',
  },
  quantile: {
    about: 'quantile',
    isOrdered: true,
    unit: 'value',
    range: kind => [(kind as OrderedKind).edges[0], (kind as OrderedKind).edges[(kind as OrderedKind).bins]],
    functional: (query, [kind]) => quantileOf(kind as OrderedKind, (query as QuantileQuery).at),
    says(query) {
      const { at } = query as QuantileQuery
      return at === 0.5 ? 'the median' : `the ${Number((100 * at).toPrecision(3))} % quantile`
    },
  },
  association: {
    about: 'pair',
    isOrdered: false,
    unit: 'association',
    range: unit,
    functional: (_, [a, b]) => cramersVOf(a.cells, b.cells),
    says: () => 'the association',
  },
  correlation: {
    about: 'pair',
    isOrdered: true,
    unit: 'correlation',
    range: () => [-1, 1],
    functional: (_, [a, b]) => correlationOf((a as OrderedKind).values, (b as OrderedKind).values),
    says: () => 'the correlation',
  },
}

/** The words that begin a query: the forms, and the median. */
export const FORM_WORDS: readonly string[] = Object.keys(FORMS).flatMap(form =>
  form === 'quantile' ? ['median', form] : [form],
)

/** The forms, as sentences list them. */
export const QUERY_FORMS = FORM_WORDS.map(word => `${word}(…)`).join(', ')
