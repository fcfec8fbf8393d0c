import { expect } from 'vitest'
import { posteriorMoments } from '../../src/contract/posterior-moments.ts'
import { mcse } from '../../src/posterior/draws/diagnostics.ts'
import type { Sampler } from '../../src/posterior/kind/sampler.ts'
import type { Tally } from '../../src/posterior/tally/tally.ts'
import { stream } from '../../src/random/stream.ts'

/** How many Monte Carlo errors a mean may be off: the probability of more is 2e-9. */
const ERRORS = 6

/**
 * How many Monte Carlo errors the means of θ and of its squares are from those of quadrature, at most, over four chains.
 *
 * @param begin makes the state that each chain starts from
 */
export function errorsOf<State>(
  sampler: Sampler<State>,
  tally: Tally,
  prior: readonly number[] | 'learned',
  begin: (state: State) => State,
  { steps = 2500, thinning = 1 }: { steps?: number; thinning?: number } = {},
): number {
  const K = tally.categories
  const { mean, variance } = posteriorMoments(tally, prior)
  const theta = new Float64Array(K)
  const chains = [0, 1, 2, 3].map(chain => {
    const rng = stream('chain laws', chain)
    const state = begin(sampler.init(rng))
    const draws: Float64Array[] = []
    for (let step = 0; step < steps; step++) {
      sampler.step(rng, state)
      if (step >= steps / 10 && step % thinning === 0) draws.push(sampler.theta(state, theta).slice())
    }
    return draws
  })
  let worst = 0
  for (let x = 0; x < K; x++) {
    for (const [of, exact] of [
      [(draw: Float64Array) => draw[x], mean[x]],
      [(draw: Float64Array) => (draw[x] - mean[x]) ** 2, variance[x]],
    ] as const) {
      const values = chains.map(draws => Float64Array.from(draws, of))
      const found =
        values.reduce((sum, chain) => sum + chain.reduce((one, other) => one + other, 0), 0) /
        (values.length * values[0].length)
      worst = Math.max(worst, Math.abs(found - exact) / mcse(values))
    }
  }
  return worst
}

/** Expects these chains to have the law of the posterior. */
export function expectLaw(...args: Parameters<typeof errorsOf>): void {
  expect(errorsOf(...args)).toBeLessThan(ERRORS)
}

/**
 * Expects every step of a chain to be the one that a new sampler makes from the written state alone, also after the tally has grown.
 *
 * @param grow adds to the tally, before some of the steps
 * @returns what each step said about itself
 */
export function expectResumable<State, Info>(
  make: () => Sampler<State, Info>,
  begin: (state: State) => State,
  grow: (step: number) => void = () => {},
): Info[] {
  const sampler = make()
  const state = begin(sampler.init(stream('resumed')))
  return Array.from({ length: 60 }, (_, step) => {
    grow(step)
    const written = structuredClone(state)
    const { info } = sampler.step(stream('resumed', step), state)
    const other = make()
    expect(other.step(stream('resumed', step), other.resume!(written)).state).toEqual(state)
    return info
  })
}

/** The two-sample test of Kolmogorov and Smirnov: the chance of samples at least as far apart if both have one law. */
export function twoSamplePValue(one: ArrayLike<number>, other: ArrayLike<number>): number {
  const [a, b] = [Float64Array.from(one).sort(), Float64Array.from(other).sort()]
  let [i, j, distance] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i], b[j])
    while (i < a.length && a[i] === value) i++
    while (j < b.length && b[j] === value) j++
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length))
  }
  const lambda = distance * Math.sqrt((a.length * b.length) / (a.length + b.length))
  if (lambda < 0.3) return 1
  let p = 0
  for (let k = 1; k <= 30; k++) p += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * lambda * lambda)
  return Math.min(1, p)
}
