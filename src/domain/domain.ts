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

/** What a person holds: of each question the value or the label, and of a question with items the list of those that apply. */
export interface PersonRecord {
  readonly [name: string]: number | string | readonly string[]
}

/** Some questions that a request asks about together: a mechanism is over their cells, `u + size(u)·v + …`. */
export interface View {
  /** The numbers of the questions. */
  readonly questions: readonly number[]
  /** Their names, as in a request's `about`. */
  readonly about: readonly string[]
  /** The number of cells. */
  readonly cells: number
}

/** Each pair of questions, or each question. */
export type Ask = 'pairs' | 'singles'

/** Where the value of a question stands in a record; of an item, which it is. */
interface Place {
  readonly field: string
  readonly item?: string
  readonly kind: CategoriesKind | OrderedKind
}

const MOST_QUESTIONS = 64
const MOST_CELLS = 4096
/** What stands for the cell of somebody of whom it is not known. */
export const MISSING = -1

/** Whether an item applies. */
const ITEM = ['no', 'yes'] as const

/** One question, or several of any types: the same on both sides and fixed before anybody is asked. */
export class Domain {
  /** Those of the questions; each item is a question of its own, `uses:phone`. */
  readonly names: readonly string[]
  readonly kinds: readonly (CategoriesKind | OrderedKind)[]
  /** The number of cells of each question. */
  readonly sizes: readonly number[]
  /** Whether people hold the value of one question, which has no name, and no record. */
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

  /** One question. @throws RangeError, which says what is wrong with it */
  static one(question: Question, argument = 'question'): Domain {
    const kind = readQuestion(question, argument)
    return new Domain([{ field: '', kind }], { '': kind.toJSON() }, true)
  }

  /** What people hold: several questions, or one, of which the number of categories is the short form. */
  static from(options: {
    readonly categories?: Categories
    readonly question?: Question
    readonly questions?: Questions
  }): Domain {
    const { categories, question, questions } = options
    if (questions !== undefined) return Domain.of(questions)
    return question === undefined ? Domain.one(categories!, 'categories') : Domain.one(question)
  }

  /** The number of a question. */
  indexOf(name: unknown, argument: string): number {
    const index = this.names.indexOf(name as string)
    if (index < 0) refuseName(argument, name, this.names, `one of the questions ${this.names.join(', ')}`)
    return index
  }

  /** Whether a question is one of several items, which apply or not. */
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

  /** The views of a way of asking. That of a single question has no names. */
  views(ask: Ask): View[] {
    if (this.isSingle) return [{ questions: [0], about: [], cells: this.sizes[0] }]
    if (ask === 'singles') return this.names.map(name => this.view([name]))
    return this.names.flatMap((a, i) => this.names.slice(i + 1).map(b => this.view([a, b])))
  }

  /** One of the questions, by itself and without its name. */
  single(question: number): Domain {
    const kind = this.kinds[question]
    return new Domain([{ field: '', kind }], { '': kind.toJSON() }, true)
  }

  /** The domain of some of the questions, in the order that they have here. */
  part(names: readonly string[]): Domain {
    // Of all questions, it is the domain itself: its items are still items.
    if (this.names.every(name => names.includes(name))) return this
    const places = this.names.flatMap((field, j) =>
      names.includes(field) ? [{ field, kind: this.kinds[j] }] : [],
    )
    return new Domain(places, Object.fromEntries(places.map(({ field, kind }) => [field, kind.toJSON()])))
  }

  /**
   * A person's record as cells in the order of the questions. Errors do not say what the person holds, nor about which question, and come
   * before any request is looked at.
   *
   * @param argument what the record is called where it is refused
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
        const known = items.reduce((count, each) => count + holds(value, each, items.length), 0)
        // As many of the items as there are entries: nothing else, and nothing twice.
        if (!Array.isArray(value) || known !== value.length) isRight = false
        return holds(value, item, items.length)
      }
      const cell = cellIn(kind, value)
      if (cell === MISSING) isRight = false
      return cell
    })
    return isRight ? cells : refuseSecret(argument ?? 'record', allowed)
  }

  /**
   * A record of these cells: labels where there are some, otherwise numbers of categories, and of numbers the values of cells, which
   * outside of a range are its ends.
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

/** Whether an item is in what may be a list of at most so many: 1 or 0, with the same work wherever it stands, and whether it is there. */
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

function isItems(question: unknown): question is ItemsQuestion {
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
