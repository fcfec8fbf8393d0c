import type { Mechanism, Response } from '../../src/mechanism/mechanism.ts'
import { createAlias } from '../../src/random/categorical.ts'
import { stream } from '../../src/random/stream.ts'
import type { Lie } from './liars.ts'
import { binomialCdf } from './special.ts'

export const K = 20
/** What the honest people hold. */
export const TRUTH = Float64Array.from({ length: K }, (_, x) => [0.3, 0.2, 0.1, 0.1, 0.05][x] ?? 0.25 / 15)
/** The category that liars name first. */
export const ATTACKED = 10
export const Z = 1.959963984540054

interface LiedPlay {
  /** The channel of the next person, asked every so often. */
  readonly choose: () => Mechanism
  readonly people: number
  /** Exactly so many of them lie: evenly among the others, or before them. */
  readonly share: number
  readonly lie: Lie
  readonly first?: boolean
  readonly seed: number
}

/** People who answer in groups of 20, of whom some lie. */
export function playLied(
  { choose, people, share, lie, first = false, seed }: LiedPlay,
  take: (mechanism: Mechanism, response: Response) => void,
): void {
  const rng = stream(seed, 'lied')
  const alias = createAlias(TRUTH)
  for (let i = 0; i < people; i += 20) {
    const mechanism = choose()
    for (let j = i; j < Math.min(people, i + 20); j++) {
      const lies = first ? j < share * people : Math.floor((j + 1) * share) > Math.floor(j * share)
      take(mechanism, lies ? lie(mechanism, rng) : mechanism.respond(alias.draw(rng), rng))
    }
  }
}

/** Counts the categories whose truth is outside. */
export function misses([lower, upper]: readonly [Float64Array, Float64Array], counts: Float64Array): void {
  TRUTH.forEach((value, x) => {
    counts[x] += Number(!(lower[x] <= value && value <= upper[x]))
  })
}

/** Whether a category is missed in more runs than 5 % explain: false alarm 1e-6 for all categories together. */
export function isMissedTooOften(counts: Float64Array, runs: number): boolean {
  return counts.some(count => 1 - binomialCdf(count - 1, runs, 0.05) < 1e-6 / K)
}
