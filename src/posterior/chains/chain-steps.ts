import type { SeededRng } from '../../random/rng.ts'
import type { Sampler } from '../kind/sampler.ts'
import { countStep, noSteps, type StepCounts } from './step-counts.ts'
import type { Work } from './work.ts'

/** The next draws of a chain: `length` of them after the first `made`, of which one of every `thin` is kept. */
export interface Round {
  readonly made: number
  readonly length: number
  readonly thin: number
}

/** Target arrays for the kept draws of one chain. */
export interface Rows {
  /** Row-major, as many numbers a draw as `Sampler.theta` writes. */
  readonly theta: Float64Array<ArrayBuffer>
  /** The learnt concentration, one a draw. */
  readonly concentration: Float64Array<ArrayBuffer>
}

/** Steps chains, on this thread or on others. Progress is the number of steps of all chains in the same call. */
export interface Stepping {
  /** Statistics of the steps whose draws were kept. */
  readonly steps: StepCounts
  /** The numbers of warm-up steps after which the chains meet, ascending. */
  readonly meetings: readonly number[]
  /** Makes this many steps of each chain, and keeps no draw. @returns false if the time ran out before */
  discard(length: number, secondsLeft: () => number): Work<boolean>
  /** Passes the messages of all chains to each chain. */
  meet(): Work<void>
  /**
   * Makes a round of draws of each chain.
   *
   * @param rows target arrays of each chain
   * @param first the row of the first draw
   * @returns whether the sampler learns a concentration
   */
  keep(round: Round, rows: readonly Rows[], first: number): Work<boolean>
}

interface Chain {
  readonly rng: SeededRng
  readonly state: { concentration?: number | null }
}

/** Number of kept draws of a round. */
export function keptOf({ made, length, thin }: Round): number {
  return Math.floor((made + length - 1) / thin) - Math.floor((made - 1) / thin)
}

/** Steps chains on this thread: all of them, or only some. */
export class ChainSteps implements Stepping {
  readonly steps = noSteps()
  private readonly sampler: Sampler<unknown>
  private readonly width: number
  private readonly chains: readonly Chain[]

  /** @param width how many numbers a draw has @param numbers the numbers of the chains; each has a stream of its own */
  constructor(
    sampler: Sampler<unknown>,
    width: number,
    numbers: readonly number[],
    rngOf: (chain: number) => SeededRng,
  ) {
    this.sampler = sampler
    this.width = width
    this.chains = numbers.map(number => {
      const rng = rngOf(number)
      return { rng, state: sampler.init(rng) as Chain['state'] }
    })
  }

  get meetings(): readonly number[] {
    return this.sampler.meetings?.after ?? []
  }

  *discard(length: number, secondsLeft: () => number): Work<boolean> {
    for (let i = 0, done = 0; i < length; i++) {
      if (secondsLeft() <= 0) return false
      for (const { rng, state } of this.chains) {
        this.sampler.step(rng, state)
        yield ++done
      }
    }
    return true
  }

  // biome-ignore lint/correctness/useYield: on one thread there is nothing to wait for
  *meet(): Work<void> {
    this.hear(this.tell())
  }

  *keep(round: Round, rows: readonly Rows[], first: number): Work<boolean> {
    let done = 0
    let learned = false
    for (const [place, { theta, concentration }] of rows.entries()) {
      const { rng, state } = this.chains[place]
      let next = first
      for (let draw = round.made; draw < round.made + round.length; draw++) {
        countStep(this.steps, this.sampler.step(rng, state).info, place)
        if (draw % round.thin === 0) {
          this.sampler.theta(state, theta.subarray(next * this.width, (next + 1) * this.width))
          if (typeof state.concentration === 'number') {
            learned = true
            concentration[next] = state.concentration
          }
          next++
        }
        yield ++done
      }
    }
    return learned
  }

  /** Messages of these chains to the others at a meeting. */
  tell(): unknown[] {
    return this.chains.map(({ state }) => this.sampler.meetings!.tell(state))
  }

  /** @param told by all chains, in their order */
  hear(told: readonly unknown[]): void {
    this.sampler.meetings!.hear(told)
  }
}
