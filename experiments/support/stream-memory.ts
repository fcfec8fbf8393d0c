import { type Memory, memoryText } from '../../src/loop/memory/memory.ts'
import { stream } from '../../src/random/stream.ts'
import { descendingOrder } from '../../src/simplex/order.ts'
import { drawTruth, type FixedTruth, type MovingTruth } from '../../src/simulation/moving-truth.ts'
import { simulate } from '../../src/simulation/simulate.ts'

const K = 20
const ANSWERS = 20_000
const CHANGE = 10_000
/** Answers after the swap. */
const AFTER = 2000
const WINDOWS = [1000, 1600, 2000, 2500, 3000, 3200, 4000].map(window => ({ window }))
const HALF_LIVES = [400, 800, 1600, 3200, 6400].map(halfLife => ({ halfLife }))
/** The number of draws for each run; the truth of the run is the middle one of these. */
const DRAWS_A_RUN = 51

interface MemoryCase {
  readonly users: number
  /** The memories among which the best is chosen with hindsight. */
  readonly hindsight: readonly Memory[]
  truth(law: Float64Array): FixedTruth | MovingTruth
}

/** Streams, by the way in which their truth moves. */
export const MEMORY_CASES = {
  constant: { users: ANSWERS, hindsight: ['all'], truth: law => law },
  swap: { users: CHANGE + AFTER, hindsight: WINDOWS, truth: law => ({ swap: { truth: law, at: CHANGE } }) },
  walk: { users: ANSWERS, hindsight: HALF_LIVES, truth: start => ({ walk: { start, step: 0.01 } }) },
} as const satisfies Record<string, MemoryCase>

export interface MemoryError {
  readonly memory: string
  /** Mean distance of the estimates to the truth of the last person. */
  readonly error: number
  /** The error divided by that of the best memory chosen with hindsight. */
  readonly ratio: number
}

/** The errors by memory, for the candidates of hindsight and for some others. Each memory meets the same truths and people. */
export function memoryErrors(
  name: keyof typeof MEMORY_CASES,
  strategy: string,
  runs: number,
  others: readonly Memory[],
  draws = 100,
  hindsight: readonly Memory[] = MEMORY_CASES[name].hindsight,
): MemoryError[] {
  const { truth, users }: MemoryCase = MEMORY_CASES[name]
  const laws = spreadLaws(runs)
  const mean = (memory: Memory) => {
    let sum = 0
    laws.forEach((law, run) => {
      const { runs } = simulate({
        truth: truth(law),
        users,
        groupSize: 100,
        strategies: [strategy],
        epsilon: 1,
        memory,
        draws,
        seed: `memory ${run}`,
      })
      sum += runs[0].totalVariationNow
    })
    return { memory: memoryText(memory), error: sum / runs }
  }
  const candidates = hindsight.map(mean)
  const best = Math.min(...candidates.map(({ error }) => error))
  return [...candidates, ...others.map(mean)].map(each => ({ ...each, ratio: each.error / best }))
}

/**
 * Truths that represent the law Dirichlet(0.1), under which a few categories hold most of the mass. The cost of a swap depends on the gap
 * between the two likeliest categories, so the draws are sorted by this gap and divided into as many parts as there are runs; the truth of
 * a run is the middle draw of its part.
 */
function spreadLaws(runs: number): Float64Array[] {
  const draws = Array.from({ length: runs * DRAWS_A_RUN }, (_, draw) => {
    const law = drawTruth('truth', { dirichlet: 0.1 }, K, stream('memories', draw))
    const [first, second] = descendingOrder(law)
    return { law, gap: law[first] - law[second] }
  })
  draws.sort((a, b) => a.gap - b.gap)
  return Array.from({ length: runs }, (_, i) => draws[i * DRAWS_A_RUN + (DRAWS_A_RUN - 1) / 2].law)
}
