import { type Laws, scalarOfQuery, termsOf, valuesOf } from '../../query/of-query.ts'
import type { Query } from '../../query/query.ts'
import type { Scalar } from '../../query/scalar.ts'
import type { Vocabulary } from '../../query/vocabulary.ts'
import type { ByGroup } from './by-group.ts'
import { lawsOfBelief } from './grouped.ts'
import { INTERVAL_LEVEL } from './interval-json.ts'
import type { OfPeople } from './law-beliefs.ts'

/** Queries, and the names that they use. */
export interface Queries {
  readonly queries: readonly Query[]
  readonly vocabulary: Vocabulary
}

/** Posterior of a query, as plain data. */
export interface ShownQuery {
  /** Its canonical text. */
  readonly query: string
  readonly mean: number
  readonly sd: number
  readonly interval: readonly [lower: number, upper: number]
  /** The true value of the query, if known. */
  readonly truth?: number
}

/** @param truth the true laws of the people, if known */
export function showQueries(
  { queries, vocabulary }: Queries,
  answer: (query: Query) => Scalar,
  truth?: Laws,
): ShownQuery[] {
  return queries.map(query => {
    const { mean, sd, interval } = answer(query)
    return {
      ...{ query: String(query), mean, sd, interval: interval(INTERVAL_LEVEL) },
      ...(truth && { truth: valuesOf(termsOf(query, vocabulary), vocabulary.domain, truth)[0] }),
    }
  })
}

/**
 * Returns a function that answers queries by a belief.
 *
 * @param weightOf weight of a group among all people
 */
export function answersOf(
  belief: OfPeople | ByGroup<OfPeople>,
  vocabulary: Vocabulary,
  weightOf: (group: string) => number,
): (query: Query) => Scalar {
  const { groups } = vocabulary.public ?? {}
  const laws = lawsOfBelief(belief, groups, groups?.map(weightOf))
  return query => scalarOfQuery(query, vocabulary, laws)
}
