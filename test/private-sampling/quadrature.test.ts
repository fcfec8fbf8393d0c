import { expect, test } from 'vitest'
import { integrate, kronrod } from '../../src/private-sampling/quadrature.ts'

test('the pair is exact, to 1e-15, for powers up to the degree of each rule', () => {
  for (let degree = 0; degree <= 22; degree++) {
    const { value, error } = kronrod(x => x ** degree, 0, 1)
    expect(Math.abs(value * (degree + 1) - 1)).toBeLessThan(2e-15)
    if (degree <= 13) expect(error).toBeLessThan(1e-15)
    else expect(error).toBeGreaterThan(1e-15)
  }
})

test.each([
  ['a corner inside a panel', (x: number) => Math.abs(x - 0.3), [0, 1], 0.29],
  ['a jump inside a panel', (x: number) => (x < 0.7 ? 1 : 3), [0, 1], 1.6],
  ['a root at an end', (x: number) => Math.sqrt(x), [0, 1], 2 / 3],
  ['a logarithm at an end', (x: number) => Math.log(x), [0, 1], -1],
  ['several panels', (x: number) => Math.cos(x), [0, 1, 4, Math.PI * 2.5], 1],
] as [string, (x: number) => number, number[], number][])(
  '%s: right to 1e-13, and within its own error',
  (_, f, ends, exact) => {
    const { value, error } = integrate(f, ends, 1e-16)
    expect(Math.abs(value - exact)).toBeLessThan(1e-13)
    expect(Math.abs(value - exact)).toBeLessThan(error + 2e-14)
  },
)

test('what does not converge says so by its error', () => {
  expect(integrate(x => 1 / x, [0, 1], 1e-12).error).toBeGreaterThan(0.01)
})
