import { refuse, requireNumber, type Vector } from '../../check/check.ts'
import { exp } from '../../elementary/exp.ts'
import { log } from '../../elementary/log.ts'

/**
 * The hyperprior of a learnt concentration ρ: `ln ρ ~ N(ln 0.2, 2²)`, proper, from sparse truths (ρ = 0.004 at two
 * standard deviations) to flat ones (ρ = 11).
 */
export const HYPERPRIOR = { median: 0.2, sd: 2 } as const

/** Log density of ln ρ under it, up to a constant. */
export function hyperprior(logRho: number): number {
  const z = (logRho - log(HYPERPRIOR.median)) / HYPERPRIOR.sd
  return (-z * z) / 2
}

/**
 * The prior of θ: a Dirichlet law with one parameter for all categories, or with one for each; or `'learned'`, with one parameter ρ
 * for all categories that is estimated along with θ, under the hyperprior `ln ρ ~ N(ln 0.2, 2²)`.
 */
export type Prior = number | Vector | 'learned'

/** The range of a parameter: within it, sums, ratios and logarithms of draws are finite in every sampler. */
export const PRIOR_RANGE = { min: 1e-100, max: 1e100 } as const

/** Range of a chain's concentration, in standard deviations of the hyperprior. Only e⁻⁴⁵⁰ of its mass lies beyond. */
const MOST_SDS = 30

/**
 * Checks the concentration in a sampler's state, which is null where the prior is fixed.
 *
 * @throws RangeError if no chain can have reached this value
 */
export function requireConcentration(argument: string, value: unknown, learned: boolean): number | null {
  if (!learned) {
    if (value !== null) refuse(argument, value, 'null, as the prior is fixed')
    return null
  }
  const { median, sd } = HYPERPRIOR
  const factor = exp(MOST_SDS * sd)
  return requireNumber(argument, value, { min: median / factor, max: median * factor })
}

/** A prior that has been read and checked. */
export interface DirichletPrior {
  /** The parameters, length K; with a learnt concentration, all are its starting value. */
  readonly rho: Float64Array
  readonly learned: boolean
}

/**
 * Reads a prior for K categories.
 *
 * @throws RangeError unless it is `'learned'`, a number from 1e-100 to 1e100, or K of them
 */
export function readPrior(prior: Prior, categories: number): DirichletPrior {
  const all = (value: number) => new Float64Array(categories).fill(value)
  if (prior === 'learned') return { rho: all(HYPERPRIOR.median), learned: true }
  if (typeof prior === 'number') {
    return { rho: all(requireNumber('prior', prior, PRIOR_RANGE)), learned: false }
  }
  if (typeof prior !== 'object' || prior === null || prior.length !== categories) {
    refuse('prior', prior, `'learned', a number from 1e-100 to 1e100 or ${categories} of them`)
  }
  const rho = Float64Array.from(prior, (value, i) => requireNumber(`prior[${i}]`, value, PRIOR_RANGE))
  return { rho, learned: false }
}
