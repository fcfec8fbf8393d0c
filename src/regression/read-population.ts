import { isList, refuse, requireNumber } from '../check/check.ts'
import type { Pattern } from './average-effects.ts'
import { type GivenCovariates, type PopulationCell, readCovariates } from './covariates.ts'
import { isGroup } from './formula.ts'
import type { Model } from './model.ts'

/**
 * The covariate patterns of a population, or of one person.
 *
 * @throws RangeError if a covariate is missing or is a level that nobody has; or if the shares are not finite, not negative, and positive
 *   in total
 */
export function readPopulation(model: Model, given: GivenCovariates | readonly PopulationCell[]): Pattern[] {
  const valuesOf = (covariates: GivenCovariates) =>
    readCovariates(covariates, model.covariates, name => isGroup(model.formula, name))
  if (!isList(given)) return [{ values: valuesOf(given as GivenCovariates), weight: 1 }]
  const cells = Array.from(given as readonly PopulationCell[])
  const people = cells.map((cell, i) => ({
    values: valuesOf(cell),
    weight: requireNumber(`population[${i}].share`, cell.share, { min: 0 }),
  }))
  if (!people.some(({ weight }) => weight > 0))
    refuse('population', given, 'of shares of which one is above 0')
  return people
}
