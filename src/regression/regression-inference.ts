import type { Drawn } from '../posterior/chains/posterior.ts'
import { byDraw } from '../posterior/draws/summary.ts'
import type { Model } from './model.ts'

/** The draws of a regression by name, as ArviZ lays them out: chain, then draw. */
export interface RegressionInferenceData {
  /** The draws of each parameter: coefficients, effects of the groups, τ. */
  readonly posterior: { readonly [parameter: string]: readonly (readonly number[])[] }
  /** The log density of each draw in the coefficients of standardised columns, the group effects and ln τ, up to a constant. */
  readonly sample_stats: { readonly lp: readonly (readonly number[])[] }
  /** How many people are in each cell: of one covariate pattern and one answer. */
  readonly observed_data: { readonly count: readonly number[] }
}

/** The draws as the JSON that ArviZ reads, as `toInferenceData` gives it for a posterior. */
export function regressionInferenceData(
  { records, design, target }: Model,
  { draws, chains }: Drawn,
  parameters: readonly string[],
): RegressionInferenceData {
  const P = parameters.length
  const perChain = draws.length / P / chains
  const z = new Float64Array(P)
  /** The log density of a draw, whose coefficients are turned back. */
  const density = (draw: number) => {
    z.set(draws.subarray(draw * P, (draw + 1) * P))
    for (let at = 0; at < target.fixed; at += target.law.columns) design.standardise(z, at)
    target.fromEffects(z)
    return target.value(z)
  }
  return {
    posterior: Object.fromEntries(
      parameters.map((name, j) => [name, byDraw(chains, perChain, draw => draws[draw * P + j])]),
    ),
    sample_stats: { lp: byDraw(chains, perChain, density) },
    observed_data: { count: Array.from(records.count) },
  }
}
