import type { Command } from 'commander'
import { Refusal } from '../check/check.ts'
import { listNames, quote } from '../check/quote.ts'
import { InputError } from '../data/input-error.ts'
import type { Ask } from '../domain/domain.ts'
import { INTERVAL_LEVEL } from '../posterior/functional/interval-json.ts'
import type { Queries, ShownQuery } from '../posterior/functional/shown-queries.ts'
import { termsOf } from '../query/of-query.ts'
import { readQuery, unitOf } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import type { Vocabulary } from '../query/vocabulary.ts'
import { textTable } from '../report/text-table.ts'
import { unitOfValue } from '../survey/units.ts'
import { each } from './parsers.ts'
import { short } from './sheet.ts'
import type { SurveyOption } from './survey-option.ts'

/** The option with queries. */
export interface ShowOption {
  readonly show?: readonly string[]
}

/** @param more additional effects of queries, for the help */
export function addShowOption(command: Command, more = ''): Command {
  return command.option(
    '--show <query>',
    `another quantity to show, such as "share(Sales)", "median" or "mean(age | sex = f)"${more}; may be repeated`,
    each,
  )
}

/**
 * Reads the queries of `--show`; undefined without the option.
 *
 * @param names the names that people are asked about
 * @param all the names of all questions, if goals do not need every one
 * @throws RangeError on a faulty query, with a caret below the faulty place
 * @throws InputError on a query about questions that nobody is asked about
 */
export function readQueries(
  { show }: ShowOption,
  names: () => Vocabulary,
  all?: Vocabulary,
): Queries | undefined {
  if (show === undefined) return undefined
  const vocabulary = names()
  const read = (text: string) => {
    try {
      return readQuery(text, vocabulary, '--show')
    } catch (error) {
      if (all === undefined || !isQueryAbout(text, all)) throw error
      const asked = listNames(vocabulary.domain.names)
      throw new InputError(
        `--show: expected a query about what goals need, ${asked}, as people are asked about nothing else; got ${quote(text)}`,
      )
    }
  }
  return { vocabulary, queries: show.map(read) }
}

function isQueryAbout(text: string, vocabulary: Vocabulary): boolean {
  try {
    readQuery(text, vocabulary)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Pairs if a query is about two questions together, else single questions. */
export function viewsFor({ queries, vocabulary }: Queries): Ask {
  return pairIn(queries, vocabulary) ? 'pairs' : 'singles'
}

/** Refuses queries about two questions together if requests are about single questions. */
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

/** A table of the posteriors of queries. */
export function shownText(
  { queries }: Queries,
  shown: readonly ShownQuery[],
  { survey }: SurveyOption,
): string {
  const inUnit = (i: number) => {
    const unit = survey && unitOfValue(survey, queries[i])
    return unit === undefined ? '' : ` in ${unit}`
  }
  const number = (title: string, of: (one: ShownQuery) => number) => ({
    title,
    align: 'right' as const,
    cell: (i: number) => (unitOf(queries[i]) === 'value' ? short(of(shown[i])) : of(shown[i]).toFixed(4)),
  })
  return textTable<number>(
    [
      { title: 'query', cell: i => `${shown[i].query}${inUnit(i)}` },
      number('mean', ({ mean }) => mean),
      number(`lower ${100 * INTERVAL_LEVEL} %`, ({ interval }) => interval[0]),
      number('upper', ({ interval }) => interval[1]),
      ...(shown[0].truth === undefined ? [] : [number('truth', ({ truth }) => truth!)]),
    ],
    [...queries.keys()],
  )
}
