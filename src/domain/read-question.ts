import { type Categories, countCategories, namesOf } from '../check/categories.ts'
import { isList, isObject, refuse, requireOptions } from '../check/check.ts'
import { MOST_CATEGORIES, requireHeld } from '../mechanism/mechanism.ts'
import type { CategoriesKind, OrderedKind, QuestionKind } from './kind.ts'
import { edgesQuestion, equalBins } from './number-question.ts'
import type { NumberQuestion, ScaleQuestion, WholeQuestion } from './question.ts'
import { scale } from './scale-question.ts'
import { whole } from './whole-question.ts'

/**
 * Reads a question.
 *
 * @param argument name of the question in errors
 * @throws RangeError, which describes the fault
 * @example
 * readQuestion({ whole: [0, 3] }).cell(2) // 3: below is cell 0
 * @example
 * readQuestion(['no', 'yes']).cell('yes') // 1
 */
export function readQuestion(question: unknown, argument = 'question'): CategoriesKind | OrderedKind {
  if (typeof argument !== 'string') refuse('argument', argument, 'what the question is called')
  if (typeof question === 'number' || isList(question)) return categories(question as Categories, argument)
  if (!isObject(question)) {
    refuse(
      argument,
      question,
      'a number of categories, their names, or an object with ordered, whole, from, or edges',
    )
  }
  if ('ordered' in question) return scale(question as ScaleQuestion, argument)
  if ('whole' in question) return whole(question as WholeQuestion, argument)
  if ('edges' in question) return edgesQuestion(question as NumberQuestion & { edges: never }, argument)
  if ('items' in question)
    refuse(argument, question, 'one of several questions, as items are one question each')
  return equalBins(
    requireOptions(question as never, { from: true, to: true, bins: true, outside: true }, argument),
    argument,
  )
}

function categories(given: Categories, argument: string): CategoriesKind {
  const cells = countCategories(given, MOST_CATEGORIES, argument)
  const names = namesOf(given, argument)
  // A map, because searching a list takes longer for later names.
  const places = names && new Map<unknown, number>(names.map((name, x) => [name, x]))
  return {
    kind: 'categories',
    cells,
    names,
    // An unknown name becomes −1, so that the error does not reveal it.
    cell: (held, called = 'category') =>
      requireHeld(places && typeof held === 'string' ? (places.get(held) ?? -1) : held, cells, called),
    toJSON: () => (names ? [...names] : cells),
  }
}

/** Whether the cells of a question have an order, and values. */
export function isOrdered(question: CategoriesKind | OrderedKind): question is OrderedKind {
  return question.kind !== 'categories'
}

/** The names of a question's cells; for cells without names, their numbers. */
export function labelsOf({ names, cells }: QuestionKind): readonly string[] {
  return names ?? Array.from({ length: cells }, (_, x) => String(x))
}

/** Reads a question whose cells have an order. @throws RangeError if they have none, and errors of `readQuestion` */
export function orderedQuestion(question: unknown, argument = 'question'): OrderedKind {
  const kind = readQuestion(question, argument)
  return isOrdered(kind) ? kind : refuse(argument, question, 'a scale, a whole number or a number')
}
