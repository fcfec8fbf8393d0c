import { isList, refuse, refuseName, requireInteger } from './check.ts'

/** How many categories there are, K, or what they are called: category x is the x-th name. */
export type Categories = number | readonly string[]

/**
 * The number of categories, which may be given by their names.
 *
 * @throws RangeError unless there are 2 to `most`, with different names
 */
export function countCategories(categories: unknown, most?: number): number {
  return requireInteger('categories', namesOf(categories)?.length ?? categories, 2, most)
}

/**
 * The names of categories; undefined if there is only a number.
 *
 * @throws RangeError unless they are at least two different texts
 */
export function namesOf(categories: unknown): readonly string[] | undefined {
  if (!isList(categories)) return undefined
  const names = Array.from(categories)
  const areTexts = names.every(name => typeof name === 'string' && name !== '')
  if (!areTexts || names.length < 2 || new Set(names).size < names.length) {
    refuse('categories', categories, 'a whole number at least 2, or a list of at least two different names')
  }
  return names as string[]
}

/** The number of a category that may be given by its name; what is no name is left as it is. */
export function categoryNumber(argument: string, category: unknown, names: readonly string[]): unknown {
  if (typeof category !== 'string') return category
  const number = names.indexOf(category)
  return number >= 0 ? number : refuseName(argument, category, names)
}
