import type { Ask, Domain, View } from '../../domain/domain.ts'
import type { Vocabulary } from '../../query/vocabulary.ts'
import type { Posterior } from '../chains/posterior.ts'
import type { ByGroup } from './by-group.ts'
import { cellsOf, type NumericEstimate } from './numeric-estimate.ts'
import type { Association, Tables } from './tables-estimate.ts'

/** What is believed of the law of one view of one group: the cells of a table stand as in a request, `u + size(u)·v`. */
export interface LawBelief {
  /** The names of the questions: one or two, or none where there is a single question. */
  readonly about: readonly string[]
  /** The group of people, if they belong to some. */
  readonly group?: string
  /** The labels of the cells of each question. */
  readonly labels: readonly (readonly string[])[]
  /** Posterior mean of each cell. */
  readonly mean: Float64Array
  /** The central credible interval of each cell, level above 0 and below 1. */
  interval(level: number): readonly [lower: Float64Array, upper: Float64Array]
  /** Of one scale or number, the estimate. */
  readonly number?: NumericEstimate
  /** Of two questions, how they go together. */
  readonly association?: Association
}

/** What laws are about: their tallies stand group by group, and within a group view by view. */
export interface LawsAsked {
  /** The questions that are asked about. */
  readonly domain: Domain
  /** Pairs of them, or each by itself, as a single question is. */
  readonly ask: Ask
  /** What people are asked about, where it is not all pairs or all questions: the views that goals need. */
  readonly views?: readonly View[] | undefined
  /** The names of the groups, if people belong to some. */
  readonly by?: readonly string[] | undefined
  /** What the public variable is called; default `group`. */
  readonly variable?: string | undefined
  /** What a single question is called, if it has a name: that of its column. */
  readonly name?: string | undefined
}

/** What people are asked about, in the order of the tallies. */
export function viewsOf({ domain, ask, views }: LawsAsked): readonly View[] {
  return views ?? domain.views(ask)
}

/** The names that queries about laws may use. */
export function vocabularyOfLaws({ domain, by, variable = 'group', name }: LawsAsked): Vocabulary {
  return { domain, public: by && { variable, groups: by }, name }
}

/** What is believed of those who belong to one group, or to none. */
export type OfPeople = Posterior | NumericEstimate | Tables

/** The draws of what people hold: of a single question, or of the cells of some of several questions. */
export function drawsOf(belief: OfPeople, questions: readonly number[]): Float64Array {
  if ('drawsOf' in belief) return belief.drawsOf(questions)
  return cellsOf(belief).draws
}

/**
 * What the laws of a collection are: group by group, and within a group view by view.
 *
 * @param isComplete whether those of the questions one by one come before the tables, where pairs were asked about
 */
export function lawsOf(
  belief: OfPeople | ByGroup<OfPeople>,
  asked: LawsAsked,
  isComplete = false,
): LawBelief[] {
  const { domain, by } = asked
  const pairs = viewsOf(asked).filter(({ questions }) => questions.length === 2)
  const views = isComplete && pairs.length > 0 ? [...domain.views('singles'), ...pairs] : viewsOf(asked)
  if (by === undefined) return lawsOfPeople(belief as OfPeople, domain, views)
  return by.flatMap(group => {
    const laws = lawsOfPeople((belief as ByGroup<OfPeople>).group(group), domain, views)
    return laws.map(law => ({ ...law, group }))
  })
}

function lawsOfPeople(belief: OfPeople, domain: Domain, views: readonly View[]) {
  return views.map(({ questions, about }): LawBelief => {
    const labels = questions.map(j => domain.labels(domain.names[j]))
    if (about.length === 2) return { about, labels, ...tableLaw(belief as Tables, about) }
    const [name] = about
    const one = name === undefined ? belief : (belief as Tables).marginal<Posterior | NumericEstimate>(name)
    const cells = cellsOf(one as Posterior | NumericEstimate)
    return {
      ...{ about, labels, mean: cells.mean, interval: cells.interval },
      ...('cells' in one && { number: one as NumericEstimate }),
    }
  })
}

function tableLaw(belief: Tables, [a, b]: readonly string[]) {
  const { mean, interval } = belief.table(a, b)
  return {
    mean: cellByCell(mean),
    interval(level: number) {
      const [lower, upper] = interval(level)
      return [cellByCell(lower), cellByCell(upper)] as const
    },
    association: belief.association(a, b),
  }
}

/** A table in the order of a request's cells, `u + size(u)·v`. */
function cellByCell(table: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from(table[0].flatMap((_, v) => table.map(row => row[v])))
}
