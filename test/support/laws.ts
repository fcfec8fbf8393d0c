import type { Rng } from '../../src/random/rng.ts'

/** A law on n categories: of equal shares, or skewed by many orders of magnitude, or with ties, or with zeros. */
export function randomLaw(rng: Rng, n: number, zeros = true): Float64Array {
  const kind = rng.integer(zeros ? 5 : 4)
  const law = Float64Array.from({ length: n }, () => {
    if (kind === 0) return 1
    if (kind === 1) return rng.uniform() + 1e-9
    if (kind === 2) return Math.exp(12 * (rng.uniform() - 0.5))
    if (kind === 3) return 1 + rng.integer(3)
    return rng.integer(3) === 0 ? 0 : rng.uniform() + 1e-9
  })
  if (law.every(mass => mass === 0)) law[rng.integer(n)] = 1
  return normalise(law)
}

export function normalise(law: ArrayLike<number>): Float64Array {
  const total = Array.from(law).reduce((sum, mass) => sum + mass, 0)
  return Float64Array.from(law, mass => mass / total)
}

export function dirac(n: number, at: number): Float64Array {
  const law = new Float64Array(n)
  law[at] = 1
  return law
}

/** The law h, but never the category `at`; undefined if h has no other. */
export function without(h: ArrayLike<number>, at: number): Float64Array | undefined {
  const law = Float64Array.from(h)
  law[at] = 0
  return law.some(mass => mass > 0) ? normalise(law) : undefined
}

export function total(law: ArrayLike<number>): number {
  return Array.from(law).reduce((sum, mass) => sum + mass, 0)
}

/** Counts of `size` draws. */
export function countDraws(categories: number, size: number, draw: () => number): Float64Array {
  const counts = new Float64Array(categories)
  for (let i = 0; i < size; i++) counts[draw()]++
  return counts
}
