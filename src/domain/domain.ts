import type { Categories } from '../check/categories.ts'
import {
  isList,
  isObject,
  Refusal,
  refuse,
  refuseName,
  refuseSecret,
  requireInteger,
  requireOptions,
} from '../check/check.ts'
import type { CategoriesKind, OrderedKind } from './kind.ts'
import type { ItemsQuestion, Question } from './question.ts'
import { isOrdered, labelsOf, readQuestion } from './read-question.ts'

/** Several questions, each by its name. */
export interface Questions {
  readonly [name: string]: Question | ItemsQuestion
}

/** Private values of a person: for each question the value or the label; for a question with items, the list of items that apply. */
export interface PersonRecord {
  readonly [name: string]: number | string | readonly string[]
}

/** Questions of one request. Its mechanism has a category for each combination of their cells, `u + size(u)·v + …`. */
export interface View {
  /** The indices of the questions. */
  readonly questions: readonly number[]
  /** The names of the questions, as in a request's `about`. */
  readonly about: readonly string[]
  /** The number of cells. */
  readonly cells: number
}

/** Whether requests are about pairs of questions or single ones. */
export type Ask = 'pairs' | 'singles'

/** The position of a question's value in a record, and the item for a question of items. */
interface Place {
  readonly field: string
  readonly item?: string
  readonly kind: CategoriesKind | OrderedKind
}

const MOST_QUESTIONS = 64
const MOST_CELLS = 4096
/** Cell of an unknown value. */
export const MISSING = -1

/** Whether an item applies. */
const ITEM = ['no', 'yes'] as const

/** One question, or several of any types. It is the same for the server and for respondents, and fixed before anybody is asked. */
export class Domain {
  /** The names of the questions; each item is a question of its own, `uses:phone`. */
  readonly names: readonly string[]
  readonly kinds: readonly (CategoriesKind | OrderedKind)[]
  /** The number of cells of each question. */
  readonly sizes: readonly number[]
  /** Whether there is a single question, without a name; private values are then no records. */
  readonly isSingle: boolean
  private readonly places: readonly Place[]
  private readonly given: Questions

  private constructor(places: readonly Place[], given: Questions, isSingle = false) {
    this.places = places
    this.given = given
    this.isSingle = isSingle
    this.kinds = places.map(({ kind }) => kind)
    this.sizes = this.kinds.map(({ cells }) => cells)
    this.names = places.map(({ field, item }) => (item === undefined ? field : `${field}:${item}`))
  }

  /**
   * Several questions.
   *
   * @throws RangeError unless there are 2 to 64 questions, each with at most 4,096 cells
   */
  static of(questions: Questions): Domain {
    if (!isObject(questions) || isList(questions)) {
      refuse('questions', questions, 'an object with a question for each name')
    }
    const given: { [name: string]: Question | ItemsQuestion } = {}
    const places = Object.entries(questions).flatMap(([field, question]): Place[] => {
      const argument = `questions.${field}`
      if (isItems(question)) {
        const items = requireItems(question, argument)
        given[field] = { items: [...items] }
        return items.map(item => ({ field, item, kind: readQuestion(ITEM) }))
      }
      const kind = readQuestion(question, argument)
      requireInteger(`the number of cells of ${argument}`, kind.cells, 2, MOST_CELLS)
      given[field] = kind.toJSON()
      return [{ field, kind }]
    })
    requireInteger('the number of questions', places.length, 2, MOST_QUESTIONS)
    const domain = new Domain(places, given)
    const twice = domain.names.find((name, j) => domain.names.indexOf(name) < j)
    return twice === undefined ? domain : refuse('questions', twice, 'names that differ from those of items')
  }

  /** One question. @throws RangeError, which describes the fault */
  static one(question: Question, argument = 'question'): Domain {
    const kind = readQuestion(question, argument)
    return new Domain([{ field: '', kind }], { '': kind.toJSON() }, true)
  }

  /** The questions of a collection: several, or a single one, or a number of categories. */
  static from(options: {
    readonly categories?: Categories
    readonly question?: Question
    readonly questions?: Questions
  }): Domain {
    const { categories, question, questions } = options
    if (questions !== undefined) return Domain.of(questions)
    return question === undefined ? Domain.one(categories!, 'categories') : Domain.one(question)
  }

  /** The index of a question. @throws RangeError if there is none of this name */
  indexOf(name: unknown, argument: string): number {
    const index = this.names.indexOf(name as string)
    if (index < 0) refuseName(argument, name, this.names, `one of the questions ${this.names.join(', ')}`)
    return index
  }

  /** Whether a question is an item, which applies or not. */
  isItem(name: string): boolean {
    return this.places[this.names.indexOf(name)]?.item !== undefined
  }

  /** The labels of a question's cells. */
  labels(name: string): readonly string[] {
    return labelsOf(this.kinds[this.indexOf(name, 'name')])
  }

  /** A question whose cells have values. @throws RangeError if it is one of categories */
  ordered(name: string, argument: string): OrderedKind {
    const kind = this.kinds[this.indexOf(name, argument)]
    return isOrdered(kind) ? kind : refuse(argument, name, 'a scale, a whole number or a number')
  }

