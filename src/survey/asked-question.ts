import { copyList, refuse, requireBoolean, requireOneOf, requireOptions } from '../check/check.ts'
import type { ItemsQuestion, Question } from '../domain/question.ts'
import { type Language, preferNotToSay } from './languages.ts'
import { type AskedQuestion, SEPARATORS } from './survey.ts'
import { requireLabels, requireText } from './texts.ts'

/** The fields that determine the type of a question. Each question has exactly one of them. */
const TYPES = ['categories', 'items', 'ordered', 'whole', 'edges', 'from'] as const

const FIELDS = {
  text: true,
  unit: true,
  optional: true,
  separator: true,
  columns: true,
  categories: true,
  items: true,
  ordered: true,
  scores: true,
  whole: true,
  from: true,
  to: true,
  bins: true,
  edges: true,
  outside: true,
} as const

/** Largest length of a question's text. */
export const LONGEST_QUESTION = 2000
const LONGEST_UNIT = 40

/**
 * Checks a question of a survey, except for the range of its type, which the domain checks.
 *
 * @param path path of the question in the survey
 * @throws RangeError, which names the field by its path
 */
export function requireAskedQuestion(given: unknown, path: string): AskedQuestion {
  const question = requireOptions(given as AskedQuestion, FIELDS, path)
  requireText(`${path}.text`, question.text, LONGEST_QUESTION)
  const fields: { readonly [field: string]: unknown } = { ...question }
  const types = TYPES.filter(type => fields[type] !== undefined)
  const [type, other] = types
  if (type === undefined)
    refuse(path, given, 'a question with categories, items, ordered, whole, edges, or from, to and bins')
  if (other !== undefined) refuse(`${path}.${other}`, fields[other], `left out with ${type}`)
  if (type === 'categories') requireLabels(`${path}.categories`, fields.categories, 2)
  if (type === 'items') requireLabels(`${path}.items`, fields.items, 1)
  requireUnit(question, type, path)
  requireOptional(question, type, path)
  requireColumns(question, type, path)
  return question
}

function requireUnit({ unit }: AskedQuestion, type: string, path: string): void {
  if (unit === undefined) return
  requireText(`${path}.unit`, unit, LONGEST_UNIT)
  if (hasLabels(type)) refuse(`${path}.unit`, unit, `left out with ${type}: these are no numbers`)
}

function requireOptional({ optional }: AskedQuestion, type: string, path: string): void {
  if (optional !== undefined) requireBoolean(`${path}.optional`, optional)
  const why = 'left out of a scale and of a number, all of whose cells have an order'
  if (optional && !hasLabels(type)) refuse(`${path}.optional`, optional, why)
}

/** Checks a question's columns of items. */
function requireColumns(question: AskedQuestion, type: string, path: string): void {
  const { separator, columns } = question
  for (const field of ['separator', 'columns'] as const) {
    if (type !== 'items' && question[field] !== undefined)
      refuse(`${path}.${field}`, question[field], 'left out without items')
  }
  if (separator !== undefined) requireOneOf(`${path}.separator`, separator, SEPARATORS)
  if (columns === undefined) return
  if (separator !== undefined) refuse(`${path}.separator`, separator, 'left out with columns')
  const { length } = (question as ItemsQuestion).items
  copyList(`${path}.columns`, columns, length, length, `a list of ${length} columns, one for each item`)
  requireLabels(`${path}.columns`, columns, 1)
}

const hasLabels = (type: string) => type === 'categories' || type === 'items'

/** The question for the engine: with a category, or an item, for people who prefer not to say. */
export function questionOf(question: AskedQuestion, language?: Language): Question | ItemsQuestion {
  const { text: _, unit: __, optional, separator: ___, columns: ____, ...type } = question
  const more = optional ? [preferNotToSay(language)] : []
  if ('categories' in type) return [...type.categories, ...more]
  return 'items' in type ? { items: [...type.items, ...more] } : type
}
