import type { Drawn } from '../posterior/chains/posterior.ts'
import { byDraw } from '../posterior/draws/summary.ts'
import type { Family } from './family.ts'
import type { Model } from './model.ts'

/** The draws of a regression by name, as ArviZ lays them out: chain, then draw. */
export interface RegressionInferenceData {
  /** The draws of each parameter: coefficients, effects of the groups, each τ. */
  readonly posterior: { readonly [parameter: string]: readonly (readonly number[])[] }
  /**
   * The log density of each draw, up to a constant, as a density of the coefficients of standardised columns, the group effects and each ln
   * τ.
   */
  readonly sample_stats: { readonly lp: readonly (readonly number[])[] }
  /** Number of people in each cell, which is one covariate pattern with one answer. */
  readonly observed_data: { readonly count: readonly number[] }
}

/** The draws as the JSON that ArviZ reads, in the layout that `toInferenceData` of a posterior has. */
export function regressionInferenceData(
  { records }: Model,
  { parameters, logDensity }: Family,
  { draws, chains }: Drawn,
): RegressionInferenceData {
  const P = parameters.length
  const perChain = draws.length / P / chains
  const density = (draw: number) => logDensity(draws.subarray(draw * P, (draw + 1) * P))
  return {
    posterior: Object.fromEntries(
      parameters.map((name, j) => [name, byDraw(chains, perChain, draw => draws[draw * P + j])]),
    ),
    sample_stats: { lp: byDraw(chains, perChain, density) },
    observed_data: { count: Array.from(records.count) },
  }
}
