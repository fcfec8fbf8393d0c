import { withRoom } from '../../arrays/with-room.ts'
import type { SeededRng } from '../../random/rng.ts'
import { type Diagnostics, diagnose } from '../draws/diagnostics.ts'
import { screen } from '../draws/screen.ts'
import type { Sampler } from '../kind/sampler.ts'
import { columnOf, countStep, type Drawn, noSteps, type Target } from './posterior.ts'

/** The most numbers kept for all chains together, 64 MB. Beyond it every other draw is dropped, both of those kept and of those to come. */
const MOST_KEPT = 2 ** 23
/** Of each chain at least this many draws are kept, however many categories there are. */
const LEAST_KEPT = 100

/**
 * Several chains of one sampler, and the draws that they have made.
 *
 * @param expected the number of draws of each chain, if it is known in advance; else 0
 * @param watched how many of a draw's numbers, the first ones, are checked for being good; default all
 */
export function createChains(
  sampler: Sampler<unknown>,
  categories: number,
  count: number,
  expected: number,
  rngOf: (chain: number) => SeededRng,
  watched = categories,
) {
  const K = categories
  const room = Math.max(LEAST_KEPT, 2 * Math.floor(MOST_KEPT / (2 * K * count)), expected)
  const steps = noSteps()
  let learned = false
  // Where the number of draws is known in advance, they are written straight to the array that is returned. With many categories
  // the draws fill most of the memory, so that a second copy must be avoided.
  const all = new Float64Array(count * expected * K)
  const chains = Array.from({ length: count }, (_, chain) => {
    const rng = rngOf(chain)
    return {
      rng,
      state: sampler.init(rng) as { concentration?: number | null },
      theta: all.subarray(chain * expected * K, (chain + 1) * expected * K),
      concentration: new Float64Array(expected),
    }
  })
  /** Number of draws that each chain has made. */
  let drawCount = 0
  /** Number of draws of each chain that are kept: one of every `thin`. */
  let kept = 0
  let thin = 1

  /** Makes room by dropping every other draw that was kept. */
  const halve = () => {
    kept = Math.floor(kept / 2)
    thin *= 2
    for (const { theta, concentration } of chains) {
      for (let i = 1; i < kept; i++) {
        theta.copyWithin(i * K, 2 * i * K, (2 * i + 1) * K)
        concentration[i] = concentration[2 * i]
      }
    }
  }
  return {
    /** Number of draws that each chain has made. */
    get length() {
      return drawCount
    },
    /** Makes `length` steps of each chain, the chains in turn, and keeps none of them. Yields after each step. */
    *discard(length: number) {
      for (let i = 0; i < length; i++) {
        for (const { rng, state } of chains) {
          sampler.step(rng, state)
          yield
        }
      }
    },
    /** Makes `length` draws of each chain, one chain after the other, and keeps them, thinned if room runs out. Yields after each. */
    *keep(length: number) {
      const placesFor = () =>
        kept + Math.floor((drawCount + length - 1) / thin) - Math.floor((drawCount - 1) / thin)
      while (placesFor() > room) halve()
      const places = placesFor()
      let next = kept
      for (const chain of chains) {
        chain.theta = withRoom(chain.theta, places * K)
        chain.concentration = withRoom(chain.concentration, places)
        const { rng, state, theta, concentration } = chain
        next = kept
        for (let draw = drawCount; draw < drawCount + length; draw++) {
          countStep(steps, sampler.step(rng, state).info)
          if (draw % thin === 0) {
            sampler.theta(state, theta.subarray(next * K, (next + 1) * K))
            if (typeof state.concentration === 'number') {
              learned = true
              concentration[next] = state.concentration
            }
            next++
          }
          yield
        }
      }
      kept = next
      drawCount += length
    },
    /**
     * Checks whether the draws are good. First all categories are screened; then they are diagnosed one by one, the worst first, until
     * one is not good. Yields between the categories.
     *
     * @returns the diagnostics if all categories are good; else only `lack`, by about which factor the number of draws has to grow
     */
    *check(target: Target): Generator<undefined, { diagnosed?: Diagnostics[]; lack: number }> {
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
    },
    /** The draws that were kept. */
    drawn(): Omit<Drawn, 'sampler'> {
      const isInPlace = kept === expected && chains.every(({ theta }) => theta.buffer === all.buffer)
      const draws = isInPlace ? all : new Float64Array(count * kept * K)
      const concentration = new Float64Array(count * kept)
      chains.forEach((chain, c) => {
        if (!isInPlace) draws.set(chain.theta.subarray(0, kept * K), c * kept * K)
        concentration.set(chain.concentration.subarray(0, kept), c * kept)
      })
      return {
        draws,
        categories: K,
        chains: count,
        steps,
        concentration: learned ? concentration : undefined,
      }
    },
  }
}

/** By about which factor the number of draws has to grow to meet the target: both R̂ − 1 and 1/ESS fall in proportion to it. */
function lackOf({ rhat, ess }: Target, target: Target): number {
  return Math.max((rhat - 1) / (target.rhat - 1), target.ess / ess)
}
