import { refuse, requireInteger, requireNumber, requireOptions } from '../check/check.ts'
import { stream } from '../random/stream.ts'
import { ChainSteps } from './chains/chain-steps.ts'
import { Chains } from './chains/chains.ts'
import { crewFor } from './chains/crew.ts'
import { defaultSteps, workOfStep } from './chains/default-work.ts'
import { type Drawn, type Posterior, TARGET, type Target, withDiagnostics } from './chains/posterior.ts'
import type { Recipe } from './chains/recipe.ts'
import { type Errand, rescaled, type Work } from './chains/work.ts'
import type { Prior } from './kind/prior.ts'
import type { Sampler } from './kind/sampler.ts'
import { createSampler, type SamplerKind } from './kind/sampler-kind.ts'
import type { Tally } from './tally/tally.ts'

/** The effort of an estimate. */
export interface Effort {
  /** Exact number of draws of each chain; by default, chains continue until the draws are good. */
  readonly draws?: number
  /** The criterion for good draws; by default, every category has an R̂ of at most 1.01 and at least 400 effective draws. */
  readonly target?: Partial<Target>
  /**
   * The limit for chains that are not good yet: this many draws of each, or this many seconds. By default, after 4,000 draws of each, or
   * after about a minute's work if that is less, as from some 4,000 categories on. That work is counted, so that it is the same on every
   * machine (`defaultSteps`); but with a limit in seconds, the same call no longer gives the same numbers. At most half of the seconds are
   * spent on the warm-up, whose draws are discarded; chains that are still tuning themselves at its end do not count as good.
   */
  readonly budget?: { readonly draws?: number; readonly seconds?: number }
}

type Made = Omit<Drawn, 'sampler'>

/** The names of an effort's options. */
export const EFFORT = { draws: true, target: true, budget: true } as const

/** Selects the effort from other options. */
export function effortOf({ draws, target, budget }: Effort): Effort {
  return { draws, target, budget }
}

export interface PosteriorOptions extends Effort {
  /** Default `'learned'`, or 1 for a sampler that cannot learn it, such as `sgld` and `sgrld`. */
  readonly prior?: Prior
  /**
   * Number of discarded draws at the start of each chain; default half of `draws`, or without `draws` as many as the sampler needs for
   * tuning.
   */
  readonly warmup?: number
  /** Independent chains, default 4. */
  readonly chains?: number
  /** With the same seed, tally and options, the draws are the same on every machine. */
  readonly seed: string | number
}

/** Options of watching and interrupting a computation, and of its threads. */
export interface Watch {
  /** Ends the work; the promise is then rejected with the signal's reason. */
  readonly signal?: AbortSignal
  /** Called from time to time with a rough estimate, from 0 to 1, of the completed share of the work. */
  readonly onProgress?: (share: number) => void
  /**
   * Number of threads for chains; 1 means this thread alone. Default: the number of processors, if the work takes more than about a second.
   * The draws do not depend on it. Only for built-in laws in Node.js; others run on this thread.
   */
  readonly workers?: number
}

/** The names of the options of `Watch`. */
export const WATCH = { signal: true, onProgress: true, workers: true } as const

const FIRST_ROUND = 150
/** Smallest and largest growth of the number of draws from round to round. */
const [LEAST_GROWTH, MOST_GROWTH] = [1.1, 1.5]
/** Default number of warm-up steps. */
const WARMUP = 200
/** The range of the draws of a chain. */
export const [FEWEST_DRAWS, MOST_DRAWS] = [4, 1e7]
/** Length of a slice of `drainInSlices`, in milliseconds; a single step may take longer. */
const SLICE_MS = 20
export const MOST_WORKERS = 1024

