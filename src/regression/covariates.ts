import { refuse, refuseName } from '../check/check.ts'
import { listNames } from '../check/quote.ts'
import type { Records } from './regression-records.ts'

/** Description of a covariate. */
export type Covariate = NumericCovariate | Factor

/** A covariate whose values are numbers. */
export interface NumericCovariate {
  /** The name of the covariate. */
  readonly name: string
  /** Discriminant: values are numbers. */
  readonly kind: 'number'
  /** The smallest value in the answers. */
  readonly from: number
  /** The largest value in the answers. */
  readonly to: number
}

/** A covariate whose values are texts. */
export interface Factor {
  /** The name of the covariate. */
  readonly name: string
  /** Discriminant: values are names. */
  readonly kind: 'factor'
  /** Its levels, sorted; the first is the reference. */
  readonly levels: readonly string[]
}

/** Covariates of a person: numbers, or names of levels. */
export interface GivenCovariates {
  readonly [covariate: string]: number | string
}

/** A row of a population: covariates, and the `share` of the people who have them. */
export interface PopulationCell extends GivenCovariates {
  /** The share of such people in the population, in any unit: only ratios matter. */
  readonly share: number
}

/** Largest number of levels of a factor in a term. */
const MOST_LEVELS = 100

/**
 * Describes the covariates of the records.
 *
 * @param isTerm whether the covariate is in a term, and not only the group of a random term
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

/** Sorts numbers by size, and texts by their code points: the order does not depend on the language. */
function sortedTexts(values: readonly (number | string)[]): string[] {
  return [...values].sort((a, b) => (a < b ? -1 : Number(a > b))).map(String)
}

/**
 * The values of one person's covariates, in the order of the covariates.
 *
 * @param isGroup whether a covariate names the groups of a random term, whose levels may be numbers
 * @throws RangeError if a covariate is missing, is of the wrong kind, or is a level that nobody has
 */
export function readCovariates(
  given: { readonly [covariate: string]: unknown },
  covariates: readonly Covariate[],
  isGroup: (name: string) => boolean,
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
    const level = isGroup(name) && typeof value === 'number' ? String(value) : value
    if (!covariate.levels.includes(level as string)) {
      const allowed = `a level that somebody has: ${listNames(covariate.levels)}`
      refuseName(`the covariate ${name}`, value, covariate.levels, allowed)
    }
    return level as string
  })
}
