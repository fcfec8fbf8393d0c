import { isList, refuse, refuseName, requireInteger } from './check.ts'

/** How many categories there are, K, or what they are called: category x is the x-th name. */
export type Categories = number | readonly string[]

/**
 * The number of categories, which may be given by their names.
 *
 * @throws RangeError unless there are 2 to `most`, with different names
 */
export function countCategories(categories: unknown, most?: number, argument = 'categories'): number {
  return requireInteger(argument, namesOf(categories, argument)?.length ?? categories, 2, most)
}

/**
 * The names of categories; undefined if there is only a number.
 *
 * @throws RangeError unless they are at least two different texts
 */
export function namesOf(categories: unknown, argument = 'categories'): readonly string[] | undefined {
  if (!isList(categories)) return undefined
  const names = new Set<string>()
  // A list of billions of holes is refused at the first of them.
  for (let x = 0; x < categories.length; x++) {
    const name = categories[x]
    if (typeof name !== 'string' || name === '' || names.has(name)) refuseNames(argument, categories)
    names.add(name)
  }
  return names.size < 2 ? refuseNames(argument, categories) : [...names]
}

function refuseNames(argument: string, categories: unknown): never {
  return refuse(argument, categories, 'a whole number at least 2, or a list of at least two different names')
}

/** The number of a category that may be given by its name; what is no name is left as it is. */
export function categoryNumber(argument: string, category: unknown, names: readonly string[]): unknown {
  if (typeof category !== 'string') return category
  const number = names.indexOf(category)
  return number >= 0 ? number : refuseName(argument, category, names)
}
