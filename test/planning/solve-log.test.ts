import { expect, test } from 'vitest'
import { solveLog, solveLogFrom } from '../../src/planning/solve-log.ts'

/** Flat where x is small, and about as 1/√x where it is large, as the error of a posterior mean. */
const error = (x: number) => 1 / Math.sqrt(1 + x / 100)
const inverse = (y: number) => 100 * (1 / (y * y) - 1)

function counted(value: (x: number) => number) {
  const seen: number[] = []
  const noted = (x: number) => {
    seen.push(x)
    return value(x)
  }
  return { seen, value: noted }
}

test('both searches find where the function has the value, and one that begins nearby takes fewer steps', () => {
  for (const target of [0.9, 0.3, 0.05, 0.001]) {
    const [far, near] = [counted(error), counted(error)]
    const bracketed = solveLog(far.value, target, { low: 1, high: 1e12 })
    const guessed = solveLogFrom(near.value, target, {
      low: 1,
      high: 1e12,
      guess: 1.5 * inverse(target),
      slope: -1 / 2,
    })
    for (const found of [bracketed, guessed]) {
      expect('at' in found && Math.abs(Math.log(error(found.at) / target))).toBeLessThan(1e-3)
    }
    expect(near.seen.length).toBeLessThanOrEqual(5)
    expect(near.seen.length).toBeLessThan(far.seen.length)
  }
})

test.each([1, 30, 1e6, 1e12])('a guess of %d may be anywhere', guess => {
  for (const target of [0.9, 0.05, 1e-4]) {
    const found = solveLogFrom(error, target, { low: 1, high: 1e12, guess, slope: -1 / 2 })
    expect('at' in found && Math.abs(Math.log(error(found.at) / target))).toBeLessThan(1e-3)
  }
})

test('what is beyond an end is said, with the value there', () => {
  for (const solve of [
    (target: number) => solveLog(error, target, { low: 10, high: 1e6 }),
    (target: number) => solveLogFrom(error, target, { low: 10, high: 1e6, guess: 1000, slope: -1 / 2 }),
  ]) {
    const [low, high] = [solve(0.99), solve(1e-3)]
    expect(low).toEqual({ beyond: 'low', value: expect.closeTo(error(10), 9) })
    expect(high).toEqual({ beyond: 'high', value: expect.closeTo(error(1e6), 9) })
  }
})

test('infinite values are far above every target', () => {
  const from = (x: number) => (x < 1000 ? Infinity : 1e6 / x)
  const found = solveLogFrom(from, 10, { low: 1, high: 1e12, guess: 10, slope: -1 })
  expect('at' in found && found.at / 1e5).toBeCloseTo(1, 2)
})
