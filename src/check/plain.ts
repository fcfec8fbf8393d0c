import { isList, Refusal, refuse } from './check.ts'

/** How deep plain data may be nested: an object of lists of lists is three deep. */
const MOST_DEEP = 8

/**
 * A copy of plain data, as JSON has it: an object of truth values, strings, numbers, null, lists without holes, and objects. Of
 * objects only their own fields count. Everything is read exactly once, before anything is done with it: a live object cannot be
 * one thing when it is checked and another when it is used.
 *
 * @param argument how the error names it
 * @param most how many values it may hold in all, lists and objects included
 * @throws RangeError if it holds anything else: a function, a typed array, a list with a hole, or a list that is in it twice
 * @example
 * plainCopy('request', { mechanism: 'srr', epsilon: 1 }, 100) // { mechanism: 'srr', epsilon: 1 }
 */
export function plainCopy(argument: string, value: unknown, most: number): { [field: string]: unknown } {
  const objects = new Set<object>()
  let count = 0
  const refuseFor = (what: string): never => {
    throw new Refusal(argument, `plain data, as JSON has it, without ${what}`)
  }
  const copy = (value: unknown, depth: number): unknown => {
    if (++count > most) refuseFor(`more than ${most} values`)
    if (
      value === null ||
      typeof value === 'number' ||
      typeof value === 'string' ||
      typeof value === 'boolean'
    ) {
      return value
    }
    if (value === undefined) refuseFor('a list with a hole')
    if (typeof value !== 'object') return refuseFor(`a ${typeof value}`)
    if (ArrayBuffer.isView(value)) refuseFor('a typed array')
    if (depth === MOST_DEEP) refuseFor(`what is nested more than ${MOST_DEEP} deep`)
    if (objects.has(value)) refuseFor('a list or an object that is in it twice')
    objects.add(value)
    if (Array.isArray(value)) {
      const items: unknown[] = []
      const { length } = value
      for (let i = 0; i < length; i++) items.push(copy(value[i], depth + 1))
      return items
    }
    const fields: [string, unknown][] = []
    for (const name of Object.keys(value)) {
      const field = (value as { [field: string]: unknown })[name]
      // JSON leaves such fields out.
      if (field !== undefined) fields.push([name, copy(field, depth + 1)])
    }
    return Object.fromEntries(fields)
  }
  if (typeof value !== 'object' || value === null || isList(value))
    refuse(argument, value, 'plain data: an object')
  try {
    return copy(value, 0) as { [field: string]: unknown }
  } catch (error) {
    if (error instanceof RangeError) throw error
    return refuseFor('an object that cannot be read')
  }
}
