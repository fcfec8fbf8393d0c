import type { Command } from 'commander'
import { InputError } from '../data/input-error.ts'
import type { Ask } from '../domain/domain.ts'
import type { ByGroup } from '../posterior/functional/by-group.ts'
import { lawsOfGroups } from '../posterior/functional/grouped.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import { drawsOf, type OfPeople } from '../posterior/functional/law-beliefs.ts'
import { type Laws, scalarOfQuery, termsOf, valuesOf } from '../query/of-query.ts'
import { readQuery, unitOf } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import type { Scalar } from '../query/scalar.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { textTable } from '../report/text-table.ts'
import { short } from './sheet.ts'

/** The option that asks queries. */
export interface ShowOption {
  readonly show?: readonly string[]
}

/** @param more what else the queries decide */
export function addShowOption(command: Command, more = ''): Command {
  return command.option(
    '--show <query>',
    `what else is to be shown, such as "share(Sales)", "median" or "mean(age | sex = f)"${more}; can be given several times`,
    (query: string, before: readonly string[] = []) => [...before, query],
  )
}

/** Queries, and the names that they use. */
export interface Queries {
  readonly queries: readonly Query[]
  readonly vocabulary: Vocabulary
}

/** What is believed of a query, as plain data. */
export interface ShownQuery {
  /** Its canonical text. */
  readonly query: string
  readonly mean: number
  readonly sd: number
  readonly interval: readonly [lower: number, upper: number]
  readonly truth?: number
}

/**
 * The queries of `--show`; undefined without any.
 *
 * @throws RangeError if one cannot be read, with a caret below the place
 */
export function readQueries({ show }: ShowOption, names: () => Vocabulary): Queries | undefined {
  if (show === undefined) return undefined
  const vocabulary = names()
  return { vocabulary, queries: show.map(text => readQuery(text, vocabulary, '--show')) }
}

/** What people have to be asked about: pairs, if a query is about two questions together. */
export function viewsFor({ queries, vocabulary }: Queries): Ask {
  return pairIn(queries, vocabulary) ? 'pairs' : 'singles'
}

/** Refuses queries about two questions together where people are asked about one at a time. */
export function requireViews(asked: Queries | undefined, ask: Ask): void {
  const pair = asked && ask === 'singles' && pairIn(asked.queries, asked.vocabulary)
  if (!pair) return
  throw new InputError(
    `--show: expected queries about single questions, as people are asked about one each (singles); got ${pair}`,
  )
}

function pairIn(queries: readonly Query[], vocabulary: Vocabulary): Query | undefined {
  return queries.find(query => termsOf(query, vocabulary).some(({ questions }) => questions.length > 1))
}

/**
 * What answers a query by a belief.
 *
 * @param weightOf how much a group weighs among all people
 */
export function answersOf(
  belief: OfPeople | ByGroup<OfPeople>,
  vocabulary: Vocabulary,
  weightOf: (group: string) => number,
): (query: Query) => Scalar {
  const { groups } = vocabulary.public ?? {}
  const laws: Laws = groups
    ? lawsOfGroups(groups, groups.map(weightOf), (g, questions) =>
        drawsOf((belief as ByGroup<OfPeople>).group(groups[g]), questions),
      )
    : questions => drawsOf(belief as OfPeople, questions)
  return query => scalarOfQuery(query, vocabulary, laws)
}

/** What is believed of queries. @param truth the laws of the people, where they are known */
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

/** A table of what is believed of queries. */
export function shownText({ queries }: Queries, shown: readonly ShownQuery[]): string {
  const number = (title: string, of: (one: ShownQuery) => number) => ({
    title,
    align: 'right' as const,
    cell: (i: number) => (unitOf(queries[i]) === 'value' ? short(of(shown[i])) : of(shown[i]).toFixed(4)),
  })
  return textTable<number>(
    [
      { title: 'query', cell: i => shown[i].query },
      number('mean', ({ mean }) => mean),
      number(`lower ${100 * INTERVAL_LEVEL} %`, ({ interval }) => interval[0]),
      number('upper', ({ interval }) => interval[1]),
      ...(shown[0].truth === undefined ? [] : [number('truth', ({ truth }) => truth!)]),
    ],
    [...queries.keys()],
  )
}
