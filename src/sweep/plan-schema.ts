import { z } from 'zod'
import { Refusal, refuse, requireInteger, requireNumber, requireOneOf, type Vector } from '../check/check.ts'
import type { Catalogue } from '../loop/catalogue/catalogue.ts'
import { samplerNames } from '../loop/catalogue/samplers.ts'
import { readStrategy } from '../loop/catalogue/strategy-names.ts'
import { probabilities } from '../simplex/probabilities.ts'
import { MOST_CATEGORIES } from './limits.ts'

/**
 * A value that passes one of the library's own checks. The check gets the empty name, so that its message can follow the
 * value's path in the plan: `epsilon[1]` and ` must be a number above 0; got -1`.
 */
function checked<T>(check: (value: unknown) => T) {
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

/** A schema that is chosen by what the value looks like, so that the error comes from the schema that was meant. */
function chosen<T>(choose: (value: unknown) => z.ZodType<T>) {
  return z.unknown().transform((value, context): T => {
    const { data, error } = choose(value).safeParse(value)
    if (error === undefined) return data as T
    context.issues.push(...(error.issues as z.core.$ZodRawIssue[]))
    return z.NEVER
  })
}

/** A list, or one value that stands for the list of it alone. */
function list<T>(item: z.ZodType<T>, isOne = (value: unknown) => !Array.isArray(value)) {
  // Compared as they are written down: a list that repeats itself is refused before its items are looked at.
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

const wholeNumber = (min: number, max?: number) => checked(value => requireInteger('', value, min, max))
const positive = checked(value => requireNumber('', value, { above: 0 }))
const text = checked(value => {
  if (typeof value !== 'string' || value === '') refuse('', value, 'a text')
  return value as string
})

const strategyOf = (catalogue: Catalogue) =>
  checked(value => {
    try {
      readStrategy(value, catalogue)
    } catch (error) {
      if (error instanceof Refusal) refuse('', value, error.allowed)
      throw error
    }
    if (value === 'public-prior')
      refuse('', value, "another: a plan has no public prior ('public-prior:adaptive' needs none)")
    return value as string
  })

const dirichlet = z.strictObject({ dirichlet: list(positive) })
const column = z.strictObject({ file: text, column: text })
const vector = checked(value => {
  const { length } = probabilities('', value as Vector)
  if (length < 2) refuse('', value, 'a vector of two numbers or more')
  return Array.from(value as Vector)
})

type TruthEntry = z.output<typeof dirichlet> | z.output<typeof column> | number[]

const truth = chosen<TruthEntry>(value => {
  if (Array.isArray(value)) return vector
  if (typeof value !== 'object' || value === null) {
    return checked(() => refuse('', value, 'a vector, { "dirichlet": … }, or { "file": …, "column": … }'))
  }
  return 'dirichlet' in value ? dirichlet : column
})

const isOneTruth = (value: unknown) => !Array.isArray(value) || typeof value[0] === 'number'

/** A plan as it is written down, with the kinds of a catalogue. */
export const createPlanSchema = (catalogue: Catalogue) =>
  z.strictObject({
    categories: list(wholeNumber(2, MOST_CATEGORIES)).optional(),
    users: list(wholeNumber(1)).optional(),
    epsilon: list(positive),
    truth: list(truth, isOneTruth),
    strategies: list(strategyOf(catalogue)),
    sampler: list(checked(value => requireOneOf('', value, samplerNames(catalogue.samplers)))).default([
      'auto',
    ]),
    prior: list(
      checked(value => (value === 'learned' ? value : requireNumber('', value, { above: 0 }))),
    ).optional(),
    groupSize: list(wholeNumber(1)).default([1]),
    runs: wholeNumber(1),
    seed: checked(value => {
      if (typeof value !== 'string' && !Number.isFinite(value)) refuse('', value, 'a text or a finite number')
      return value as string | number
    }),
    use: list(text).optional(),
  })

export type WrittenPlan = z.output<ReturnType<typeof createPlanSchema>>
