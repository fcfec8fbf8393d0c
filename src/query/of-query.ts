import type { Domain } from '../domain/domain.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered, labelsOf } from '../domain/read-question.ts'
import { FORMS } from './forms.ts'
import { conditional, type Functional, meanOf } from './functional.ts'
import { readQuery } from './parse-query.ts'
import { type Event, groupsIn, namesIn, partsOf, type Query } from './query.ts'
import { type Scalar, scalarOf } from './scalar.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A summand of a query: a functional of one law, with its sign. */
export interface Term {
  readonly sign: 1 | -1
  /** Groups of people whose law this is; undefined for all people. */
  readonly groups: readonly string[] | undefined
  /** Indices of the questions whose cells the law is over, in increasing order. */
  readonly questions: readonly number[]
  readonly functional: Functional
}

/** Draws of the law of some groups, or of all people, over the cells of some questions: one draw a row. */
export type Laws = (questions: readonly number[], groups: readonly string[] | undefined) => Float64Array

/** Splits a query into functionals whose sum is its value. */
export function termsOf(query: Query, { domain, public: by }: Vocabulary): Term[] {
  return partsOf(query).map((part, i) => {
    const names = namesIn(part, by?.variable)
    const questions = names.map(name => domain.indexOf(name, 'query')).sort((a, b) => a - b)
    return {
      sign: i === 0 ? 1 : -1,
      groups: groupsIn(part, by?.variable),
      questions,
      functional: functionalOf(part, domain, questions, by?.variable),
    }
  })
}

/** Number of combined cells of some questions. */
export function cellsOfView(domain: Domain, questions: readonly number[]): number {
  return questions.reduce((product, j) => product * domain.sizes[j], 1)
}

/** The value of a query at each draw of the laws. If laws have different numbers of draws, the smallest number is used. */
export function valuesOf(terms: readonly Term[], domain: Domain, laws: Laws): Float64Array {
  const parts = terms.map(({ sign, groups, questions, functional }) => {
    const cells = cellsOfView(domain, questions)
    const draws = laws(questions, groups)
    return Float64Array.from(
      { length: draws.length / cells },
      (_, i) => sign * functional.value(draws, i * cells),
    )
  })
  const [first, second] = parts
  if (second === undefined) return first
  return first.slice(0, Math.min(first.length, second.length)).map((value, i) => value + second[i])
}

/** Posterior of a query, given draws of the distributions. */
export function scalarOfQuery(query: string | Query, vocabulary: Vocabulary, laws: Laws): Scalar {
  const terms = termsOf(readQuery(query, vocabulary), vocabulary)
  return scalarOf(valuesOf(terms, vocabulary.domain, laws))
}

/** Queries to the posterior of one or several distributions. */
export interface Askable {
  /**
   * The posterior of a query, such as `'share(Sales)'` or `'mean(age | sex = f) - mean(age | sex = m)'`.
   *
   * @throws RangeError if the text is no query about what people were asked; its message shows where
   * @see parseQuery
   */
  of(query: string | Query): Scalar
}

/** Adds to a posterior the method `of`, which answers queries in these names. */
export function askable<B extends object>(belief: B, vocabulary: Vocabulary, laws: Laws): B & Askable {
  return Object.assign(belief, { of: (query: string | Query) => scalarOfQuery(query, vocabulary, laws) })
}

function functionalOf(
  query: Query,
  domain: Domain,
  questions: readonly number[],
  variable: string | undefined,
): Functional {
  const view = viewOf(domain, questions)
  const secret = query.given?.filter(event => event.of !== variable) ?? []
  const condition = secret.length === 0 ? undefined : weightsOf(secret, view)
  if (query.form === 'share') return meanOf('the share', weightsOf(query.of, view), condition)
  const own = [query.of].flat()
  const places = view.names.flatMap((name, place) => (own.includes(name) ? [place] : []))
  const kinds = places.map(place => view.kinds[place])
  const cells = kinds.reduce((product, kind) => product * kind.cells, 1)
  const cellOf = (codes: readonly number[]) =>
    places.reduceRight((cell, place) => cell * view.kinds[place].cells + codes[place], 0)
  const inner = FORMS[query.form].functional!(query, kinds)
  return conditional(inner, Int32Array.from(view.codes, cellOf), cells, condition)
}

/** The combined cells of some questions, with the cell of every question for each. */
interface View {
  readonly names: readonly string[]
  readonly kinds: readonly (CategoriesKind | OrderedKind)[]
  readonly codes: readonly (readonly number[])[]
}

function viewOf(domain: Domain, questions: readonly number[]): View {
  const sizes = questions.map(j => domain.sizes[j])
  const codes = Array.from({ length: cellsOfView(domain, questions) }, (_, cell) => codesOf(cell, sizes))
  return { names: questions.map(j => domain.names[j]), kinds: questions.map(j => domain.kinds[j]), codes }
}

/** Splits a combined cell into one category for each question; the first question varies fastest. */
export function codesOf(cell: number, sizes: readonly number[]): number[] {
  let rest = cell
  return sizes.map(size => {
    const code = rest % size
    rest = (rest - code) / size
    return code
  })
}

/** The share of each cell for which all these events are true. */
function weightsOf(events: readonly Event[], { names, kinds, codes }: View): Float64Array {
  const all = events.map(event => {
    const place = names.indexOf(event.of)
    return { place, shares: sharesOf(event, kinds[place]) }
  })
  return Float64Array.from(codes, held =>
    all.reduce((share, { place, shares }) => share * shares[held[place]], 1),
  )
}

/**
 * The share of each cell of a question for which an event is true. A bin that is cut by the event counts in proportion to the part that is
 * inside.
 */
function sharesOf(event: Event, kind: CategoriesKind | OrderedKind): Float64Array {
  if ('in' in event) {
    const places = event.in.map(level => (typeof level === 'number' ? level : labelsOf(kind).indexOf(level)))
    return Float64Array.from({ length: kind.cells }, (_, x) => Number(places.includes(x)))
  }
  const { side } = event
  const isUp = side === '>=' || side === '>'
  if (!isOrdered(kind)) return new Float64Array(kind.cells)
  const value =
    typeof event.value === 'string' ? kind.values[labelsOf(kind).indexOf(event.value)] : event.value
  const { first, bins, edges, values } = kind
  const isEqual = side === '>=' || side === '<='
  const isTrue = (of: number) => Number(isUp ? of > value : of < value) || Number(isEqual && of === value)
  return Float64Array.from({ length: kind.cells }, (_, x) => {
    const bin = x - first
    if (bin < 0) return Number(!isUp)
    if (bin >= bins) return Number(isUp)
    if (kind.kind !== 'number') return isTrue(values[x])
    const below = Math.min(1, Math.max(0, (value - edges[bin]) / (edges[bin + 1] - edges[bin])))
    return isUp ? 1 - below : below
  })
}
