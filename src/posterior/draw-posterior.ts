import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { Chains } from './chains/chains.ts'
import { defaultSteps, type Steps, workOfStep } from './chains/default-work.ts'
import { type Drawn, type Posterior, TARGET, type Target, withDiagnostics } from './chains/posterior.ts'
import type { Prior } from './kind/prior.ts'
import type { Sampler } from './kind/sampler.ts'
import { createSampler, type SamplerKind } from './kind/sampler-kind.ts'
import type { Tally } from './tally/tally.ts'

/** How much work to spend on an estimate. */
export interface Effort {
  /** Exactly how many draws to make of each chain; by default, chains go on until the draws are good. */
  readonly draws?: number
  /** When the draws are good; by default when every category has an R̂ of at most 1.01 and at least 400 effective draws. */
  readonly target?: Partial<Target>
  /**
   * Where to end chains that are not good yet: after this many draws of each, or after this many seconds. By default, after 4,000
   * draws of each, or after about a minute's work if that is less, as from some 4,000 categories on. That work is counted, so that it is
   * the same on every machine (`defaultSteps`); but with a limit in seconds, the same call no longer gives the same numbers. At most
   * half of the seconds are spent on the warm-up, whose draws are thrown away; chains that are still tuning themselves when it ends are
   * not called good.
   */
  readonly budget?: { readonly draws?: number; readonly seconds?: number }
}

/** The names of an effort's options. */
export const EFFORT = { draws: true, target: true, budget: true } as const

/** The effort among other options. */
export function effortOf({ draws, target, budget }: Effort): Effort {
  return {
    ...(draws !== undefined && { draws }),
    ...(target && { target }),
    ...(budget && { budget }),
  }
}

export interface PosteriorOptions extends Effort {
  /** Default `'learned'`, or 1 for a sampler that cannot learn it, such as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /** Draws to throw away at the start of each chain; default half of `draws`, or without `draws` as many as the sampler needs for tuning. */
  readonly warmup?: number
  /** Independent chains, default 4. */
  readonly chains?: number
  /** With the same seed, tally and options, the draws are the same on every machine. */
  readonly seed: string | number
}

/** Watching and interrupting a computation that shares the thread with other work. */
export interface Watch {
  /** Ends the work; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called from time to time with a rough estimate, from 0 to 1, of the share of the work that is done. */
  readonly onProgress?: (share: number) => void
}

const FIRST_ROUND = 150
/** The number of draws grows from round to round by a factor between these. */
const [LEAST_GROWTH, MOST_GROWTH] = [1.1, 1.5]
/** Warm-up steps for a kind that does not say how many it needs. */
const WARMUP = 200
const MOST_DRAWS = 1e7
/** The longest that `drainInSlices` holds the thread, in milliseconds; a single step may take longer. */
const SLICE_MS = 20

/** Checks an effort, and fills in the defaults. */
export function requireEffort({ draws, target, budget }: Effort) {
  if (draws !== undefined) {
    requireInteger('draws', draws, 4, MOST_DRAWS)
    if (target !== undefined || budget !== undefined) {
      refuse('draws', draws, 'left out where a target or a budget is given')
    }
  }
  const { rhat = TARGET.rhat, ess = TARGET.ess } = requireOptions(
    target ?? {},
    { rhat: true, ess: true },
    'target',
  )
  requireNumber('target.rhat', rhat, { above: 1 })
  requireNumber('target.ess', ess, { above: 0 })
  const { draws: most, seconds = Infinity } = requireOptions(
    budget ?? {},
    { draws: true, seconds: true },
    'budget',
  )
  if (most !== undefined) requireInteger('budget.draws', most, 4, MOST_DRAWS)
  if (budget?.seconds !== undefined) requireNumber('budget.seconds', seconds, { above: 0 })
  return {
    draws,
    target: { rhat, ess },
    most: most ?? (seconds < Infinity ? MOST_DRAWS : undefined),
    seconds,
  }
}

