import { type OptionNames, refuse, requireOptions } from '../check/check.ts'
import { square } from '../elementary/square.ts'
import { defaultSteps } from '../posterior/chains/default-work.ts'
import {
  type Chained,
  drain,
  drainInSlices,
  drawChains,
  EFFORT,
  type PosteriorOptions,
  type Watch,
} from '../posterior/draw-posterior.ts'
import type { Top } from '../posterior/mode/climb.ts'
import { type ModelOptions, modelOf } from './model.ts'
import type { Regression } from './regression.ts'
import { modeOf } from './regression-mode.ts'
import { regressionOf } from './regression-result.ts'
import { regressionSampler, WARMUP } from './regression-sampler.ts'
import { FLAT_BOUND } from './regression-target.ts'

/** A regression of a private category on public covariates, and how it is drawn. */
export interface RegressOptions extends ModelOptions, Omit<PosteriorOptions, 'prior'> {}

/**
 * Regression of a private category on what is public about people: `Pr(category k | x) = softmax(x·β)_k` with β of the `reference` fixed at
 * 0, so logistic regression for K = 2, and optionally an intercept `u_g ~ N(0, τ² I)` for each group g. A randomized answer enters by its
 * likelihood column, `Σ_k column(k) Pr(k | x)`, whatever mechanism gave it, so that answers to different requests may be mixed. The cost grows
 * with the number of distinct covariate patterns, not of people.
 *
 * Draws are made by the no-U-turn sampler from the mode, until they are good (R̂ of at most 1.01, 400 effective draws, for every
 * parameter) or a budget is used up.
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
export function regress(options: RegressOptions): Regression {
  return drain(regressing(options, OPTIONS))
}

/**
 * The same, while other work goes on, in slices of 20 ms.
 *
 * @throws RangeError as `regress` does, and the signal's reason when it is aborted; both reject the promise
 * @example
 * const mechanism = srr({ categories: 2, epsilon: 2 })
 * const answers = [0, 1, 1, 0, 1, 1].map((response, i) => ({ age: 20 + i, response, count: 50 }))
 * const found = await regressAsync({ formula: 'ill ~ age', answers, mechanism, seed: 1, draws: 100 })
 * found.people // 300
 */
export async function regressAsync(options: RegressOptions & Watch): Promise<Regression> {
  const names = { ...OPTIONS, signal: true, onProgress: true } as const
  requireOptions<object>(options, names)
  return drainInSlices(regressing(options, names), options)
}

const OPTIONS = {
  formula: true,
  answers: true,
  mechanism: true,
  categories: true,
  epsilon: true,
  catalogue: true,
  labels: true,
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
): Generator<number, Regression> {
  requireOptions<object>(options, names)
  const model = modelOf(options)
  const { target, design } = model
  const top = modeOf(target)
  if (model.prior === 'flat' && !hasMaximum(top, target.fixed)) {
    refuse(
      'prior',
      'flat',
      `'default' for these answers: their likelihood has no maximum with coefficients up to ${FLAT_BOUND} a standard deviation`,
    )
  }
  const { records, columns, groups } = target.law
  const K = records.categories
  const write = (z: Float64Array, out: Float64Array) => {
    out.set(z)
    target.toEffects(out)
    for (let at = 0; at < target.fixed; at += columns) design.unstandardise(out, at)
  }
  let warmupMade = 0
  const chained: Chained = {
    name: 'nuts',
    width: target.dimension,
    warmup: groups > 0 ? WARMUP.grouped : WARMUP.fixed,
    bounded: (chains, warmup) =>
      defaultSteps(workOf(records.patterns.length, columns, K), target.dimension, chains, warmup),
    create(warmup) {
      warmupMade = warmup
      return regressionSampler(target, top, warmup, write)
    },
  }
  const drawn = yield* drawChains(chained, options)
  const mode = groups > 0 ? undefined : top.z.slice()
  for (let at = 0; mode && at < target.fixed; at += columns) design.unstandardise(mode, at)
  return regressionOf({ model, mode, drawn, warmup: warmupMade })
}

/** A step that promises less than this, in nats, is one from the mode. */
const ARRIVED = 1e-4

/** Below this share of the largest precision a pivot is nothing but rounding. */
const SINGULAR = 1e-11

/**
 * Whether a climb has ended at a maximum of the likelihood. Where the answers separate categories the likelihood rises for ever, and the
 * climb ends where the probabilities have become 0 or 1 as doubles: far out, or where they tell nothing about some combination of the
 * coefficients.
 */
function hasMaximum({ z, factor, promised }: Top, fixed: number): boolean {
  const n = z.length
  const pivots = Array.from({ length: fixed }, (_, j) => square(factor[j * n + j]))
  const least = SINGULAR * pivots.reduce((most, pivot) => Math.max(most, pivot), 1)
  return promised < ARRIVED && pivots.every((pivot, j) => pivot > least && Math.abs(z[j]) <= FLAT_BOUND)
}

/** The work of a transition in visits of 0.6 µs: some seven gradients. */
function workOf(patterns: number, columns: number, categories: number): number {
  return 7 * patterns * (categories + (columns * (categories - 1)) / 8) * (1 / 32)
}