/** Checks an effort, and fills in the defaults. */
export function requireEffort({ draws, target, budget }: Effort) {
  if (draws !== undefined) {
    requireInteger('draws', draws, FEWEST_DRAWS, MOST_DRAWS)
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
  if (most !== undefined) requireInteger('budget.draws', most, FEWEST_DRAWS, MOST_DRAWS)
  if (budget?.seconds !== undefined) requireNumber('budget.seconds', seconds, { above: 0 })
  return {
    draws,
    target: { rhat, ess },
    most: most ?? (seconds < Infinity ? MOST_DRAWS : undefined),
    seconds,
  }
}

/** A sampler as `drawChains` needs it: its name, the width of a draw, its warm-up and its default effort. */
export interface Chained {
  /** The name of the sampler. */
  readonly name: string
  /** Number of values of a draw. */
  readonly width: number
  /** Number of a draw's first values that have to be good; default all. */
  readonly watched?: number
  /** Number of steps in which the sampler tunes itself. */
  readonly warmup: number
  /** The work of a step, in visits of a category (`defaultSteps`). */
  readonly visits: number
  create(warmup: number): Sampler<unknown>
  /** Recipe by which other threads make the same sampler; without it, chains run on one thread. */
  readonly recipe?: Recipe | undefined
}

/**
 * Draws from the posterior of θ given a tally, by several independent chains of one kind of sampler. It works step by step: it yields the
 * completed share of the work, and returns the posterior in the end. The tally must not change meanwhile.
 *
 * @param recipe recipe by which another thread makes the same sampler
 * @throws RangeError on a bad option
 */
export function* drawingOf(
  tally: Tally,
  kind: SamplerKind,
  options: PosteriorOptions,
  recipe?: Recipe,
): Work<Posterior> {
  const { prior, ...effort } = options
  const chained: Chained = {
    name: kind.name,
    width: tally.categories,
    warmup: kind.warmup ?? WARMUP,
    visits: workOfStep(tally),
    create: warmup => createSampler(kind, { tally, prior, warmup }),
    recipe,
  }
  return withDiagnostics(yield* drawChains(chained, effort))
}

/**
 * Draws by several chains of any sampler, also of draws that are not on the simplex.
 *
 * @throws RangeError on a bad option
 */
export function* drawChains(chained: Chained, options: Omit<PosteriorOptions, 'prior'>): Work<Drawn> {
  const { seed } = options
  const effort = requireEffort(options)
  const { draws } = effort
  const count = requireInteger('chains', options.chains ?? 4, 1, 1000)
  const usual = chained.warmup
  const budget = defaultSteps(chained.visits, chained.width, count, options.warmup ?? usual)
  const most = effort.most ?? budget.draws
  const warmup = requireInteger(
    'warmup',
    options.warmup ??
      (draws !== undefined ? Math.ceil(draws / 2) : effort.most === undefined ? budget.warmup : usual),
    0,
    MOST_DRAWS,
  )
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1000
  const steps = warmup + (draws ?? FIRST_ROUND)
  const { crew, sampler } = yield* crewFor(chained, { count, warmup, steps, seed })
  const numbers = Array.from({ length: count }, (_, chain) => chain)
  const rngOf = (chain: number) => stream(seed, 'chain', chain)
  try {
    const stepping = crew ?? new ChainSteps(sampler ?? chained.create(warmup), chained.width, numbers, rngOf)
    const chains = new Chains(stepping, chained.width, count, draws ?? 0, chained.watched)
    yield 0
    const found = yield* draws === undefined
      ? drawUntilGood(chains, count, { ...effort, most, warmup, elapsed })
      : drawSome(chains, count, warmup, draws)
    return { ...found, sampler: chained.name, warmup }
  } finally {
    crew?.leave()
  }
}

function* drawSome(chains: Chains, count: number, warmup: number, draws: number): Work<Made> {
  const allSteps = count * (warmup + draws)
  yield* rescaled(
    chains.discard(warmup, () => Infinity),
    done => done / allSteps,
  )
  yield* rescaled(chains.keep(draws), done => (count * warmup + done) / allSteps)
  return chains.drawn()
}

function* drawUntilGood(
  chains: Chains,
  count: number,
  options: { target: Target; seconds: number; most: number; warmup: number; elapsed: () => number },
): Work<Made> {
  const { target, seconds, most, warmup, elapsed } = options
  const secondsLeft = () => seconds - elapsed()
  /** The completed share of all work, after the warm-up and then after each round. */
  let share = 1 / 4
  /** Share of the remaining progress bar that the next round fills: half at first, then as the draws say how many more are needed. */
  let part = 1 / 2
  const warmupSteps = count * warmup
  let stepsDone = 0
  const isTuned = yield* rescaled(
    chains.discard(warmup, () => secondsLeft() - seconds / 2),
    done => {
      stepsDone = done
      return done / warmupSteps / 4
    },
  )
  let next = Math.min(most, FIRST_ROUND)
  for (;;) {
    // No more draws than there is time for, at the rate so far.
    const rate = stepsDone / elapsed()
    if (seconds < Infinity)
      next = Math.max(chains.length === 0 ? 4 : 0, Math.min(next, Math.floor((rate * secondsLeft()) / count)))
    yield* rescaled(chains.keep(next), done => share + (1 - share) * part * (done / (next * count)))
    stepsDone += next * count
    share += (1 - share) * part
    const { lack, diagnosed } = yield* rescaled(chains.check(target), () => share)
    const isOver = chains.length >= most || (seconds < Infinity && secondsLeft() * rate < count)
    const isGood = isTuned && diagnosed !== undefined
    if (isGood || isOver) {
      const stopped = isGood ? 'good' : 'budget'
      return { ...chains.drawn(), stopped, target, diagnosed }
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

/** Does all the work of a generator at once, on this thread. */
export function drain<T>(work: Work<T>, onProgress?: (share: number) => void): T {
  let lastShare = 0
  for (;;) {
    const next = work.next()
    if (next.done) {
      onProgress?.(1)
      return next.value
    }
    if (typeof next.value !== 'number') continue
    if (onProgress === undefined || next.value < lastShare + PERCENT) continue
    lastShare = next.value
    onProgress(lastShare)
  }
}

/** Runs a generator to its end in short slices, so that other tasks run in between. Chains run on other threads if that is faster. */
export async function drainInSlices<T>(work: Work<T>, { signal, onProgress, workers }: Watch): Promise<T> {
  if (workers !== undefined) requireInteger('workers', workers, 1, MOST_WORKERS)
  try {
    for (let reply: unknown; ; ) {
      signal?.throwIfAborted()
      const end = performance.now() + SLICE_MS
      let next: IteratorResult<number | Errand, T>
      do {
        next = work.next(reply)
        reply = undefined
      } while (!next.done && typeof next.value === 'number' && performance.now() < end)
      if (next.done) {
        onProgress?.(1)
        return next.value
      }
      if (typeof next.value === 'number') {
        onProgress?.(next.value)
        await new Promise(resolve => setTimeout(resolve, 0))
      } else reply = await orAborted(next.value(workers), signal)
    }
  } finally {
    // Releases the threads of unfinished work.
    work.return(undefined as never)
  }
}

/** The given promise, but rejected at once when the signal is aborted. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
