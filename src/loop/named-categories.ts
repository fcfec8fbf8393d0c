import { categoryNumber, namesOf } from '../check/categories.ts'
import { isList, isObject } from '../check/check.ts'
import { type NamedGoal, withCategoryNumbers } from '../goal/named-goal.ts'

/** Options in which categories have names, which goals and people may use. */
export type Named<T> = Omit<T, 'categories' | 'goal' | 'data'> & {
  /** The names of the categories. */
  readonly categories: readonly string[]
  /** A question, about categories by their names or numbers. */
  readonly goal?: NamedGoal
  /** The people, by names or numbers of their categories; where they belong to groups, with the group of each. */
  readonly data?:
    | ArrayLike<number | string>
    | readonly { readonly group: string; readonly category: number | string }[]
}

/**
 * Options with numbers in the place of names, and the names. Options without names are left as they are.
 *
 * @throws RangeError on names that are no list of different texts, and on a name that no category has
 */
export function numbered<T extends object>(options: T | Named<T>): { options: T; names?: readonly string[] } {
  const { categories, goal, data } = (isObject(options) ? options : {}) as Record<string, unknown>
  const names = namesOf(categories)
  if (names === undefined) return { options: options as T }
  return {
    names,
    options: {
      ...options,
      categories: names.length,
      ...(goal !== undefined && { goal: withCategoryNumbers(goal, names) }),
      ...(isList(data) && { data: Array.from(data, (one, t) => numberOfMember(one, t, names)) }),
    } as unknown as T,
  }
}

/** The category of a person, alone or beside a group. */
function numberOfMember(member: unknown, t: number, names: readonly string[]): unknown {
  if (!isObject(member)) return categoryNumber(`data[${t}]`, member, names)
  const { category } = member as { category?: unknown }
  return { ...member, category: categoryNumber(`data[${t}].category`, category, names) }
}
