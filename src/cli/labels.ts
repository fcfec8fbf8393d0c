import { quote, quoteFound } from '../check/quote.ts'
import { decimal } from '../data/decimal.ts'
import { InputError } from '../data/input-error.ts'
import { readRows } from '../data/read-rows.ts'
import type { QuestionKind } from '../domain/kind.ts'
import type { Mechanism, Response } from '../mechanism/mechanism.ts'

/** The names of categories, from a file. */
export interface Labels {
  readonly file: string
  /** The names, in the order of the categories' numbers. */
  readonly names: readonly string[]
  readonly numbers: ReadonlyMap<string, number>
}

/**
 * Reads the names of categories: the column `category`, in the order of the numbers in the column `id`, or else of the rows.
 *
 * @throws InputError, one line, if the file cannot be read, a name occurs twice, or the ids are not 0, 1, … in some order
 */
export async function readLabels(file: string): Promise<Labels> {
  const rows: { readonly name: string; readonly id: string | undefined }[] = []
  await readRows(
    { file },
    found => (found.includes('id') ? ['category', 'id'] : ['category']),
    ([name, id]) => rows.push({ name, id }),
  )
  const names: string[] = new Array(rows.length)
  const numbers = new Map<string, number>()
  rows.forEach(({ name, id }, row) => {
    const number = id === undefined ? row : decimal(id)
    if (!(Number.isInteger(number) && number >= 0 && number < rows.length) || names[number] !== undefined) {
      const expected = `each of the ids 0 to ${rows.length - 1} once`
      throw new InputError(
        `${file}, data row ${row + 1}, column "id": expected ${expected}, found ${quoteFound(id!)}`,
      )
    }
    if (numbers.has(name)) {
      throw new InputError(`${file}: expected a different name for each category, found ${quote(name)} twice`)
    }
    names[number] = name
    numbers.set(name, number)
  })
  return { file, names, numbers }
}

/** The names of a question's categories; undefined without names. */
export function labelsOfKind(kind: QuestionKind | undefined): Labels | undefined {
  if (kind?.kind !== 'categories' || kind.names === undefined) return undefined
  const { names } = kind
  return { file: '--survey', names, numbers: new Map(names.map((name, x) => [name, x])) }
}

/** The names of the categories; without labels, their numbers. */
export function namesOf(labels: Labels | undefined, categories: number): readonly string[] {
  if (labels === undefined) return Array.from({ length: categories }, (_, x) => String(x))
  const { file, names } = labels
  if (names.length !== categories) {
    throw new InputError(
      `${file}: expected a name for each of ${categories} categories, found ${names.length} names`,
    )
  }
  return names
}

/**
 * A response, from JSON in which labels may stand for categories: a label, a list of labels, true or false for category 1 or 0 of two, or a
 * truth value for each category. Other responses are left to the mechanism's check.
 */
export function asResponse(json: unknown, mechanism: Mechanism, labels: Labels | undefined): Response {
  const { categories, answersCategories = false } = mechanism
  const numberOf = (value: unknown) =>
    (typeof value === 'string' ? labels?.numbers.get(value) : undefined) ?? value
  if (answersCategories) {
    if (typeof json !== 'boolean') return numberOf(json) as Response
    return labels?.numbers.get(String(json)) ?? ((categories === 2 ? Number(json) : json) as Response)
  }
  if (!Array.isArray(json)) return json as Response
  if (json.length === categories && json.every(value => typeof value === 'boolean')) {
    return json.flatMap((isMember, x) => (isMember ? [x] : []))
  }
  if (!json.some(value => typeof value === 'string')) return json
  return json.map(numberOf).sort((i, j) => Number(i) - Number(j)) as number[]
}
