import { withRoom } from '../../arrays/with-room.ts'
import type { SeededRng } from '../../random/rng.ts'
import type { Sampler } from '../contract/sampler.ts'
import { type Diagnostics, diagnose } from '../draws/diagnostics.ts'
import { screen } from '../draws/screen.ts'
import { columnOf, countStep, type Drawn, noSteps, type Target } from './posterior.ts'

/** Numbers that are kept of all chains together, 64 MB; beyond them every other draw is dropped, and every other one kept. */
const MOST_KEPT = 2 ** 23
/** Draws of a chain that are kept, however many categories. */
const LEAST_KEPT = 100

/** Several chains of one sampler, with the draws that they have made. */
export function createChains(
  sampler: Sampler<unknown>,
  categories: number,
  count: number,
  expected: number,
  rngOf: (chain: number) => SeededRng,
) {
  const K = categories
  const room = Math.max(LEAST_KEPT, 2 * Math.floor(MOST_KEPT / (2 * K * count)), expected)
  const steps = noSteps()
  let learned = false
  // Where it is known how many draws there will be, they are made in their last place: of many categories they fill most of the memory.
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
  /** Draws made of each chain; kept of each, one of so many. */
  let made = 0
  let kept = 0
  let thin = 1

  /** Makes room: every other draw goes. */
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
    /** Draws made of each chain. */
    get length() {
      return made
    },
    /** So many steps of each chain, in turn, of which nothing is kept. */
    *discard(length: number) {
      for (let i = 0; i < length; i++) {
        for (const { rng, state } of chains) {
          sampler.step(rng, state)
          yield
        }
      }
    },
    /** So many draws of each chain. */
    *keep(length: number) {
      const placesFor = () => kept + Math.floor((made + length - 1) / thin) - Math.floor((made - 1) / thin)
      while (placesFor() > room) halve()
      const places = placesFor()
      let next = kept
      for (const chain of chains) {
        chain.theta = withRoom(chain.theta, places * K)
        chain.concentration = withRoom(chain.concentration, places)
        const { rng, state, theta, concentration } = chain
        next = kept
        for (let draw = made; draw < made + length; draw++) {
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
      made += length
    },
    /**
     * Whether the draws are good: all categories are screened, and then diagnosed one by one, the worst first, up to one that is not good.
     * Yields between the categories.
     *
     * @returns the diagnostics if they are, else about how many times more draws it takes
     */
    *check(target: Target): Generator<undefined, { diagnosed?: Diagnostics[]; lack: number }> {
      if (kept < 20) return { lack: Infinity }
      const lacks = new Float64Array(K)
      for (let x = 0; x < K; x++) {
        lacks[x] = lackOf(
          screen((chain, i) => chains[chain].theta[i * K + x], count, kept),
          target,
        )
        yield
      }
      const column = new Float64Array(count * kept)
      const diagnosed = new Array<Diagnostics>(K)
      for (const x of Int32Array.from(lacks.keys()).sort((a, b) => lacks[b] - lacks[a])) {
        chains.forEach(({ theta }, c) => {
          columnOf(theta, K, x, column.subarray(c * kept, (c + 1) * kept))
        })
        const found = diagnose(column, count)
        const lack = lackOf({ rhat: found.rhat, ess: Math.min(found.essBulk, found.essTail) }, target)
        if (!(lack <= 1)) return { lack }
        diagnosed[x] = found
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

/** About how many times as many draws are good as there are: both R̂ − 1 and 1/ESS fall with their number. */
function lackOf({ rhat, ess }: Target, target: Target): number {
  return Math.max((rhat - 1) / (target.rhat - 1), target.ess / ess)
}
