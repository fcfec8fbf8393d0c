import { expect, test } from 'vitest'
import { drawExponential } from '../../src/random/exponential.ts'
import { stream } from '../../src/random/stream.ts'
import { FALSE_ALARM, ksPValue } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const law = (x: number) => -Math.expm1(-x)

test('a million exponential draws follow 1 − e^(−x)', () => {
  const rng = stream(1, 'exponential')
  const draws = Float64Array.from({ length: 1e6 }, () => drawExponential(rng))
  expect(ksPValue(draws, law)).toBeGreaterThan(FALSE_ALARM)
  // A rate wrong by two percent; the largest distance is 0.02/e, and 0.005 would do.
  expect(
    ksPValue(
      draws.map(x => x * 1.02),
      law,
    ),
  ).toBeLessThan(FALSE_ALARM)
})

test('the upper tail of exponential draws is exponential again', () => {
  const rng = stream(1, 'exponential tail')
  const above: number[] = []
  for (let i = 0; i < 2e7; i++) {
    const x = drawExponential(rng)
    if (x > 7) above.push(x - 7)
  }
  expect(ksPValue(above, law)).toBeGreaterThan(FALSE_ALARM)
  // From 14 bits of a uniform draw, the tail is a ladder.
  expect(
    ksPValue(
      above.map(x => -Math.log(Math.ceil(Math.exp(-x - 7) * 2 ** 14) / 2 ** 14) - 7),
      x => Math.max(0, law(x)),
    ),
  ).toBeLessThan(FALSE_ALARM)
})

test('the extreme uniform draws give a positive, finite exponential draw', () => {
  const uniforms = [0, 0, 2 ** -53]
  const rng = { ...stream(1), uniform: () => uniforms.shift()! }
  expect(drawExponential(rng)).toBe(53 * Math.LN2)
  expect(uniforms).toEqual([])
  uniforms.push(1 - 2 ** -53)
  expect(drawExponential(rng)).toBe(2 ** -53)
})
