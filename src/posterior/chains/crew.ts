import { stream } from '../../random/stream.ts'
import type { Sampler } from '../kind/sampler.ts'
import type { Round, Rows, Stepping } from './chain-steps.ts'
import type { Recipe } from './recipe.ts'
import { noSteps, type StepCounts } from './step-counts.ts'
import { borrowThreads, processors, returnThreads, type Thread } from './threads.ts'
import type { Work } from './work.ts'

/** A request to a thread. */
export type Call =
  | 'start'
  | {
      readonly law: string
      readonly data: unknown
      readonly warmup: number
      readonly width: number
      readonly seed: string | number
      /** The numbers of its chains. */
      readonly chains: readonly number[]
    }
  | { readonly discard: number; readonly seconds: number }
  | 'tell'
  | { readonly hear: readonly unknown[] }
  | { readonly keep: Round }

/** Reply of a thread to `keep`. */
export interface Kept {
  readonly rows: readonly Rows[]
  readonly learned: boolean
  /** Statistics of the steps of its chains so far. */
  readonly steps: StepCounts
}

interface HireOptions {
  readonly recipe: Recipe
  readonly width: number
  readonly warmup: number
  readonly seed: string | number
  /** Number of chains. */
  readonly count: number
  /** Largest number of threads; default the number of processors. */
  readonly workers: number | undefined
}

/** Threads that step chains. Each has some of the chains, which stay with it. */
export interface Crew extends Stepping {
  /** Releases the threads; those in the middle of a call are ended. */
  leave(): void
}

/** The part of a sampler's description that crews need. */
interface Crewed {
  readonly recipe?: Recipe | undefined
  readonly width: number
  create(warmup: number): Sampler<unknown>
}

/** Expected time in seconds above which chains run on several threads by default. */
const LONG = 1
/** Largest numbers of steps and seconds of the trial that measures the time of a step. */
const TRIAL = { steps: 5, seconds: 0.05 } as const

/**
 * Provides other threads for the chains, if requested or faster. The time of a step is measured on a trial chain.
 *
 * @param options.steps how many each chain will make at least
 * @returns the crew; or the sampler of the trial, if this thread is to do the work and has made one
 */
export function* crewFor(
  { recipe, create, width }: Crewed,
  { count, warmup, steps, seed }: Pick<HireOptions, 'count' | 'warmup' | 'seed'> & { steps: number },
): Work<{ crew?: Crew | undefined; sampler?: Sampler<unknown> }> {
  if (recipe === undefined || count === 1) return {}
  let sampler: Sampler<unknown> | undefined
  const isLong = () => {
    sampler = create(warmup)
    const rng = stream(seed, 'trial')
    const state = sampler.init(rng)
    // The first step may compute what all others use.
    sampler.step(rng, state)
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    let chainsMade = 0
    while (chainsMade < TRIAL.steps && seconds() < TRIAL.seconds) {
      sampler.step(rng, state)
      chainsMade++
    }
    return (seconds() / chainsMade) * count * steps > LONG
  }
  const crew = (yield async (workers?: number) => {
    if (workers === 1 || (workers === undefined && !isLong())) return undefined
    return hire({ recipe, width, warmup, seed, count, workers })
  }) as Crew | undefined
  return { crew, sampler }
}

/** Threads that step chains of a law; undefined if they are unavailable, or if there would be only one. */
async function hire(options: HireOptions): Promise<Crew | undefined> {
  const { recipe, warmup, width, seed, count } = options
  const size = Math.min(count, options.workers ?? processors())
  const threads = size > 1 ? await borrowThreads(size) : undefined
  if (threads === undefined) return undefined
  const numbers = threads.map((_, t) =>
    Array.from({ length: count }, (_, chain) => chain).filter(chain => chain % size === t),
  )
  const { law } = recipe
  const data = recipe.data()
  const calls = threads.map((thread, t) =>
    thread.call({ law, data, warmup, width, seed, chains: numbers[t] } satisfies Call),
  )
  try {
    const [meetings] = (await Promise.all(calls)) as (readonly number[])[]
    return crewOf(threads, width, numbers, meetings)
  } catch (error) {
    for (const thread of threads) thread.end()
    throw error
  }
}

function crewOf(
  threads: readonly Thread[],
  width: number,
  numbers: readonly (readonly number[])[],
  meetings: readonly number[],
): Crew {
  const steps = noSteps()
  let isBusy = false
  /** The answers of all threads to a call. */
  function* ask(call: Call): Work<unknown[]> {
    isBusy = true
    const done = new Float64Array(threads.length)
    let wake = () => {}
    let answers: unknown[] | undefined
    const all = Promise.all(
      threads.map((thread, t) =>
        thread.call(call, steps => {
          done[t] = steps
          wake()
        }),
      ),
    ).then(found => {
      answers = found
    })
    while (answers === undefined) {
      const progress = new Promise<void>(resolve => {
        wake = resolve
      })
      yield () => Promise.race([all, progress])
      yield done.reduce((sum, each) => sum + each, 0)
    }
    isBusy = false
    return answers
  }
  return {
    steps,
    meetings,
    *discard(length, secondsLeft) {
      const finished = yield* ask({ discard: length, seconds: secondsLeft() })
      return finished.every(Boolean)
    },
    *meet() {
      const reports = (yield* ask('tell')) as unknown[][]
      const hear: unknown[] = []
      for (const [t, chains] of numbers.entries())
        for (const [i, chain] of chains.entries()) hear[chain] = reports[t][i]
      yield* ask({ hear })
    },
    *keep(round, rows, first) {
      const parts = (yield* ask({ keep: round })) as Kept[]
      steps.transitions = 0
      steps.divergences = 0
      steps.saturated = 0
      for (const [t, chains] of numbers.entries()) {
        const { transitions, divergences, saturated, energies } = parts[t].steps
        steps.transitions += transitions
        steps.divergences += divergences
        steps.saturated += saturated
        for (const [i, chain] of chains.entries()) {
          rows[chain].theta.set(parts[t].rows[i].theta, first * width)
          rows[chain].concentration.set(parts[t].rows[i].concentration, first)
          if (energies[i] !== undefined) steps.energies[chain] = energies[i]
        }
      }
      return parts[0].learned
    },
    leave() {
      if (isBusy) for (const thread of threads) thread.end()
      else returnThreads(threads)
    },
  }
}
