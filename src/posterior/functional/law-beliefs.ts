import type { Ask, Domain, View } from '../../domain/domain.ts'
import { cellsOfView } from '../../query/of-query.ts'
import type { Vocabulary } from '../../query/vocabulary.ts'
import type { Posterior } from '../chains/posterior.ts'
import { summarize } from '../draws/summary.ts'
import type { ByGroup } from './by-group.ts'
import { cellsOf, type NumericEstimate } from './numeric-estimate.ts'
import type { Association, Tables } from './tables-estimate.ts'

/** Posterior of the distribution of one view of one group. Cells of a table are ordered as in a request, `u + size(u)·v`. */
export interface LawBelief {
  /** The names of the questions: one or two; empty for a single question. */
  readonly about: readonly string[]
  /** The group of people, if they belong to some. */
  readonly group?: string
  /** The labels of the cells of each question. */
  readonly labels: readonly (readonly string[])[]
  /** Posterior mean of each cell. */
  readonly mean: Float64Array
  /** Posterior standard deviation of each cell. */
  readonly sd: Float64Array
  /** The central credible interval of each cell, level above 0 and below 1. */
  interval(level: number): readonly [lower: Float64Array, upper: Float64Array]
  /** For one scale or number, its estimate. */
  readonly number?: NumericEstimate
  /** For two questions, their association. */
  readonly association?: Association
}

/** Groups and views of the distributions. Tallies are ordered by group, and within a group by view. */
export interface LawsAsked {
  /** The questions. */
  readonly domain: Domain
  /** Whether requests are about pairs or single questions. */
  readonly ask: Ask
  /** The views that goals need, if these are not all. */
  readonly views?: readonly View[] | undefined
  /** The names of the groups, if people belong to some. */
  readonly by?: readonly string[] | undefined
  /** Default weights of groups among all people; default the numbers of their answers. */
  readonly shares?: readonly number[] | undefined
  /** Name of the public variable; default `group`. */
  readonly variable?: string | undefined
  /** Name of a single question, such as the name of its column. */
  readonly name?: string | undefined
}

/** Views of requests, in the order of the tallies. */
export function viewsOf({ domain, ask, views }: LawsAsked): readonly View[] {
  return views ?? domain.views(ask)
}

/** The names in queries about laws. */
export function vocabularyOfLaws({ domain, by, variable = 'group', name }: LawsAsked): Vocabulary {
  return { domain, public: by && { variable, groups: by }, name }
}

/** Estimates of the people of one group, or of all without groups. */
export type OfPeople = Posterior | NumericEstimate | Tables

/** The draws of a single question's law, or of the joint law of some of several questions. */
export function drawsOf(belief: OfPeople, questions: readonly number[]): Float64Array {
  if ('drawsOf' in belief) return belief.drawsOf(questions)
  return cellsOf(belief).draws
}

/**
 * The laws of a collection, group by group, and within a group view by view.
 *
 * @param isComplete whether, for pairs, the laws of single questions precede the tables
 */
export function lawsOf(
  belief: OfPeople | ByGroup<OfPeople>,
  asked: LawsAsked,
  isComplete = false,
): LawBelief[] {
  const { domain, by } = asked
  const all = viewsOf(asked)
  const pairs = all.filter(({ questions }) => questions.length === 2)
  // A question of a pair is read from its table, even if some people were asked about it alone.
  const isInPair = ([j]: readonly number[]) => pairs.some(({ questions }) => questions.includes(j))
  const views =
    isComplete && pairs.length > 0
      ? [...domain.views('singles'), ...pairs]
      : all.filter(({ questions }) => questions.length === 2 || !isInPair(questions))
  if (by === undefined) return lawsOfPeople(belief as OfPeople, domain, views)
  return by.flatMap(group => {
    const laws = lawsOfPeople((belief as ByGroup<OfPeople>).group(group), domain, views)
    return laws.map(law => ({ ...law, group }))
  })
}

function lawsOfPeople(belief: OfPeople, domain: Domain, views: readonly View[]) {
  return views.map(({ questions, about }): LawBelief => {
    const labels = questions.map(j => domain.labels(domain.names[j]))
    if (about.length === 2) {
      const { sd } = summarize(drawsOf(belief, questions), cellsOfView(domain, questions))
      return { about, labels, sd, ...tableLaw(belief as Tables, about) }
    }
    const [name] = about
    const one = name === undefined ? belief : (belief as Tables).marginal<Posterior | NumericEstimate>(name)
    const cells = cellsOf(one as Posterior | NumericEstimate)
    return {
      ...{ about, labels, mean: cells.mean, sd: cells.sd, interval: cells.interval },
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
