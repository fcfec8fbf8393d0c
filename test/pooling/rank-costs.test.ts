import { describe, expect, test } from 'vitest'
import { rankCosts } from '../../src/pooling/rank-costs.ts'
import { densities, distance, lists, WIDTH } from './densities.ts'

type Costs = (count: number, probability: number) => Float64Array

const GRID = Array.from({ length: WIDTH + 1 }, (_, value) => value)
const PROBABILITIES = [0, 0.1, 0.5, 0.8, 1]
const EPSILON = 1.3

/** The largest log-ratio over all datasets of four whole numbers and one of them replaced. */
function replaceOne(costs: Costs, probability: number): number {
  let worst = 0
  for (const values of lists(GRID, 4)) {
    const p = densities(values, costs(4, probability))
    for (const other of GRID) {
      const q = densities([...values.slice(1), other], costs(4, probability))
      worst = Math.max(worst, distance(p, q))
    }
  }
  return worst
}

/** The same over all datasets of one to three whole numbers and one added. */
function addRemove(costs: Costs, probability: number): number {
  let worst = 0
  for (const count of [1, 2, 3]) {
    for (const values of lists(GRID, count)) {
      const p = densities(values, costs(count, probability))
      for (const other of GRID) {
        const q = densities([...values, other], costs(count + 1, probability))
        worst = Math.max(worst, distance(p, q))
      }
    }
  }
  return worst
}

describe.each(PROBABILITIES)('the quantile at %f', probability => {
  test('keeps ε on all pairs of small neighbours under replace-one', () => {
    const costs: Costs = (n, p) => rankCosts(n, EPSILON, p, 'replace-one')
    expect(replaceOne(costs, probability)).toBeLessThanOrEqual(EPSILON * (1 + 1e-12))
  })

  test('keeps ε on all pairs of small neighbours under add-remove', () => {
    const costs: Costs = (n, p) => rankCosts(n, EPSILON, p, 'add-remove')
    expect(addRemove(costs, probability)).toBeLessThanOrEqual(EPSILON * (1 + 1e-12))
  })
})

test('twins: without the half, and with the median’s sensitivity for other quantiles, the same checks fail', () => {
  const noHalf: Costs = (n, p) => rankCosts(n, 2 * EPSILON, p, 'replace-one')
  expect(replaceOne(noHalf, 0.5)).toBeGreaterThan(EPSILON)
  const smith: Costs = n => Float64Array.from({ length: n + 1 }, (_, i) => EPSILON * Math.abs(i - 0.8 * n))
  expect(addRemove(smith, 0.8)).toBeGreaterThan(EPSILON)
  const removal: Costs = (n, p) => rankCosts(n, EPSILON, p, 'add-remove')
  expect(replaceOne(removal, 0.5)).toBeGreaterThan(EPSILON)
})

test('the median under add-remove is Smith’s, without a half', () => {
  expect(rankCosts(3, 2, 0.5, 'add-remove')).toEqual(Float64Array.of(3, 1, 1, 3))
  expect(rankCosts(3, 2, 0.5, 'replace-one')).toEqual(Float64Array.of(1.5, 0.5, 0.5, 1.5))
})
