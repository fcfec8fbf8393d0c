import type { Domain } from '../domain/domain.ts'
import type { CategoriesKind, OrderedKind } from '../domain/kind.ts'
import { isOrdered, labelsOf } from '../domain/read-question.ts'
import { FORMS } from './forms.ts'
import { conditional, type Functional, meanOf } from './functional.ts'
import { readQuery } from './parse-query.ts'
import { type Event, groupsIn, namesIn, partsOf, type Query } from './query.ts'
import { type Scalar, scalarOf } from './scalar.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A part of a query: a functional of one law, which is added or subtracted. */
export interface Term {
  readonly sign: 1 | -1
  /** The groups of people that the law is of; undefined for all people. */
  readonly groups: readonly string[] | undefined
  /** The numbers of the questions, increasing, over whose cells together the law is. */
  readonly questions: readonly number[]
  readonly functional: Functional
}

/** The laws of some groups, or of all people, over the cells of some questions: row by row, one or many draws. */
export type Laws = (questions: readonly number[], groups: readonly string[] | undefined) => Float64Array

/** The functionals whose sum a query is. */
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

/** The number of cells that some questions have together. */
export function cellsOfView(domain: Domain, questions: readonly number[]): number {
  return questions.reduce((product, j) => product * domain.sizes[j], 1)
}

/** The value of a query at each draw of the laws; where they have several lengths, at as many as the shortest has. */
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

/** What is believed of a query, given draws of the laws. */
export function scalarOfQuery(query: string | Query, vocabulary: Vocabulary, laws: Laws): Scalar {
  const terms = termsOf(readQuery(query, vocabulary), vocabulary)
  return scalarOf(valuesOf(terms, vocabulary.domain, laws))
}

/** What can be asked for anything that is known of the laws. */
export interface Askable {
  /**
   * What is believed of a query, such as `'share(Sales)'` or `'mean(age | sex = f) - mean(age | sex = m)'`.
   *
   * @throws RangeError if the text is no query about what people were asked; its message shows where
   * @see parseQuery
   */
  of(query: string | Query): Scalar
}

/** Gives a belief the names that queries about it may use. */
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
  const given = secret.length === 0 ? undefined : weightsOf(secret, view)
  if (query.form === 'share') return meanOf('the share', weightsOf(query.of, view), given)
  const own = [query.of].flat()
  const places = view.names.flatMap((name, place) => (own.includes(name) ? [place] : []))
  const kinds = places.map(place => view.kinds[place])
  const cells = kinds.reduce((product, kind) => product * kind.cells, 1)
  const cellOf = (codes: readonly number[]) =>
    places.reduceRight((cell, place) => cell * view.kinds[place].cells + codes[place], 0)
  const inner = FORMS[query.form].functional!(query, kinds)
  return conditional(inner, Int32Array.from(view.codes, cellOf), cells, given)
}

/** The cells of some questions together, each with the cell of every question. */
interface View {
  readonly names: readonly string[]
  readonly kinds: readonly (CategoriesKind | OrderedKind)[]
  readonly codes: readonly (readonly number[])[]
}

function viewOf(domain: Domain, questions: readonly number[]): View {
  const sizes = questions.map(j => domain.sizes[j])
  const codes = Array.from({ length: cellsOfView(domain, questions) }, (_, cell) => {
    let left = cell
    return sizes.map(size => {
      const code = left % size
      left = (left - code) / size
      return code
    })
  })
  return { names: questions.map(j => domain.names[j]), kinds: questions.map(j => domain.kinds[j]), codes }
}

/** The share of each cell of which all these events are true. */
function weightsOf(events: readonly Event[], { names, kinds, codes }: View): Float64Array {
  const all = events.map(event => {
    const place = names.indexOf(event.of)
    return { place, shares: sharesOf(event, kinds[place]) }
  })
  return Float64Array.from(codes, held =>
    all.reduce((share, { place, shares }) => share * shares[held[place]], 1),
  )
}

/** The share of each cell of a question for which an event is true: inside of a bin, its mass is shared in proportion. */
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
