import { expect, test } from 'vitest'
import type { Vector } from '../../src/check/check.ts'
import { drawBinomial } from '../../src/random/binomial.ts'
import { drawMultinomial } from '../../src/random/multinomial.ts'
import type { Rng } from '../../src/random/rng.ts'
import { stream } from '../../src/random/stream.ts'
import { gammaQ, logGamma } from '../support/special.ts'
import { chiSquarePValue, FALSE_ALARM, ksPValue } from '../support/statistics.ts'

// Each statistical check raises a false alarm with probability 1e-6 at most; its twin, wrong by design, must fail it.

const DRAWS = 200_000

type Draw = (rng: Rng, n: number, weights: Vector, out: Float64Array) => Float64Array

/** Each count with its own share of all, and what is missing or too many on the last. */
const unconditional: Draw = (rng, n, weights, out) => {
  const total = Array.from(weights).reduce((a, b) => a + b)
  let left = n
  for (let i = 0; i < out.length; i++) {
    out[i] = i === out.length - 1 ? left : Math.min(left, drawBinomial(rng, left, weights[i] / total))
    left -= out[i]
  }
  return out
}

test('the joint law of the counts of six draws among three categories is multinomial', () => {
  const n = 6
  const weights = [2, 0, 3, 5]
  const outcomes = new Map<string, number>()
  const expected: number[] = []
  for (let a = 0; a <= n; a++) {
    for (let b = 0; a + b <= n; b++) {
      const counts = [a, 0, b, n - a - b]
      let logPmf = logGamma(n + 1)
      counts.forEach((count, i) => {
        if (count > 0) logPmf += count * Math.log(weights[i] / 10)
        logPmf -= logGamma(count + 1)
      })
      outcomes.set(counts.join(), expected.length)
      expected.push(DRAWS * Math.exp(logPmf))
    }
  }
  const goodness = (draw: Draw) => {
    const rng = stream(1, 'joint')
    const out = new Float64Array(4)
    const observed = new Float64Array(expected.length)
    for (let i = 0; i < DRAWS; i++) observed[outcomes.get(draw(rng, n, weights, out).join())!]++
    return chiSquarePValue(observed, expected)
  }
  expect(goodness(drawMultinomial)).toBeGreaterThan(FALSE_ALARM)
  expect(goodness(unconditional)).toBeLessThan(FALSE_ALARM)
})

test('Pearson’s statistic of a billion draws among nine categories has the chi-square law with eight degrees', () => {
  const n = 1e9
  const weights = [1, 2, 3, 4, 5, 4, 3, 2, 1]
  const pearson = (draw: Draw) => {
    const rng = stream(1, 'pearson')
    const out = new Float64Array(9)
    return Float64Array.from({ length: 60_000 }, () =>
      draw(rng, n, weights, out).reduce((sum, count, i) => {
        const mean = (n * weights[i]) / 25
        return sum + (count - mean) ** 2 / mean
      }, 0),
    )
  }
  const law = (x: number) => 1 - gammaQ(4, x / 2)
  expect(ksPValue(pearson(drawMultinomial), law)).toBeGreaterThan(FALSE_ALARM)
  expect(ksPValue(pearson(unconditional), law)).toBeLessThan(FALSE_ALARM)
  // Counts that are binomial each, but independent.
  const independent: Draw = (rng, n, weights, out) => out.map((_, i) => drawBinomial(rng, n, weights[i] / 25))
  expect(ksPValue(pearson(independent), law)).toBeLessThan(FALSE_ALARM)
})

test('a category of weight 1e-15 beside one of weight 1 gets a Poisson count', () => {
  const n = 9e15
  const expected = Float64Array.from(
    { length: 40 },
    (_, k) => DRAWS * Math.exp(k * Math.log(9) - 9 - logGamma(k + 1)),
  )
  const goodness = (draw: (rng: Rng) => number) => {
    const rng = stream(1, 'rare')
    const observed = new Float64Array(expected.length)
    for (let i = 0; i < DRAWS; i++) observed[draw(rng)]++
    return chiSquarePValue(observed, expected)
  }
  const out = new Float64Array(2)
  expect(goodness(rng => drawMultinomial(rng, n, [1, 1e-15], out)[1])).toBeGreaterThan(FALSE_ALARM)
  // One minus the probability of the other has lost its digits.
  expect(goodness(rng => n - drawBinomial(rng, n, 1 / (1 + 1e-15)))).toBeLessThan(FALSE_ALARM)
})

test('at twenty thousand random weights and sizes, counts are whole, sum to n, and are 0 where the weight is', () => {
  const rng = stream(1, 'sums')
  for (let j = 0; j < 20_000; j++) {
    const n = Math.floor(2 ** (53 * rng.uniform()))
    const weights = Float64Array.from({ length: 1 + rng.integer(12) }, () =>
      rng.uniform() < 0.3 ? 0 : 10 ** (-300 * rng.uniform() ** 8),
    )
    weights[rng.integer(weights.length)] = rng.uniform() + 0.1
    const counts = drawMultinomial(rng, n, weights, new Float64Array(weights.length))
    const possible = counts.every(
      (count, i) => Number.isInteger(count) && count >= 0 && (weights[i] > 0 || count === 0),
    )
    if (!possible || counts.reduce((a, b) => a + b) !== n) expect([n, weights, counts]).toBe('impossible')
  }
})

test('the array handed in is the one returned', () => {
  const out = new Float64Array(3)
  expect(drawMultinomial(stream(1), 5, [0, 7, 0], out)).toBe(out)
  expect([...out]).toEqual([0, 5, 0])
  expect([...drawMultinomial(stream(1), 0, [1, 7, 0], out)]).toEqual([0, 0, 0])
})

test.each([
  [-1, [1, 1], /^n must be a whole number at least 0; got -1/],
  [2 ** 53, [1, 1], /^n must be/],
  [0.5, [1, 1], /^n must be/],
  [5, [0, 0], /^weights must be a vector with a finite, positive sum; got \[0, 0\]/],
  [5, [1e308, 1e308], /^weights must be a vector with a finite, positive sum/],
  [5, [1, -1], /^weights\[1\] must be a finite number, not negative; got -1/],
  [5, [Number.NaN, 1], /^weights\[0\] must be/],
  [5, [1, 1, 1], /^out must be another array of 3 numbers; got/],
])('%d draws with weights %j into an array of two are refused', (n, weights, message) => {
  expect(() => drawMultinomial(stream(1), n, weights, new Float64Array(2))).toThrow(message)
})

test('the weights cannot be the array for the counts', () => {
  const weights = Float64Array.of(1, 2)
  expect(() => drawMultinomial(stream(1), 5, weights, weights)).toThrow(/^out must be another array/)
})
