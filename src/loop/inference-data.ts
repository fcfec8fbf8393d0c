import { isList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'

/** Groups of variables by name, as ArviZ lays them out: chain, then draw, then category. */
export interface InferenceData {
  /** The draws. */
  readonly posterior: {
    /** θ, chain by chain, draw by draw. */
    readonly theta: readonly (readonly (readonly number[])[])[]
    /** The learnt concentration ρ; left out with a fixed prior. */
    readonly rho?: readonly (readonly number[])[]
  }
  /** What is known about each draw. */
  readonly sample_stats: {
    /** The log-likelihood `Σ_t ln g_t(θ)` at each draw. */
    readonly lp: readonly (readonly number[])[]
  }
  /** The answers. */
  readonly observed_data: {
    /** How many people gave each distinct likelihood column. */
    readonly count: readonly number[]
  }
  /** The names of the categories, and the numbers of the columns. */
  readonly coords: { readonly category: readonly (string | number)[]; readonly column: readonly number[] }
  /** The coordinates that each variable runs over. */
  readonly dims: { readonly theta: readonly ['category']; readonly count: readonly ['column'] }
}

/**
 * A posterior as the JSON that ArviZ reads: `json.dump` it and `arviz.from_json(file)`, or `arviz.from_dict(**data)`.
 *
 * @param tally the answers that the posterior is conditioned on
 * @param options.chains how many chains drew it: 4 unless `samplePosterior` was asked for another number; 1 for `sgld` and `sgrld` in a loop
 * @param options.labels the names of the categories; default their numbers
 * @throws RangeError if the tally or the labels are over other categories, or the draws do not divide evenly into chains
 * @see ArviZ's InferenceData schema
 * @example
 * const { tally } = tallyResponses({ answers: [{ request: { mechanism: 'srr', categories: 2, epsilon: 1 }, response: 0, count: 9 }] })
 * const data = toInferenceData(samplePosterior(tally, { seed: 1, draws: 50, chains: 2 }), tally, { chains: 2 })
 * data.posterior.theta.length // 2
 * data.posterior.theta[0].length // 50
 * data.observed_data.count // [9]
 */
export function toInferenceData(
  posterior: Posterior,
  tally: Tally,
  options: { readonly chains?: number; readonly labels?: readonly string[] } = {},
): InferenceData {
  const { chains: given = 4, labels } = requireOptions(options, { chains: true, labels: true })
  if (!isList(posterior?.draws) || !isList(posterior.mean)) {
    refuse('posterior', posterior, 'a posterior, as samplePosterior gives it')
  }
  const { draws, concentration, mean } = posterior
  const K = requireTally('tally', tally).categories
  if (mean.length !== K) refuse('the number of categories of tally', K, `${mean.length}, the posterior's`)
  if (labels !== undefined && (!isList(labels) || labels.length !== K)) {
    refuse('labels', labels, `a list of ${K} names`)
  }
  const count = draws.length / K
  const chains = requireInteger('chains', given, 1)
  if (count % chains !== 0) refuse('chains', chains, `a divisor of ${count}, the number of draws`)
  const perChain = count / chains
  const byDraw = <T>(value: (draw: number) => T) =>
    Array.from({ length: chains }, (_, chain) =>
      Array.from({ length: perChain }, (_, draw) => value(chain * perChain + draw)),
    )
  const row = (draw: number) => draws.subarray(draw * K, (draw + 1) * K)
  const counts = Array.from(tally.counts.subarray(0, tally.distinct))
  return {
    posterior: {
      theta: byDraw(draw => Array.from(row(draw))),
      ...(concentration && { rho: byDraw(draw => concentration[draw]) }),
    },
    sample_stats: { lp: byDraw(draw => tally.logLikelihood(row(draw))) },
    observed_data: { count: counts },
    coords: { category: labels ?? Array.from(mean.keys()), column: [...counts.keys()] },
    dims: { theta: ['category'], count: ['column'] },
  }
}
