import { refuse, refuseName } from '../check/check.ts'
import { listNames } from '../check/quote.ts'
import type { Records } from './regression-records.ts'

/** What is known of a covariate. */
export type Covariate = NumericCovariate | Factor

/** A covariate whose values are numbers. */
export interface NumericCovariate {
  /** The name of the covariate. */
  readonly name: string
  /** Says that its values are numbers. */
  readonly kind: 'number'
  /** The least and the largest value that anybody has. */
  readonly from: number
  /** The largest value that was seen. */
  readonly to: number
}

/** A covariate whose values are texts. */
export interface Factor {
  /** The name of the covariate. */
  readonly name: string
  /** Says that its values are names. */
  readonly kind: 'factor'
  /** Its levels, sorted; the first is the reference. */
  readonly levels: readonly string[]
}

/** The most levels of a factor with a coefficient each. */
const MOST_LEVELS = 100

/**
 * What the covariates of the records are.
 *
 * @param isTerm whether the covariate stands in a term, and is not the group of a random intercept
 * @throws RangeError if a covariate has one value only, or too many levels for a coefficient each
 */
export function describeCovariates(
  { patterns }: Records,
  names: readonly string[],
  isTerm: (name: string) => boolean,
): Covariate[] {
  return names.map((name, i) => {
    const values = [...new Set(patterns.map(pattern => pattern[i]))]
    if (values.length === 1) {
      refuse(
        `the covariate ${name}`,
        values[0],
        'of two values or more: one that is the same for everybody explains nothing',
      )
    }
    if (!isTerm(name)) return { name, kind: 'factor', levels: sortedTexts(values) }
    if (typeof values[0] === 'number') {
      const numbers = values as number[]
      const bound = (pick: (a: number, b: number) => number) => numbers.reduce((a, b) => pick(a, b))
      return { name, kind: 'number', from: bound(Math.min), to: bound(Math.max) }
    }
    if (values.length > MOST_LEVELS) {
      refuse(
        `the number of levels of the covariate ${name}`,
        values.length,
        `at most ${MOST_LEVELS} with a coefficient each; (1 | ${name}) takes any number of them`,
      )
    }
    return { name, kind: 'factor', levels: sortedTexts(values) }
  })
}

/** Numbers by size, texts by their code points: the same order in every language. */
function sortedTexts(values: readonly (number | string)[]): string[] {
  return [...values].sort((a, b) => (a < b ? -1 : Number(a > b))).map(String)
}

/**
 * The values of the covariates of one person, in their order.
 *
 * @param groupName the group of the random intercept, whose levels may be numbers
 * @throws RangeError if one is missing, is of the wrong kind, or is a level that nobody has
 */
export function readCovariates(
  given: { readonly [covariate: string]: unknown },
  covariates: readonly Covariate[],
  groupName: string | undefined,
): (number | string)[] {
  if (typeof given !== 'object' || given === null) {
    refuse(
      'covariates',
      given,
      `an object with ${covariates.map(({ name }) => name).join(', ') || 'no field'}`,
    )
  }
  return covariates.map(covariate => {
    const { name } = covariate
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (covariate.kind === 'number') {
      if (!Number.isFinite(value)) refuse(`the covariate ${name}`, value, 'a finite number')
      return value as number
    }
    const level = name === groupName && typeof value === 'number' ? String(value) : value
    if (!covariate.levels.includes(level as string)) {
      const allowed = `a level that somebody has: ${listNames(covariate.levels)}`
      refuseName(`the covariate ${name}`, value, covariate.levels, allowed)
    }
    return level as string
  })
}

/** The number of a person's group; −1 without a random intercept. */
export function groupNumber(
  covariates: readonly Covariate[],
  values: readonly (number | string)[],
  group: string | undefined,
): number {
  const place = covariates.findIndex(({ name }) => name === group)
  const covariate = covariates[place]
  return covariate?.kind === 'factor' ? covariate.levels.indexOf(String(values[place])) : -1
}
