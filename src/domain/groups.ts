import { copyList, isList, isObject, refuse } from '../check/check.ts'

/** The public groups by their names; or one public variable by its name, with its groups. */
export type By = readonly string[] | { readonly [variable: string]: readonly string[] }

/** Largest number of groups. Four chains with 20 categories then take about 260 MB. */
export const MOST_GROUPS = 4096

/** The name of the public variable; default `group`. */
export function variableOf(by: By): string {
  return isList(by) || !isObject(by) ? 'group' : Object.keys(by)[0]
}

/** The names of the groups. @throws RangeError if they are invalid, or of several variables */
export function requireGroups(by: By, argument = 'by'): string[] {
  if (isList(by) || !isObject(by)) return requireGroupNames(by, argument)
  const variables = Object.entries(by)
  if (variables.length !== 1) refuse(argument, by, 'one public variable, with its groups')
  const [[name, groups]] = variables as [[string, readonly string[]]]
  return requireGroupNames(groups, `${argument}.${name}`)
}

/** The checked names of groups. @param argument their name in errors */
export function requireGroupNames(by: unknown, argument = 'by'): string[] {
  const allowed = 'a list of 2 to 4,096 names of groups'
  const names = copyList(argument, by as readonly string[], 2, MOST_GROUPS, allowed)
  names.forEach((name, i) => {
    if (typeof name !== 'string' || name === '') refuse(`${argument}[${i}]`, name, 'the name of a group')
  })
  if (new Set(names).size < names.length) refuse(argument, by, 'a list without repeats')
  return names as string[]
}
