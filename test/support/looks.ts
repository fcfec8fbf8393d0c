import type { Intervals } from '../../experiments/support/stream-intervals.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import type { SeededRng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'

/** A stream: the law of the person t, and the channel for him, which may depend on the answers before. */
export interface Stream {
  law(t: number, run: number): ArrayLike<number>
  choose(t: number, rng: SeededRng, run: number): Mechanism
  /** Sees every answer. */
  note?(mechanism: Mechanism, response: never): void
}

/** In how many of the runs the running mean of each category was outside at some look: one vector for each way. */
export function countMisses(
  settings: { runs: number; answers: number; every: number; categories: number; seed: string },
  play: (run: number) => Stream,
  makers: readonly (() => Intervals)[],
): number[][] {
  const { runs, answers, every, categories: K, seed } = settings
  const misses = makers.map(() => new Array<number>(K).fill(0))
  for (let run = 0; run < runs; run++) {
    const rng = stream(seed, 'looks', run)
    const { law, choose, note } = play(run)
    const ways = makers.map(make => make())
    const missed = makers.map(() => new Uint8Array(K))
    const total = new Float64Array(K)
    for (let t = 1; t <= answers; t++) {
      const theta = law(t - 1, run)
      for (let x = 0; x < K; x++) total[x] += theta[x]
      const mechanism = choose(t - 1, rng, run)
      const response = mechanism.respond(drawFrom(theta, rng), rng) as never
      for (const way of ways) way.observe(mechanism, response)
      note?.(mechanism, response)
      if (t % every !== 0) continue
      ways.forEach(({ lower, upper }, i) => {
        for (let x = 0; x < K; x++)
          if (!(lower[x] <= total[x] / t && total[x] / t <= upper[x])) missed[i][x] = 1
      })
    }
    missed.forEach((flags, i) => {
      for (let x = 0; x < K; x++) misses[i][x] += flags[x]
    })
  }
  return misses
}

function drawFrom(law: ArrayLike<number>, rng: SeededRng): number {
  let left = rng.uniform()
  for (let x = 0; x < law.length - 1; x++) {
    left -= law[x]
    if (left < 0) return x
  }
  return law.length - 1
}

/** The chance of at least so many misses in so many runs where each misses with probability p: Chernoff's bound. */
export function missPValue(misses: number, runs: number, p: number): number {
  const share = misses / runs
  if (share <= p) return 1
  const rest = share < 1 ? (1 - share) * Math.log((1 - share) / (1 - p)) : 0
  return Math.exp(-runs * (share * Math.log(share / p) + rest))
}
