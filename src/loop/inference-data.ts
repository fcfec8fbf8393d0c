import type { NumericPrior } from '../catalogue/numeric-prior.ts'
import { isList, refuse, requireInteger, requireOptions } from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { orderedQuestion } from '../domain/read-question.ts'
import { log } from '../elementary/log.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import { byDraw } from '../posterior/draws/summary.ts'
import { type DirichletPrior, hyperprior, readPrior } from '../posterior/kind/prior.ts'
import { requireTally, type Tally } from '../posterior/tally/tally.ts'
import { logGamma } from '../special/log-gamma.ts'

/** Groups of variables by name, as ArviZ lays them out: chain, then draw, then category. */
export interface InferenceData {
  /** The draws. */
  readonly posterior: {
    /** θ, chain by chain, draw by draw. */
    readonly theta: readonly (readonly (readonly number[])[])[]
    /** The learnt concentration ρ; absent with a fixed prior. */
    readonly rho?: readonly (readonly number[])[]
  }
  /** Statistics of each draw. */
  readonly sample_stats: {
    /**
     * The log density of each draw, up to a constant: `Σ_t ln g_t(θ) + ln π(θ)` or, if the concentration is learnt, `Σ_t ln g_t(θ) + ln π(θ
     * | ρ) + ln π(ρ)`. For the smooth law of numbers it is only the log-likelihood `Σ_t ln g_t(θ)`, because that law's density is one of
     * coefficients and not of θ.
     */
    readonly lp: readonly (readonly number[])[]
  }
  /** The answers. */
  readonly observed_data: {
    /** Number of people who gave each distinct likelihood column. */
    readonly count: readonly number[]
  }
  /** The names of the categories, and the numbers of the columns. */
  readonly coords: { readonly category: readonly (string | number)[]; readonly column: readonly number[] }
  /** The coordinates that each variable runs over. */
  readonly dims: { readonly theta: readonly ['category']; readonly count: readonly ['column'] }
}

/** Data that a posterior does not contain. */
export interface InferenceDataOptions {
  /** Number of chains that drew it; default: as the posterior says. */
  readonly chains?: number
  /** The names of the categories; default their numbers. */
  readonly labels?: readonly string[]
  /** The prior of the draws, for `lp`; default `'learned'` if the concentration was learnt, otherwise 1. `'smooth'` for numbers. */
  readonly prior?: NumericPrior
}

/**
 * A posterior as the JSON that ArviZ reads. In ArviZ 0.x: `arviz.from_json(file)`, or
 * `arviz.from_dict(**data)`. In ArviZ 1.x, `from_dict` takes the groups as one mapping:
 * `arviz.from_dict({g: data[g] for g in ("posterior", "sample_stats", "observed_data")}, coords=data["coords"], dims=data["dims"])`.
 *
 * @param tally the answers that the posterior is conditioned on
 * @param options.chains how many chains drew it; default: as the posterior says
 * @param options.prior the prior that it was drawn under, for `lp`; default `'learned'` where the concentration was, else 1; `'smooth'`
 *   for the cells of a number
 * @param options.labels the names of the categories; default their numbers
 * @throws RangeError if the tally or the labels are over other categories, or the draws do not divide evenly into chains
 * @see ArviZ's InferenceData schema
 * @example
 * const { tally } = tallyResponses({ answers: [{ request: { mechanism: 'srr', categories: 2, epsilon: 1 }, response: 0, count: 9 }] })
 * const data = toInferenceData(samplePosterior(tally, { seed: 1, draws: 50, chains: 2 }), tally)
 * data.posterior.theta.length // 2
 * data.posterior.theta[0].length // 50
 * data.observed_data.count // [9]
 */
export function toInferenceData(
  posterior: Posterior,
  tally: Tally,
  options: InferenceDataOptions = {},
): InferenceData {
  const { labels, ...rest } = requireOptions(options, { chains: true, labels: true, prior: true })
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
  const chains = requireInteger('chains', rest.chains ?? posterior.chains, 1)
  const named = rest.prior ?? (concentration ? 'learned' : 1)
  const prior = named === 'smooth' ? undefined : readPrior(named, K)
  if ((prior?.learned ?? false) !== (concentration !== undefined)) {
    refuse(
      'prior',
      rest.prior,
      `${concentration ? "'learned'" : 'a number or a vector'}, as the posterior's was`,
    )
  }
  if (count % chains !== 0) refuse('chains', chains, `a divisor of ${count}, the number of draws`)
  const perChain = count / chains
  const row = (draw: number) => draws.subarray(draw * K, (draw + 1) * K)
  const counts = Array.from(tally.counts.subarray(0, tally.distinct))
  return {
    posterior: {
      theta: byDraw(chains, perChain, draw => Array.from(row(draw))),
      ...(concentration && { rho: byDraw(chains, perChain, draw => concentration[draw]) }),
    },
    sample_stats: {
      lp: byDraw(
        chains,
        perChain,
        draw =>
          tally.logLikelihood(row(draw)) + (prior ? logPrior(prior, row(draw), concentration?.[draw]) : 0),
      ),
    },
    observed_data: { count: counts },
    coords: { category: labels ?? Array.from(mean.keys()), column: [...counts.keys()] },
    dims: { theta: ['category'], count: ['column'] },
  }
}

/** The log density of the prior, up to a constant. A share that has underflowed to 0 counts as the least positive double. */
function logPrior({ rho }: DirichletPrior, theta: Float64Array, concentration: number | undefined): number {
  let value = 0
  for (let x = 0; x < theta.length; x++) {
    value += ((concentration ?? rho[x]) - 1) * log(Math.max(theta[x], Number.MIN_VALUE))
  }
  if (concentration === undefined) return value
  const logRho = log(concentration)
  value += logGamma(theta.length * concentration) - theta.length * logGamma(concentration)
  // The hyperprior is a density of ln ρ; the density of ρ is 1/ρ times it.
  return value + hyperprior(logRho) - logRho
}

/**
 * The posterior of a loop in the format of ArviZ.
 *
 * @param options the labels, as given
 * @param loop the prior of the loop, and whether its memory forgets
 * @throws RangeError with a memory that forgets: its draws have no density that one tally gives
 */
export function inferenceDataOf(
  posterior: Posterior,
  tally: Tally,
  options: Pick<InferenceDataOptions, 'labels'>,
  loop: {
    readonly prior?: NumericPrior
    readonly question?: OrderedQuestion
    readonly memory?: unknown
    readonly forgets: boolean
  },
): InferenceData {
  const { labels } = requireOptions(options, { labels: true })
  if (loop.forgets) refuse('memory', loop.memory, "'all', for data of inference")
  // A sampler that cannot learn the prior uses 1 by default, as `toInferenceData` assumes.
  const { question } = loop
  const prior = loop.prior ?? (question && 'smooth')
  const names = labels ?? (question && orderedQuestion(question).names)
  return toInferenceData(posterior, tally, {
    ...(names && { labels: names }),
    ...(prior !== undefined && prior !== 'learned' && { prior }),
  })
}
