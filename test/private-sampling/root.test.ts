import { expect, test } from 'vitest'
import { risingRoot } from '../../src/private-sampling/root.ts'
import { stream } from '../../src/random/stream.ts'

test.each([
  ['a smooth function', (x: number) => x * x - 2, 0, 2, Math.SQRT2],
  ['a steep one', (x: number) => Math.expm1(40 * (x - 0.25)), -1, 1, 0.25],
  ['one with corners', (x: number) => Math.min(0.5, x) + Math.min(0.25, x) - 0.6, 0, 1, 0.35],
  ['a vertical tangent', (x: number) => Math.cbrt(x - 0.3), 0, 1, 0.3],
  ['a jump', (x: number) => (x < 0.3 ? -1 : 1), 0, 1, 0.3],
] as [string, (x: number) => number, number, number, number][])(
  '%s: right to 4 ulps',
  (_, f, low, high, exact) => {
    expect(Math.abs(risingRoot(f, low, high) / exact - 1)).toBeLessThan(4 * Number.EPSILON)
  },
)

test('on 500 random cubics it is right to 1e-14, in fewer than 40 evaluations', () => {
  const rng = stream(16)
  for (let round = 0; round < 500; round++) {
    const exact = 0.1 + rng.uniform()
    const bend = 5 * rng.uniform()
    let evaluations = 0
    const root = risingRoot(
      x => {
        evaluations++
        return (x - exact) * (1 + bend * (x - exact) ** 2)
      },
      0,
      2 + 10 * rng.uniform(),
    )
    expect(Math.abs(root / exact - 1)).toBeLessThan(1e-14)
    expect(evaluations).toBeLessThan(40)
  }
})

test('a zero at either end is found at once', () => {
  expect(risingRoot(x => x, 0, 1)).toBe(0)
  expect(risingRoot(x => x - 1, 0, 1)).toBe(1)
})
