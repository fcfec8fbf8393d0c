import { expect, test } from 'vitest'
import { borderNear, CELLS, midpoint } from '../../src/pooling/cells.ts'
import { drawCell, intervalLaw } from '../../src/pooling/interval-law.ts'
import { rankCosts } from '../../src/pooling/rank-costs.ts'
import { stream } from '../../src/random/stream.ts'
import { chiSquarePValue, FALSE_ALARM } from '../support/statistics.ts'
import { bordersOf } from './densities.ts'

test('an interval’s chance is proportional to length·exp(−cost)', () => {
  const law = intervalLaw(bordersOf([1, 3]), Float64Array.of(0, 1, 2))
  const weights = [1, 2 * Math.exp(-1), Math.exp(-2)]
  const total = weights[0] + weights[1] + weights[2]
  weights.forEach((weight, i) => {
    expect(Math.abs(law[i] / (weight / total) - 1)).toBeLessThan(1e-14)
  })
})

test('equal values leave a law even where every interval with cells costs thousands more than the others', () => {
  const borders = bordersOf(new Array(2001).fill(3))
  const costs = rankCosts(2001, 10, 0.5, 'replace-one')
  const law = intervalLaw(borders, costs)
  expect(law[0]).toBeCloseTo(0.75, 12)
  expect(law[2001]).toBeCloseTo(0.25, 12)
  // Twin: the smallest cost taken out before lengths come in leaves 0/0.
  const least = Math.min(...costs)
  const weights = costs.map((cost, i) => (i === 0 ? 0.75 : i === 2001 ? 0.25 : 0) * Math.exp(least - cost))
  expect(weights.reduce((a, b) => a + b) / weights.reduce((a, b) => a + b)).toBeNaN()
})

test('cells are drawn by the law of their interval, and evenly within it (false alarm 1e-6)', () => {
  const rng = stream('interval-law')
  const borders = bordersOf([1, 1, 3])
  const costs = Float64Array.of(0.5, 0, 0.2, 1)
  const law = intervalLaw(borders, costs)
  const draws = 100_000
  const observed = new Float64Array(16)
  for (let i = 0; i < draws; i++) observed[Math.floor((drawCell(borders, costs, rng) / CELLS) * 16)]++
  const expected = (law: ArrayLike<number>) =>
    observed.map((_, i) => draws * (i < 4 ? law[0] / 4 : i < 12 ? law[2] / 8 : law[3] / 4))
  expect(chiSquarePValue(observed, expected(law))).toBeGreaterThan(FALSE_ALARM)
  // Twin: lengths left out.
  const flat = [0.5, 0, 0.2, 1].map(cost => Math.exp(-cost))
  const total = flat[0] + flat[2] + flat[3]
  expect(chiSquarePValue(observed, expected(flat.map(w => w / total)))).toBeLessThan(FALSE_ALARM)
})

test('borders never fall as values grow and stay within the range; answers too (20,000 values)', () => {
  const rng = stream('interval-law', 'borders')
  for (let i = 0; i < 20_000; i++) {
    const low = (rng.uniform() - 0.5) * 10 ** (20 * rng.uniform() - 10)
    const range = [low, low + Math.abs(low) * 10 ** (12 * rng.uniform() - 4)] as const
    const [x, y] = [rng.uniform(), rng.uniform()].sort().map(u => low + u * (range[1] - low))
    const borders = [low, x, y, range[1]].map(value => borderNear(value, range))
    expect(borders).toEqual([...borders].sort((a, b) => a - b))
    expect([borders[0], borders[3]]).toEqual([0, CELLS])
    for (const cell of [0, borders[1], CELLS - 1]) {
      const answer = midpoint(Math.min(cell, CELLS - 1), range)
      expect(answer >= range[0] && answer <= range[1]).toBe(true)
    }
  }
})
