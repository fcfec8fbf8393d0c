import { withRoom } from '../../arrays/with-room.ts'
import { type Diagnostics, diagnose } from '../draws/diagnostics.ts'
import { screen } from '../draws/screen.ts'
import { keptOf, type Stepping } from './chain-steps.ts'
import { columnOf, type Drawn, type Target } from './posterior.ts'
import { rescaled, type Work } from './work.ts'

/**
 * Largest number of values kept for all chains together, 64 MB. Beyond it, every other draw is dropped, of the kept and of the coming ones.
 */
const MOST_KEPT = 2 ** 23
/** Smallest number of draws that are kept of each chain, however many categories there are. */
const LEAST_KEPT = 100

interface Chain {
  theta: Float64Array<ArrayBuffer>
  concentration: Float64Array<ArrayBuffer>
}

/** The draws of several chains of one sampler. */
export class Chains {
  private readonly stepping: Stepping
  private readonly categories: number
  private readonly expected: number
  private readonly watched: number
  /** Largest number of kept draws of each chain. */
  private readonly room: number
  /**
   * All draws, in the array that is returned, if their number is known in advance. This avoids a second copy, because with many categories
   * the draws fill most of the memory.
   */
  private readonly all: Float64Array<ArrayBuffer>
  private readonly chains: readonly Chain[]
  private learned = false
  /** Number of draws that each chain has made. */
  private made = 0
  /** Number of draws of each chain that are kept: one of every `thin`. */
  private kept = 0
  private thin = 1

  /**
   * @param stepping steps the chains, on this thread or on others
   * @param categories how many numbers a draw has
   * @param expected the number of draws of each chain, if it is known in advance; else 0
   * @param watched how many of a draw's numbers, the first ones, are checked for being good; default all
   */
  constructor(stepping: Stepping, categories: number, count: number, expected: number, watched = categories) {
    const K = categories
    this.stepping = stepping
    this.categories = K
    this.expected = expected
    this.watched = watched
    this.room = Math.max(LEAST_KEPT, 2 * Math.floor(MOST_KEPT / (2 * K * count)), expected)
    this.all = new Float64Array(count * expected * K)
    this.chains = Array.from({ length: count }, (_, chain) => ({
      theta: this.all.subarray(chain * expected * K, (chain + 1) * expected * K),
      concentration: new Float64Array(expected),
    }))
  }

  /** Number of draws that each chain has made. */
  get length(): number {
    return this.made
  }

  /** Makes `length` steps of each chain, with the meetings of the sampler, and keeps no draw. @returns false if the time ran out before */
  *discard(length: number, secondsLeft: () => number): Work<boolean> {
    const { stepping, chains } = this
    const meetings = stepping.meetings.filter(after => after <= length)
    let count = 0
    for (const end of new Set([...meetings, length])) {
      const before = count * chains.length
      const isDone = yield* rescaled(stepping.discard(end - count, secondsLeft), done => before + done)
      if (!isDone) return false
      if (meetings.includes(end)) yield* stepping.meet()
      count = end
    }
    return true
  }

  /** Makes `length` draws of each chain and keeps them, thinned if room runs out. Progress is the number of draws of all chains. */
  *keep(length: number): Work<void> {
    while (this.placesFor(length) > this.room) this.halve()
    const { categories: K, made, kept, thin } = this
    const places = this.placesFor(length)
    for (const chain of this.chains) {
      chain.theta = withRoom(chain.theta, places * K)
      chain.concentration = withRoom(chain.concentration, places)
    }
    this.learned = yield* this.stepping.keep({ made, length, thin }, this.chains, kept)
    this.kept = places
    this.made += length
  }

  /**
   * Checks whether the draws are good. First all categories are screened; then they are diagnosed one by one, the worst first, until
   * one is not good. Yields between the categories.
   *
   * @returns the diagnostics if all categories are good; else only `lack`, the approximate factor by which the number of draws has to grow
   */
  *check(target: Target): Work<{ diagnosed?: Diagnostics[]; lack: number }> {
    const { chains, categories: K, kept, watched } = this
    const count = chains.length
    if (kept < 20) return { lack: Infinity }
    const lacks = new Float64Array(watched)
    for (let x = 0; x < watched; x++) {
      lacks[x] = lackOf(
        screen((chain, i) => chains[chain].theta[i * K + x], count, kept),
        target,
      )
      yield 0
    }
    const column = new Float64Array(count * kept)
    const byColumn = new Array<Diagnostics>(watched)
    for (const x of Int32Array.from(lacks.keys()).sort((a, b) => lacks[b] - lacks[a])) {
      chains.forEach(({ theta }, c) => {
        columnOf(theta, K, x, column.subarray(c * kept, (c + 1) * kept))
      })
      const diagnostics = diagnose(column, count)
      const ess = Math.min(diagnostics.essBulk, diagnostics.essTail)
      const lack = lackOf({ rhat: diagnostics.rhat, ess }, target)
      if (!(lack <= 1)) return { lack }
      byColumn[x] = diagnostics
      yield 0
    }
    return { diagnosed: byColumn, lack: 1 }
  }

  /** The draws that were kept. */
  drawn(): Omit<Drawn, 'sampler'> {
    const { chains, categories: K, kept, all, stepping } = this
    const isInPlace = kept === this.expected && chains.every(({ theta }) => theta.buffer === all.buffer)
    const draws = isInPlace ? all : new Float64Array(chains.length * kept * K)
    const concentration = new Float64Array(chains.length * kept)
    chains.forEach((chain, c) => {
      if (!isInPlace) draws.set(chain.theta.subarray(0, kept * K), c * kept * K)
      concentration.set(chain.concentration.subarray(0, kept), c * kept)
    })
    return {
      draws,
      categories: K,
      chains: chains.length,
      steps: stepping.steps,
      concentration: this.learned ? concentration : undefined,
    }
  }

  /** Number of kept draws of each chain after `length` more draws. */
  private placesFor(length: number): number {
    const { kept, made, thin } = this
    return kept + keptOf({ made, length, thin })
  }

  /** Makes room by dropping every other draw that was kept. */
  private halve(): void {
    const K = this.categories
    this.kept = Math.floor(this.kept / 2)
    this.thin *= 2
    for (const { theta, concentration } of this.chains) {
      for (let i = 1; i < this.kept; i++) {
        theta.copyWithin(i * K, 2 * i * K, (2 * i + 1) * K)
        concentration[i] = concentration[2 * i]
      }
    }
  }
}

/**
 * Approximate factor by which the number of draws has to grow to meet the target. R̂ − 1 and 1/ESS are both inversely proportional to that
 * number.
 */
function lackOf({ rhat, ess }: Target, target: Target): number {
  return Math.max((rhat - 1) / (target.rhat - 1), target.ess / ess)
}