  /**
   * The view of these questions, in this order.
   *
   * @throws RangeError unless they are different questions with at most 4,096 cells together
   */
  view(about: unknown): View {
    if (!Array.isArray(about) || about.length === 0 || about.length > this.names.length) {
      refuse("the request's about", about, 'a list of names of questions')
    }
    const questions = about.map((name, i) => this.indexOf(name, `the request's about[${i}]`))
    if (new Set(questions).size < questions.length) {
      refuse("the request's about", about, 'a list of different questions')
    }
    const cells = questions.reduce((product, j) => product * this.sizes[j], 1)
    requireInteger(`the number of cells of ${about.join(' and ')}`, cells, 2, MOST_CELLS)
    return { questions, about: questions.map(j => this.names[j]), cells }
  }

  /** The views of pairs or of single questions. The view of the only question has no names. */
  views(ask: Ask): View[] {
    if (this.isSingle) return [{ questions: [0], about: [], cells: this.sizes[0] }]
    if (ask === 'singles') return this.names.map(name => this.view([name]))
    return this.names.flatMap((a, i) => this.names.slice(i + 1).map(b => this.view([a, b])))
  }

  /** One of the questions, without its name. */
  single(question: number): Domain {
    const kind = this.kinds[question]
    return new Domain([{ field: '', kind }], { '': kind.toJSON() }, true)
  }

  /** The domain of some of the questions, in their order in this domain. */
  part(names: readonly string[]): Domain {
    // With all questions it is the domain itself, so that items remain items.
    if (this.names.every(name => names.includes(name))) return this
    const places = this.names.flatMap((field, j) =>
      names.includes(field) ? [{ field, kind: this.kinds[j] }] : [],
    )
    return new Domain(places, Object.fromEntries(places.map(({ field, kind }) => [field, kind.toJSON()])))
  }

  /**
   * A person's record as cells in the order of the questions. Errors reveal neither the value nor its question, and are thrown before any
   * request is read.
   *
   * @param argument name of the record in errors
   * @param isMissing whether a value may be `null`, whose cell is then `MISSING`
   * @throws RangeError unless the record has a value of each question, and nothing else
   */
  read(record: unknown, argument?: string, isMissing = false): number[] {
    if (this.isSingle) return [isMissing && record === null ? MISSING : this.kinds[0].cell(record, argument)]
    const allowed = 'an object with an answer to each question, and nothing else'
    if (!isObject(record)) refuseSecret(argument ?? 'record', allowed)
    const fields: Record<string, unknown> = { ...record }
    let isRight = Object.keys(fields).length === Object.keys(this.given).length
    const cells = this.places.map(({ field, item, kind }) => {
      const value = fields[field]
      if (isMissing && value === null) return MISSING
      if (item !== undefined) {
        const { items } = this.given[field] as ItemsQuestion
        const knownItems = items.reduce((count, each) => count + holds(value, each, items.length), 0)
        // Every entry is an item, and none occurs twice.
        if (!Array.isArray(value) || knownItems !== value.length) isRight = false
        return holds(value, item, items.length)
      }
      const cell = cellIn(kind, value)
      if (cell === MISSING) isRight = false
      return cell
    })
    return isRight ? cells : refuseSecret(argument ?? 'record', allowed)
  }

  /**
   * A record of these cells: labels if there are any, otherwise numbers of categories; for numbers, the values of cells, which are the ends
   * of the range for cells outside.
   */
  record(cells: readonly number[]): PersonRecord {
    const record: { [name: string]: number | string | string[] } = {}
    this.places.forEach(({ field, item, kind }, j) => {
      if (item === undefined) {
        const { names } = kind
        record[field] =
          isOrdered(kind) && kind.kind !== 'scale' ? kind.values[cells[j]] : (names?.[cells[j]] ?? cells[j])
        return
      }
      record[field] ??= []
      if (cells[j] === 1) (record[field] as string[]).push(item)
    })
    return record
  }

  /** The cell of a view that holds a record; `MISSING` if one of its questions has no value. */
  cell({ questions }: View, cells: ArrayLike<number>): number {
    let cell = 0
    for (let i = questions.length - 1; i >= 0; i--) {
      if (cells[questions[i]] === MISSING) return MISSING
      cell = cell * this.sizes[questions[i]] + cells[questions[i]]
    }
    return cell
  }

  toJSON(): Questions {
    return this.given
  }
}

/** Whether an item is in a list: 1 or 0. The time does not depend on its presence or its index. */
function holds(value: unknown, item: string, most: number): number {
  const list = Array.isArray(value) ? value : []
  let found = 0
  for (let i = 0; i < most; i++) found |= Number(list[i] === item)
  return found
}

/** The cell of a value, or `MISSING` if the question has no such value. */
function cellIn(kind: CategoriesKind | OrderedKind, value: unknown): number {
  try {
    return kind.cell(value)
  } catch (error) {
    if (error instanceof Refusal) return MISSING
    throw error
  }
}

export function isItems(question: unknown): question is ItemsQuestion {
  return isObject(question) && 'items' in question
}

function requireItems(question: ItemsQuestion, argument: string): readonly string[] {
  const { items } = requireOptions(question, { items: true }, argument)
  const isRight =
    Array.isArray(items) &&
    items.length > 0 &&
    items.every(item => typeof item === 'string' && item !== '') &&
    new Set(items).size === items.length
  return isRight ? items : refuse(`${argument}.items`, items, 'a list of different names')
}
