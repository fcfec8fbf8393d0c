import { type Categories, categoryNumber, namesOf } from '../check/categories.ts'
import { isList, isObject, refuse } from '../check/check.ts'

/** Categories by their names, or the question whose answers they are, with names or a number of categories. */
export type NamedQuestion = { readonly categories: readonly string[] } | { readonly question: Categories }

/** Options in which categories have names; people may be given by these names. */
export type Named<T> = Omit<T, 'categories' | 'question' | 'data'> &
  NamedQuestion & {
    /** The people, by names or numbers of their categories; with groups, each has a group too. */
    readonly data?:
      | ArrayLike<number | string>
      | readonly {
          readonly group?: string
          readonly category: number | string
          readonly weight?: number
        }[]
  }

/**
 * Replaces names by numbers in options; also returns the names. Options without names stay the same.
 *
 * @throws RangeError on names that are no list of different texts, or on an unknown name
 */
export function numbered<T extends object>(given: T | Named<T>): { options: T; names?: readonly string[] } {
  const options = withCategories(given)
  const { categories, data } = (isObject(options) ? options : {}) as Record<string, unknown>
  const names = namesOf(categories)
  if (names === undefined) return { options: options as T }
  return {
    names,
    options: {
      ...options,
      categories: names.length,
      ...(isList(data) && { data: Array.from(data, (one, t) => numberOfMember(one, t, names)) }),
    } as unknown as T,
  }
}

/** A question about categories is the long form of the option `categories`. */
function withCategories(given: object): object {
  const { question, ...options } = (isObject(given) ? given : {}) as Record<string, unknown>
  if (typeof question !== 'number' && !isList(question)) return given
  if ('categories' in options) refuse('categories', options.categories, 'left out with question')
  return { ...options, categories: question }
}

/** The category of a person, with or without a group. */
function numberOfMember(member: unknown, t: number, names: readonly string[]): unknown {
  if (!isObject(member)) return categoryNumber(`data[${t}]`, member, names)
  const { category } = member as { category?: unknown }
  return { ...member, category: categoryNumber(`data[${t}].category`, category, names) }
}
