import { withRoom } from '../../arrays/with-room.ts'
import type { SeededRng } from '../../random/rng.ts'
import { type Diagnostics, diagnose } from '../draws/diagnostics.ts'
import { screen } from '../draws/screen.ts'
import type { Sampler } from '../kind/sampler.ts'
import { columnOf, type Drawn, type Target } from './posterior.ts'
import { countStep, noSteps } from './step-counts.ts'

/** The most numbers kept for all chains together, 64 MB. Beyond it every other draw is dropped, both of those kept and of those to come. */
const MOST_KEPT = 2 ** 23
/** Of each chain at least this many draws are kept, however many categories there are. */
const LEAST_KEPT = 100

interface Chain {
  readonly rng: SeededRng
  readonly state: { concentration?: number | null }
  theta: Float64Array<ArrayBuffer>
  concentration: Float64Array<ArrayBuffer>
}

/** Several chains of one sampler, and the draws that they have made. */
export class Chains {
  private readonly sampler: Sampler<unknown>
  private readonly categories: number
  private readonly expected: number
  private readonly watched: number
  /** The most draws of each chain that are kept. */
  private readonly room: number
  private readonly steps = noSteps()
  /**
   * Where the number of draws is known in advance, they are written straight to the array that is returned. With many categories the
   * draws fill most of the memory, so that a second copy must be avoided.
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
   * @param expected the number of draws of each chain, if it is known in advance; else 0
   * @param watched how many of a draw's numbers, the first ones, are checked for being good; default all
   */
  constructor(
    sampler: Sampler<unknown>,
    categories: number,
    count: number,
    expected: number,
    rngOf: (chain: number) => SeededRng,
    watched = categories,
  ) {
    const K = categories
    this.sampler = sampler
    this.categories = K
    this.expected = expected
    this.watched = watched
    this.room = Math.max(LEAST_KEPT, 2 * Math.floor(MOST_KEPT / (2 * K * count)), expected)
    this.all = new Float64Array(count * expected * K)
    this.chains = Array.from({ length: count }, (_, chain) => {
      const rng = rngOf(chain)
      return {
        rng,
        state: sampler.init(rng) as { concentration?: number | null },
        theta: this.all.subarray(chain * expected * K, (chain + 1) * expected * K),
        concentration: new Float64Array(expected),
      }
    })
  }

  /** Number of draws that each chain has made. */
  get length(): number {
    return this.made
  }

  /** Makes `length` steps of each chain, the chains in turn, and keeps none of them. Yields after each step. */
  *discard(length: number) {
    for (let i = 0; i < length; i++) {
      for (const { rng, state } of this.chains) {
        this.sampler.step(rng, state)
        yield
      }
    }
  }

  /** Makes `length` draws of each chain, one chain after the other, and keeps them, thinned if room runs out. Yields after each. */
  *keep(length: number) {
    while (this.placesFor(length) > this.room) this.halve()
    const { sampler, steps, categories: K, made, kept, thin } = this
    const places = this.placesFor(length)
    let next = kept
    for (const [number, chain] of this.chains.entries()) {
      chain.theta = withRoom(chain.theta, places * K)
      chain.concentration = withRoom(chain.concentration, places)
      const { rng, state, theta, concentration } = chain
      next = kept
      for (let draw = made; draw < made + length; draw++) {
        countStep(steps, sampler.step(rng, state).info, number)
        if (draw % thin === 0) {
          sampler.theta(state, theta.subarray(next * K, (next + 1) * K))
          if (typeof state.concentration === 'number') {
            this.learned = true
            concentration[next] = state.concentration
          }
          next++
        }
        yield
      }
    }
    this.kept = next
    this.made += length
  }

  /**
   * Checks whether the draws are good. First all categories are screened; then they are diagnosed one by one, the worst first, until
   * one is not good. Yields between the categories.
   *
   * @returns the diagnostics if all categories are good; else only `lack`, by about which factor the number of draws has to grow
   */
  *check(target: Target): Generator<undefined, { diagnosed?: Diagnostics[]; lack: number }> {
    const { chains, categories: K, kept, watched } = this
    const count = chains.length
    if (kept < 20) return { lack: Infinity }
    const lacks = new Float64Array(watched)
    for (let x = 0; x < watched; x++) {
      lacks[x] = lackOf(
        screen((chain, i) => chains[chain].theta[i * K + x], count, kept),
        target,
      )
      yield
    }
    const column = new Float64Array(count * kept)
    const diagnosed = new Array<Diagnostics>(watched)
    for (const x of Int32Array.from(lacks.keys()).sort((a, b) => lacks[b] - lacks[a])) {
      chains.forEach(({ theta }, c) => {
        columnOf(theta, K, x, column.subarray(c * kept, (c + 1) * kept))
      })
      const diagnostics = diagnose(column, count)
      const ess = Math.min(diagnostics.essBulk, diagnostics.essTail)
      const lack = lackOf({ rhat: diagnostics.rhat, ess }, target)
      if (!(lack <= 1)) return { lack }
      diagnosed[x] = diagnostics
      yield
    }
    return { diagnosed, lack: 1 }
  }

  /** The draws that were kept. */
  drawn(): Omit<Drawn, 'sampler'> {
    const { chains, categories: K, kept, all, steps } = this
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
      steps,
      concentration: this.learned ? concentration : undefined,
    }
  }

  /** How many draws of each chain would be kept after `length` more. */
  private placesFor(length: number): number {
    const { kept, made, thin } = this
    return kept + Math.floor((made + length - 1) / thin) - Math.floor((made - 1) / thin)
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

/** By about which factor the number of draws has to grow to meet the target: both R̂ − 1 and 1/ESS fall in proportion to it. */
function lackOf({ rhat, ess }: Target, target: Target): number {
  return Math.max((rhat - 1) / (target.rhat - 1), target.ess / ess)
}
