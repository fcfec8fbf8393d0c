import { z } from 'zod'
import { refuse } from '../check/check.ts'

/**
 * A value that passes one of the library's own checks. The check gets the empty name, so that its message can follow the
 * value's path in the plan: `epsilon[1]` and ` must be a number above 0; got -1`.
 */
export function checked<T>(check: (value: unknown) => T) {
  return z.unknown().transform((value, context): T => {
    try {
      return check(value)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      context.issues.push({ code: 'custom', message: error.message, input: value })
      return z.NEVER
    }
  })
}

/** A schema that is chosen by the form of the value, so that the error comes from the intended schema. */
export function chosen<T>(choose: (value: unknown) => z.ZodType<T>) {
  return z.unknown().transform((value, context): T => {
    const { data, error } = choose(value).safeParse(value)
    if (error === undefined) return data as T
    context.issues.push(...(error.issues as z.core.$ZodRawIssue[]))
    return z.NEVER
  })
}

/** An object with these fields, and no others. */
export function object<Shape extends z.ZodRawShape>(shape: Shape) {
  return checked(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      refuse('', value, `an object with ${Object.keys(shape).join(', ')}`)
    }
    return value
  }).pipe(z.strictObject(shape))
}

/** A list, or a single value in place of a list of one. */
export function list<T>(item: z.ZodType<T>, isOne = (value: unknown) => !Array.isArray(value)) {
  // A list with repeated items, compared as written, is refused before its items are checked.
  const many = checked(value => {
    if (Array.isArray(value) && value.length === 0) refuse('', value, 'a list of one value or more')
    if (Array.isArray(value) && new Set(value.map(each => JSON.stringify(each))).size < value.length) {
      refuse('', value, 'a list without repeats')
    }
    return value
  }).pipe(z.array(item))
  const one = item.transform(value => [value])
  return chosen(value => (isOne(value) ? one : many))
}
