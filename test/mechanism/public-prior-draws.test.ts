import { describe, expect, test } from 'vitest'
import { type PublicPriorKernel, publicPriorKernel } from '../../src/mechanism/public-prior-kernel.ts'
import { cryptoRng } from '../../src/random/crypto.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { countDraws } from '../support/laws.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'

const rowOf = (kernel: PublicPriorKernel, x: number) =>
  Array.from({ length: kernel.categories }, (_, y) => kernel.entry(x, y))

// 16 comparisons at a false-alarm rate of 1e-6 each.
describe('draws follow the row', () => {
  const q = [0.3, 0, 0.02, 0.3, 0.28, 0.1]
  const size = 40_000
  const pValue = (kernel: PublicPriorKernel, x: number, rng: Rng, row = rowOf(kernel, x)) => {
    const counts = countDraws(kernel.categories, size, () => kernel.draw(x, rng))
    return chiSquarePValue(
      counts,
      row.map(mass => mass * size),
    )
  }
  test.each([0, 1, 2, 3, 4, 5])('of category %i, at ε = 0.7 and at ε = 3', x => {
    for (const epsilon of [0.7, 3]) {
      expect(pValue(publicPriorKernel(q, epsilon), x, stream(5, x, epsilon))).toBeGreaterThan(FALSE_ALARM)
    }
  })
  test('with the cryptographic source', () => {
    for (const x of [0, 1, 2, 5]) {
      expect(pValue(publicPriorKernel(q, 1.2), x, cryptoRng())).toBeGreaterThan(FALSE_ALARM)
    }
  })
  test('a twin whose answers are those of ε = 0.8 instead of 0.7 fails', () => {
    const row = rowOf(publicPriorKernel(q, 0.7), 0)
    expect(pValue(publicPriorKernel(q, 0.8), 0, stream(5, 'twin'), row)).toBeLessThan(FALSE_ALARM)
  })
})