/** What chains draw, and how many steps they take by default. */
export interface Chained {
  /** The name of the sampler. */
  readonly name: string
  /** How many numbers a draw has. */
  readonly width: number
  /** How many of them, the first ones, have to be good; default all. */
  readonly watched?: number
  /** Number of steps in which the sampler tunes itself. */
  readonly warmup: number
  /** The steps after which chains end that are not good before. */
  bounded(chains: number, warmup: number): Steps
  create(warmup: number): Sampler<unknown>
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains of one kind of sampler. It works step by step: it yields
 * the share of the work that is done so far, and returns the posterior in the end. The tally must not change meanwhile.
 *
 * @throws RangeError on a bad option
 */
export function* drawingOf(
  tally: Tally,
  kind: SamplerKind,
  options: PosteriorOptions,
): Generator<number, Posterior> {
  const { prior, ...effort } = options
  const chained: Chained = {
    name: kind.name,
    width: tally.categories,
    warmup: kind.warmup ?? WARMUP,
    bounded: (chains, warmup) => defaultSteps(workOfStep(tally), tally.categories, chains, warmup),
    create: warmup => createSampler(kind, { tally, prior, warmup }),
  }
  return withDiagnostics(yield* drawChains(chained, effort))
}

/**
 * The same for whatever a sampler draws: one that is not on the simplex too.
 *
 * @throws RangeError on a bad option
 */
export function* drawChains(
  chained: Chained,
  options: Omit<PosteriorOptions, 'prior'>,
): Generator<number, Drawn> {
  const { seed } = options
  const effort = requireEffort(options)
  const { draws, target, seconds } = effort
  const count = requireInteger('chains', options.chains ?? 4, 1, 1000)
  const usual = chained.warmup
  const bounded = chained.bounded(count, options.warmup ?? usual)
  const most = effort.most ?? bounded.draws
  const warmup = requireInteger(
    'warmup',
    options.warmup ??
      (draws !== undefined ? Math.ceil(draws / 2) : effort.most === undefined ? bounded.warmup : usual),
    0,
    MOST_DRAWS,
  )
  const start = performance.now()
  const sampler = chained.create(warmup)
  const rngOf = (chain: number) => stream(seed, 'chain', chain)
  const chains = new Chains(sampler, chained.width, count, draws ?? 0, rngOf, chained.watched)
  yield 0
  if (draws !== undefined) {
    const allSteps = count * (warmup + draws)
    let stepsDone = 0
    for (const _ of chains.discard(warmup)) yield ++stepsDone / allSteps
    for (const _ of chains.keep(draws)) yield ++stepsDone / allSteps
    return { ...chains.drawn(), sampler: chained.name }
  }
  const elapsed = () => (performance.now() - start) / 1000
  const secondsLeft = () => seconds - elapsed()
  /** The share of all work that is done when the warm-up is over, and then after each round. */
  let share = 1 / 4
  /** Share of the remaining progress bar that the next round fills: half at first, then as the draws say how many more are needed. */
  let part = 1 / 2
  const warmupSteps = count * warmup
  let stepsDone = 0
  for (const _ of chains.discard(warmup)) {
    yield ++stepsDone / warmupSteps / 4
    if (elapsed() > seconds / 2) break
  }
  const isTuned = stepsDone === warmupSteps
  let next = Math.min(most, FIRST_ROUND)
  for (;;) {
    // No more draws than there is time for, at the rate so far.
    const rate = stepsDone / elapsed()
    if (seconds < Infinity)
      next = Math.max(chains.length === 0 ? 4 : 0, Math.min(next, Math.floor((rate * secondsLeft()) / count)))
    let roundSteps = 0
    for (const _ of chains.keep(next)) {
      roundSteps++
      yield share + (1 - share) * part * (roundSteps / (next * count))
    }
    stepsDone += roundSteps
    share += (1 - share) * part
    const check = chains.check(target)
    let result = check.next()
    for (; !result.done; result = check.next()) yield share
    const { lack, diagnosed } = result.value
    const isOver = chains.length >= most || (seconds < Infinity && secondsLeft() * rate < count)
    const isGood = isTuned && diagnosed !== undefined
    if (isGood || isOver) {
      const stopped = isGood ? 'good' : 'budget'
      return { ...chains.drawn(), sampler: chained.name, stopped, target, diagnosed }
    }
    const growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, Math.sqrt(lack)))
    next = Math.min(most, Math.ceil(growth * chains.length)) - chains.length
    const stillNeeded = Math.min(
      most - chains.length,
      (lack - 1) * chains.length,
      (rate * secondsLeft()) / count,
    )
    part = Math.min(1 / 2, next / stillNeeded)
  }
}

/** Progress is reported in steps of this size. */
const PERCENT = 0.01

/** Does all the work of a generator at once. */
export function drain<T>(work: Generator<number, T>, onProgress?: (share: number) => void): T {
  let reported = 0
  for (;;) {
    const next = work.next()
    if (next.done) {
      onProgress?.(1)
      return next.value
    }
    if (onProgress === undefined || next.value < reported + PERCENT) continue
    reported = next.value
    onProgress(reported)
  }
}

/** Does the work of a generator in short slices, with other work in between. */
export async function drainInSlices<T>(
  work: Generator<number, T>,
  { signal, onProgress }: Watch,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted()
    const end = performance.now() + SLICE_MS
    let next: IteratorResult<number, T>
    do next = work.next()
    while (!next.done && performance.now() < end)
    if (next.done) {
      onProgress?.(1)
      return next.value
    }
    onProgress?.(next.value)
    await new Promise(resolve => setTimeout(resolve, 0))
  }
}
