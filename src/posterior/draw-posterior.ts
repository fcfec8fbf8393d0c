import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { createChains } from './chains/chains.ts'
import { type Posterior, TARGET, type Target, withDiagnostics } from './chains/posterior.ts'
import { createSampler, type SamplerKind } from './contract/kind.ts'
import type { Prior } from './contract/prior.ts'
import type { Tally } from './tally/tally.ts'

/** How much an estimate is worth. */
export interface Effort {
  /** So many draws of each chain, no more and no fewer; by default, until they are good. */
  readonly draws?: number
  /** When the draws are good; default an R̂ of 1.01 at most and 400 effective draws at least, for every category. */
  readonly target?: Partial<Target>
  /** Where chains end that are not good yet: after so many draws of each, default 4,000, or after so many seconds, when the same call no longer gives the same numbers. Half of the seconds at most are spent on what is thrown away before; chains that are then still tuning themselves are not called good. */
  readonly budget?: { readonly draws?: number; readonly seconds?: number }
}

/** The names of its parts. */
export const EFFORT = { draws: true, target: true, budget: true } as const

export interface PosteriorOptions extends Effort {
  /** Default `'learned'`; 1 for a sampler that cannot learn it, as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /** Draws to throw away before, default half of `draws`, and without these what the sampler needs to tune itself. */
  readonly warmup?: number
  /** Independent chains, default 4. */
  readonly chains?: number
  /** With the same seed, tally and options, the draws are the same on every machine. */
  readonly seed: string | number
}

/** Watching and interrupting work that goes on beside other work. */
export interface Watch {
  /** Ends the work; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called from time to time with the share of the work that is done, from 0 to 1: a rough one, as it is not known when draws will be good. */
  readonly onProgress?: (share: number) => void
}

const BUDGET = 4000
const FIRST_ROUND = 150
/** Draws grow from round to round by a factor between these. */
const [LEAST_GROWTH, MOST_GROWTH] = [1.1, 1.5]
/** Steps that are thrown away before, where the kind does not say how many it needs. */
const WARMUP = 200
const MOST_DRAWS = 1e7
/** The longest that work beside other work holds the thread, in milliseconds; a single step may be longer. */
const SLICE_MS = 20

/** Checked, with the defaults filled in. */
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
    most: most ?? (seconds < Infinity ? MOST_DRAWS : BUDGET),
    seconds,
  }
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains of one kind of sampler, step by step: yields the share
 * that is done, and returns the posterior. The tally is to stay as it is meanwhile.
 *
 * @throws RangeError on a bad option
 */
export function* drawingOf(
  tally: Tally,
  kind: SamplerKind,
  options: PosteriorOptions,
): Generator<number, Posterior> {
  const { seed } = options
  const { draws, target, most, seconds } = requireEffort(options)
  const warmup = requireInteger(
    'warmup',
    options.warmup ?? (draws === undefined ? (kind.warmup ?? WARMUP) : Math.ceil(draws / 2)),
    0,
    MOST_DRAWS,
  )
  const count = requireInteger('chains', options.chains ?? 4, 1, 1000)
  const start = performance.now()
  const sampler = createSampler(kind, { tally, prior: options.prior, warmup })
  const chains = createChains(sampler, tally.categories, count, draws ?? 0, chain =>
    stream(seed, 'chain', chain),
  )
  yield 0
  if (draws !== undefined) {
    const all = count * (warmup + draws)
    let done = 0
    for (const _ of chains.discard(warmup)) yield ++done / all
    for (const _ of chains.keep(draws)) yield ++done / all
    return withDiagnostics({ ...chains.drawn(), sampler: kind.name })
  }
  const elapsed = () => (performance.now() - start) / 1000
  const left = () => seconds - elapsed()
  let share = 1 / 4
  /** Of what is left, the part that the round is taken for: half, as nobody knows, until draws say how many more it takes. */
  let part = 1 / 2
  const discarding = count * warmup
  let made = 0
  for (const _ of chains.discard(warmup)) {
    yield ++made / discarding / 4
    if (elapsed() > seconds / 2) break
  }
  const isTuned = made === discarding
  let next = Math.min(most, FIRST_ROUND)
  for (;;) {
    // As many as there is time for, at the rate so far.
    const rate = made / elapsed()
    if (seconds < Infinity)
      next = Math.max(chains.length === 0 ? 4 : 0, Math.min(next, Math.floor((rate * left()) / count)))
    let of = 0
    for (const _ of chains.keep(next)) {
      of++
      yield share + (1 - share) * part * (of / (next * count))
    }
    made += of
    share += (1 - share) * part
    const check = chains.check(target)
    let found = check.next()
    for (; !found.done; found = check.next()) yield share
    const { lack, diagnosed } = found.value
    const isOver = chains.length >= most || (seconds < Infinity && left() * rate < count)
    const isGood = isTuned && diagnosed !== undefined
    if (isGood || isOver) {
      const stopped = isGood ? 'good' : 'budget'
      return withDiagnostics({ ...chains.drawn(), sampler: kind.name, stopped, target, diagnosed })
    }
    const growth = Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, Math.sqrt(lack)))
    next = Math.min(most, Math.ceil(growth * chains.length)) - chains.length
    const more = Math.min(most - chains.length, (lack - 1) * chains.length, (rate * left()) / count)
    part = Math.min(1 / 2, next / more)
  }
}

/** Progress is told by steps of so much. */
const PERCENT = 0.01

/** Does all the work of a generator at once. */
export function drain<T>(work: Generator<number, T>, onProgress?: (share: number) => void): T {
  let told = 0
  for (;;) {
    const next = work.next()
    if (next.done) {
      onProgress?.(1)
      return next.value
    }
    if (onProgress === undefined || next.value < told + PERCENT) continue
    told = next.value
    onProgress(told)
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
