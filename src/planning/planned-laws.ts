import type { Categories } from '../check/categories.ts'
import { isList, isObject, refuse, requireNumber, type Vector } from '../check/check.ts'
import { Domain, type Questions, type View } from '../domain/domain.ts'
import { type By, requireGroups, variableOf } from '../domain/groups.ts'
import type { Question } from '../domain/question.ts'
import { isOrdered } from '../domain/read-question.ts'
import { refuseListed } from '../loop/refused.ts'
import type { LawsAsked } from '../posterior/functional/law-beliefs.ts'
import { codesOf } from '../query/of-query.ts'
import { type TrueLaw, trueLaw } from '../query/true-law.ts'
import { probabilities } from '../simplex/probabilities.ts'

/** Questions and groups of a plan, and the distributions that it takes to be true. */
export interface PlannedLaws {
  readonly asked: LawsAsked
  /** Each group's share of the people; 1 without groups. */
  readonly shares: readonly number[]
  /** The law of a view's cells in a group. */
  law(view: Pick<View, 'questions' | 'cells'>, group: number): Float64Array
}

/** Options about the private values of people. */
export interface HeldOptions {
  readonly categories?: Categories | undefined
  readonly question?: Question | undefined
  readonly by?: By
  readonly shares?: readonly number[]
  readonly questions?: Questions
  readonly truth: unknown
  readonly goal?: unknown
  readonly goals?: unknown
}

/** Options that are not supported here, and why. */
const REFUSED = {
  error: 'left out with question, by and questions: only goals are planned for them',
  mechanism: 'left out with question, by and questions: a strategy chooses their channels',
  prior: 'left out with question, by and questions: they have priors of their own',
  liars: 'left out with question, by and questions: no bound on the harm of liars is known there',
  looks: 'left out with question, by and questions: the loop chooses their interim looks',
} as const

/**
 * Reads options about numbers, groups or questions; undefined for categories without groups.
 *
 * @throws RangeError on bad or unsupported options
 */
export function readPlannedLaws(options: HeldOptions): PlannedLaws | undefined {
  const { categories, question, by, questions, shares, truth } = options
  if (shares !== undefined && by === undefined) refuse('shares', shares, 'left out, without by')
  if (question === undefined && by === undefined && questions === undefined) return undefined
  refuseListed(options, REFUSED)
  const [held] = Object.entries({ question, questions, by }).find(([, value]) => value !== undefined)!
  if (options.goal === undefined && options.goals === undefined)
    refuse('goal', undefined, `given with ${held}; only goals are planned for it`)
  for (const [name, value] of Object.entries({ categories, question })) {
    const other = questions !== undefined ? 'questions' : 'question'
    if (value !== undefined && name !== other && options[other] !== undefined)
      refuse(name, value, `left out with ${other}`)
  }
  const names = by === undefined ? undefined : requireGroups(by)
  const groups = names && truthOfGroups(truth, names.length)
  const domain =
    question === undefined && questions === undefined
      ? Domain.one(categories ?? (groups![0] as Vector)?.length, 'categories')
      : Domain.from({ question, questions })
  const laws = groups
    ? Array.from(groups, (one, g) => readLaw(`truth[${g}]`, one, domain))
    : [readLaw('truth', truth, domain)]
  return {
    asked: { domain, ask: 'pairs', by: names, variable: by && variableOf(by) },
    shares: names ? sharesOf(shares, names.length) : [1],
    law: (view, g) => laws[g].law(view),
  }
}

function truthOfGroups(truth: unknown, groups: number): ArrayLike<unknown> {
  if (isList(truth) && truth.length === groups) return truth
  return refuse('truth', truth, `a list of ${groups} distributions, one a group`)
}

function sharesOf(given: readonly number[] | undefined, groups: number): readonly number[] {
  const sizes = given ?? new Array<number>(groups).fill(1 / groups)
  if (!isList(sizes) || sizes.length !== groups)
    refuse('shares', sizes, `a list of ${groups} shares, one a group`)
  sizes.forEach((share, g) => {
    requireNumber(`shares[${g}]`, share, { above: 0, below: 1 })
  })
  return Array.from(probabilities('shares', sizes, groups))
}

/** Reads the law of a group: the probabilities of its cells, or the records of an earlier study. */
function readLaw(argument: string, truth: unknown, domain: Domain): Pick<TrueLaw, 'law'> {
  if (!domain.isSingle && isList(truth) && isObject(truth[0]) && !isList(truth[0])) {
    const weight = 1 / truth.length
    const people = Array.from(truth as ArrayLike<unknown>, (record, t) => ({
      weight,
      codes: domain.read(record, `${argument}[${t}]`),
    }))
    return trueLaw(domain, people)
  }
  const [kind] = domain.kinds
  const cells = domain.sizes.reduce((product, size) => product * size, 1)
  const of = !domain.isSingle
    ? 'cells, the first question fastest'
    : isOrdered(kind) && kind.first > 0
      ? 'cells: below, the bins, above'
      : 'categories'
  if ((truth as Vector | undefined)?.length !== cells)
    refuse(argument, truth, `the probabilities of ${cells} ${of}`)
  const law = probabilities(argument, truth as Vector, cells)
  const parts = Array.from(law, (weight, cell) => ({ weight, codes: codesOf(cell, domain.sizes) }))
  return trueLaw(domain, parts)
}
