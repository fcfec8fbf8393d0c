import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import type { Functional } from './functional.ts'
import { expectationOf, quantileOf } from './of-numbers.ts'
import { correlationOf, cramersVOf } from './of-tables.ts'
import type { QuantileQuery, Query, QueryForm } from './query.ts'

/** A form of query: its arguments, its unit, and the functional of a distribution that it stands for. */
export interface FormOfQuery {
  /** Its arguments: events; one question; one question and a probability; or two questions. */
  readonly about: 'events' | 'question' | 'quantile' | 'pair'
  /** Whether the cells of its questions must have numeric values. */
  readonly isOrdered: boolean
  /** Unit of its value. Only values with equal units can be compared. */
  readonly unit: 'share' | 'value' | 'association' | 'correlation'
  /** The smallest and the largest possible value, for a question of this kind. */
  range(kind: CategoriesKind | OrderedKind): readonly [low: number, high: number]
  /** The functional of the distribution over the questions' cells. Absent for a share, whose functional depends on its events (`meanOf`). */
  functional?(query: Query, kinds: readonly (CategoriesKind | OrderedKind)[]): Functional
  /** Its name in a sentence. */
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

/** Words that a query can begin with: the names of the forms, and `median`. */
export const FORM_WORDS: readonly string[] = Object.keys(FORMS).flatMap(form =>
  form === 'quantile' ? ['median', form] : [form],
)

/** List of the forms for error messages. */
export const QUERY_FORMS = FORM_WORDS.map(word => `${word}(…)`).join(', ')
