import { expect, test } from 'vitest'
import { inverseExpRoundedUp } from '../../src/mechanism/inverse-exp.ts'
import { stream } from '../../src/random/stream.ts'
import { expBounds, UNIT } from '../support/exact-exp.ts'

/** The exact value of a double times 2¹⁰⁷⁴. */
function inSmallest(value: number): bigint {
  return value > 2 ** -500 ? BigInt(value * 2 ** 600) << 474n : BigInt(value * 2 ** 537 * 2 ** 537)
}

/** Whether a double is certainly at least `e^−epsilon`. */
function isAbove(value: number, epsilon: number): boolean {
  return inSmallest(value) * expBounds(epsilon).lower >= UNIT << 1074n
}

const rng = stream(1, 'inverse')
const EPSILONS = [
  ...Array.from({ length: 3000 }, () => 1e-3 * 7e5 ** rng.uniform()),
  ...Array.from({ length: 1000 }, () => 700 + 45 * rng.uniform()),
]

test('e^−ε is never rounded down, to ε = 745', () => {
  for (const epsilon of EPSILONS) expect(isAbove(inverseExpRoundedUp(epsilon), epsilon)).toBe(true)
})

test('the twin without the correction is below it for some ε, and so is the one without the smallest double', () => {
  const fails = (twin: (epsilon: number) => number) => EPSILONS.some(e => !isAbove(twin(e), e))
  expect(fails(epsilon => Math.exp(-epsilon))).toBe(true)
  expect(fails(epsilon => Math.exp(-epsilon) * (1 + (1 + epsilon) * 2 ** -50))).toBe(true)
})

test('it is above by (2 + ε) 2⁻⁵⁰ of it at most, and two smallest doubles', () => {
  for (const epsilon of EPSILONS) {
    const limit = (UNIT * (UNIT << 1074n)) / expBounds(epsilon).upper
    const excess = (limit * BigInt(Math.ceil((2 + epsilon) * 64))) >> 56n
    expect(inSmallest(inverseExpRoundedUp(epsilon)) * UNIT <= limit + excess + 2n * UNIT).toBe(true)
  }
})

test('it is one at 0, positive at every finite ε, and 0 at Infinity', () => {
  expect(inverseExpRoundedUp(0)).toBe(1)
  for (const epsilon of [746, 800, 1e6, Number.MAX_VALUE])
    expect(inverseExpRoundedUp(epsilon)).toBe(Number.MIN_VALUE)
  expect(inverseExpRoundedUp(Infinity)).toBe(0)
})
