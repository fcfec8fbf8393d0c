import { expect, test } from 'vitest'
import { stream } from '../../src/random/stream.ts'
import { rrrrLevels, secondBudget } from '../../src/rrrr/levels.ts'
import { type Bounds, expBounds } from '../support/exact-exp.ts'

type Budget = typeof secondBudget

/**
 * Whether `x` as the second budget spends ε or less: `e^ε1 · m · e^x ≤ e^ε (e^x + m − 1)`, in whole numbers.
 *
 * Unknown, which is an error, where the two sides are less than 1e-70 of them apart.
 */
function isAffordable(x: number, m: number, epsilon: number, epsilon1: number): boolean {
  const [inner, limit, second] = [expBounds(epsilon1), expBounds(epsilon), expBounds(x)]
  const spent = (bound: keyof Bounds) => inner[bound] * BigInt(m) * second[bound]
  const allowed = (bound: keyof Bounds) =>
    limit[bound] * (second[bound] + BigInt(m - 1) * expBounds(0)[bound])
  if (spent('upper') <= allowed('lower')) return true
  if (spent('lower') > allowed('upper')) return false
  throw new Error(`${x} is too near to the second budget to tell`)
}

/** Checks that the largest affordable second budget is within `tolerance` of the given one, or is ε itself. */
function expectSecondBudget(budget: Budget, m: number, epsilon: number, epsilon1: number, relative: number) {
  const found = budget(m, epsilon, epsilon1)
  expect(found >= 0 && found <= epsilon).toBe(true)
  // Where nearly all of ε − ε1 = ln m is used, the budget is the logarithm of a small difference of exponentials.
  const difference = Math.expm1(epsilon1 - epsilon + Math.log(m))
  const tolerance = found * relative + (difference > 0 && difference < 0.1 ? 2e-15 / difference : 0)
  expect(isAffordable(Math.max(0, found - tolerance), m, epsilon, epsilon1)).toBe(true)
  if (found < epsilon) expect(isAffordable(found + tolerance, m, epsilon, epsilon1)).toBe(false)
}

function expectRandomBudgets(budget: Budget, cases: number, smallest: number, largest: number) {
  const rng = stream(1, 'budgets')
  for (let i = 0; i < cases; i++) {
    const m = 2 + rng.integer(199)
    const epsilon = smallest * (largest / smallest) ** rng.uniform()
    // Below ln m the bound is at work.
    const saved = Math.min(epsilon, Math.log(m) * rng.uniform() * 1.1)
    expectSecondBudget(budget, m, epsilon, epsilon - saved * rng.uniform(), 1e-12)
  }
}

test('the second budget is the largest that keeps ε, to 1e-12, in 3,000 random cases with ε from 1e-3 to 700', () => {
  expectRandomBudgets(secondBudget, 3000, 1e-3, 700)
})

test('it is as good at ε from 1e-6 to 1e-3', () => {
  expectRandomBudgets(secondBudget, 500, 1e-6, 1e-3)
})

test('it is as good where the bound nearly stops to bind', () => {
  const rng = stream(1, 'near')
  for (let i = 0; i < 500; i++) {
    const m = 2 + rng.integer(1_000_000)
    const epsilon = Math.log(m) * (1 + 10 * rng.uniform())
    expectSecondBudget(secondBudget, m, epsilon, epsilon - Math.log(m) * (1 - 1e-3 * rng.uniform()), 1e-12)
  }
})

test('twins are not: the logarithm missing, |S| for |S^c|, digits lost at a small ε or a large one', () => {
  const bound = (m: number, epsilon: number, epsilon1: number) =>
    (m - 1) / (Math.exp(epsilon1 - epsilon) * m - 1)
  const within =
    (twin: Budget): Budget =>
    (m, epsilon, epsilon1) =>
      epsilon - epsilon1 >= Math.log(m) ? epsilon : Math.max(0, Math.min(epsilon, twin(m, epsilon, epsilon1)))
  const twins: [Budget, number, number][] = [
    [within(bound), 1e-3, 700],
    [within((m, ...rest) => Math.log(bound(m + 1, ...rest))), 1e-3, 700],
    [within((...given) => Math.log(bound(...given))), 1e-6, 1e-3],
    [within((...given) => secondBudget(...given) * (1 + 1e-11)), 1e-3, 1],
  ]
  for (const [twin, smallest, largest] of twins) {
    expect(() => expectRandomBudgets(twin, 200, smallest, largest)).toThrow()
  }
})

test('with ε1 = ε it is 0, not −0, with one category outside it is ε, and so it is from ε − ε1 = ln m on', () => {
  for (const epsilon of [1e-3, 1, 700, 1e300]) {
    expect(secondBudget(5, epsilon, epsilon)).toBe(0)
    expect(secondBudget(1, epsilon, 0.3 * epsilon)).toBe(epsilon)
  }
  expect(secondBudget(7, 10, 10 - Math.log(7))).toBe(10)
  expect(secondBudget(7, 10, 0)).toBe(10)
})

test('the five levels are those of the closed form, in 3,000 random cases', () => {
  const rng = stream(1, 'levels')
  for (let i = 0; i < 3000; i++) {
    const K = 2 + rng.integer(40)
    const k = rng.integer(K)
    const m = K - k
    const epsilon = 1e-3 * 1e5 ** rng.uniform()
    const epsilon1 = epsilon * rng.uniform()
    const levels = rrrrLevels(K, k, epsilon, epsilon1)
    const [one, two] = [Math.exp(epsilon1), Math.exp(levels.epsilon2)]
    const [a, b] = k === 0 ? [1, 0] : [one / (one + k), 1 / (one + k)]
    const [c, d] = [two / (two + m - 1), m === 1 ? 0 : 1 / (two + m - 1)]
    const closed = { a, b, ac: a * c, ad: a * d, bm: b / m }
    for (const [name, value] of Object.entries(closed)) {
      expect(Math.abs(levels[name as keyof typeof closed] - value)).toBeLessThanOrEqual(1e-13 * value)
    }
    expect([levels.size, levels.rest]).toEqual([k, m])
    expect(levels.epsilon2).toBe(k === 0 ? epsilon : secondBudget(m, epsilon, epsilon1))
    expect(Math.abs(levels.logA - Math.log(a))).toBeLessThanOrEqual(1e-14 + 1e-13 * Math.abs(Math.log(a)))
    expect(Math.abs(levels.logAC - Math.log(a * c))).toBeLessThanOrEqual(
      1e-13 * (1 + Math.abs(Math.log(a * c))),
    )
    if (k > 0)
      expect(Math.abs(levels.logGap - Math.log((a * c * m) / b))).toBeLessThanOrEqual(1e-13 * (1 + epsilon))
  }
})
