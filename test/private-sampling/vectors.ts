import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { DivergenceName } from '../../src/simplex/divergence.ts'

/** A number of a vector file: "inf" is infinity; null is undefined, or not unique. */
export type Entry = number | 'inf' | null

/** Values of the four divergences, under the files' names for them. */
export type Divergences = Partial<Record<'TV' | 'KL' | 'CHI2' | 'H2', Entry>>

const NAMES: Record<string, DivergenceName> = { TV: 'tv', KL: 'kl', CHI2: 'chi2', H2: 'hellinger2' }

/** The cases of a file of test vectors. */
export function cases<T>(file: string): (T & { id: string })[] {
  const url = new URL(`../vectors/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).cases
}

export function level(value: number | 'inf'): number {
  return value === 'inf' ? Infinity : value
}

/** Probabilities, bounds, λ: 1e-12 of the value, or 1e-15 where it is below 1e-3. */
export function expectProbability(actual: number, expected: Entry | undefined): void {
  if (expected === null || expected === undefined) return
  const exact = level(expected)
  if (actual === exact) return
  expect(Math.abs(actual - exact)).toBeLessThanOrEqual(
    Math.abs(exact) < 1e-3 ? 1e-15 : 1e-12 * Math.abs(exact),
  )
}

export function expectProbabilities(
  actual: ArrayLike<number>,
  expected: readonly Entry[] | null | undefined,
): void {
  if (expected === null || expected === undefined) return
  expect(actual.length).toBe(expected.length)
  expected.forEach((value, i) => {
    expectProbability(actual[i], value)
  })
}

/** Divergences and worst cases: 1e-10 of the value, or 1e-13. */
export function expectDivergences(
  actual: (name: DivergenceName) => number,
  expected: Divergences | null | undefined,
): void {
  for (const [name, value] of Object.entries(expected ?? {})) {
    if (value === null) continue
    const exact = level(value)
    const found = actual(NAMES[name])
    if (found !== exact) expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.max(1e-13, 1e-10 * exact))
  }
}

/** p over q where q is strictly inside its bounds: the C, or r, of the papers; null if no category is. */
export function innerRatio(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  h: ArrayLike<number>,
  bounds: { lower: number; upper: number },
): number | null {
  for (let i = 0; i < q.length; i++) {
    const inside = q[i] > bounds.lower * h[i] * (1 + 1e-9) && q[i] < bounds.upper * h[i] * (1 - 1e-9)
    if (p[i] > 0 && inside) return p[i] / q[i]
  }
  return null
}
