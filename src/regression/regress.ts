import type { Categories } from '../check/categories.ts'
import { type OptionNames, requireOptions } from '../check/check.ts'
import type { OrderedQuestion } from '../domain/question.ts'
import { isOrdered } from '../domain/read-question.ts'
import type { Posterior } from '../posterior/chains/posterior.ts'
import type { Work } from '../posterior/chains/work.ts'
import {
  drain,
  drainInSlices,
  drawChains,
  EFFORT,
  type PosteriorOptions,
  WATCH,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { NumericEstimate } from '../posterior/functional/numeric-estimate.ts'
import { categoricalFamily } from './categorical-family.ts'
import { type ModelOptions, modelOf } from './model.ts'
import { orderedFamily } from './ordered-family.ts'
import type { Regression } from './regression.ts'
import { regressionOf } from './regression-result.ts'

/** Options of `regress`: the model, its answers, and the sampling. */
export interface RegressOptions extends ModelOptions, Omit<PosteriorOptions, 'prior'> {}

/**
 * Regression of a private value on public covariates. A randomized answer contributes its likelihood column, `Σ_k column(k) Pr(k | x)`, for
 * any mechanism, so answers to different requests may be mixed. The cost grows with the number of distinct covariate patterns, not with the
 * number of people.
 *
 * - Categories: `Pr(category k | x) = softmax(x·β)_k`, with β of the `reference` fixed at 0. For K = 2 this is logistic regression.
 *   Intercepts and slopes may vary from group to group, `u_g ~ N(0, τ² I)`.
 * - A scale, a whole number or a number, given as `question`: if cell i is at the position t in (0, 1) of the range, `Pr(i | x) =
 *   softmax((l·x) √3(2t − 1) + (s·x) √5(6t² − 6t + 1) + waves)_i`. The coefficients are those of location, l, and of scale, s; on a column
 *   with standard deviation 1 they are N(0, 2.5²) and N(0, 1.25²). Effects of groups are `u_g ~ t₄(0, τ²)` in location, and half as large
 *   in scale, with `ln τ ~ N(−.7, .9²)`; slopes have a half-N(0, ½²) τ. The waves, cosines of t with decreasing coefficients, let the
 *   distribution have any form. Cells outside of the range have weights of their own.
 *
 * Draws are made until they suffice (R̂ of at most 1.01 and 400 effective draws for every displayed number) or a budget is used up.
 *
 * @throws RangeError, one sentence: on a formula that cannot be read; on an answer whose covariate is missing; on covariates that are the same for
 *   everybody, or factors of too many levels; with a flat prior on collinear columns, or answers without a maximum of likelihood
 * @see Gelman, Jakulin, Pittau, Su (2008), for the scale of the prior; McGue, Chu (1995) and Blair, Imai, Zhou (2015) for binary answers
 * @example
 * const mechanism = srr({ categories: 2, epsilon: 2 })
 * const rng = stream(1, 'people')
 * const answers = Array.from({ length: 400 }, (_, i) => ({
 *   age: 20 + (i % 40),
 *   response: mechanism.respond(Number(i % 40 > 25), rng),
 * }))
 * const found = regress({ formula: 'ill ~ age', answers, mechanism, seed: 1, draws: 100 })
 * found.coefficients.map(({ name }) => name) // ['Intercept', 'age']
 * found.predict({ age: 50 }).mean // most of it on category 1
 */
export function regress(
  options: RegressOptions & { readonly question: OrderedQuestion },
): Regression<NumericEstimate>
export function regress(options: RegressOptions & { readonly question?: Categories }): Regression
export function regress(options: RegressOptions): Regression<Posterior | NumericEstimate>
export function regress(options: RegressOptions): Regression<Posterior | NumericEstimate> {
  return drain(regressing(options, OPTIONS))
}

/**
 * Regression as by `regress`, in slices of 20 ms, so that other tasks run in between.
 *
 * @throws RangeError as `regress` does, and the signal's reason when it is aborted; both reject the promise
 * @example
 * const mechanism = srr({ categories: 2, epsilon: 2 })
 * const answers = [0, 1, 1, 0, 1, 1].map((response, i) => ({ age: 20 + i, response, count: 50 }))
 * const found = await regressAsync({ formula: 'ill ~ age', answers, mechanism, seed: 1, draws: 100 })
 * found.people // 300
 */
export function regressAsync(
  options: RegressOptions & Watch & { readonly question: OrderedQuestion },
): Promise<Regression<NumericEstimate>>
export function regressAsync(
  options: RegressOptions & Watch & { readonly question?: Categories },
): Promise<Regression>
export function regressAsync(
  options: RegressOptions & Watch,
): Promise<Regression<Posterior | NumericEstimate>>
export async function regressAsync(
  options: RegressOptions & Watch,
): Promise<Regression<Posterior | NumericEstimate>> {
  const names = { ...OPTIONS, ...WATCH } as const
  requireOptions<object>(options, names)
  return drainInSlices(regressing(options, names), options)
}

const OPTIONS = {
  formula: true,
  answers: true,
  mechanism: true,
  weight: true,
  categories: true,
  epsilon: true,
  catalogue: true,
  question: true,
  reference: true,
  prior: true,
  ...EFFORT,
  warmup: true,
  chains: true,
  seed: true,
} as const

function* regressing(
  options: RegressOptions & Watch,
  names: OptionNames<RegressOptions> & Partial<OptionNames<Watch>>,
): Work<Regression<Posterior | NumericEstimate>> {
  requireOptions<object>(options, names)
  const model = modelOf(options)
  const { kind } = model
  const family = isOrdered(kind) ? orderedFamily(model, kind) : categoricalFamily(model)
  return regressionOf({ model, family, drawn: yield* drawChains(family.chained, options) })
}
