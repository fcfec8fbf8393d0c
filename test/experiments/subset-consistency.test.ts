import { expect, test } from 'vitest'
import { bestSubset, binomialShare, chosenSubsets } from '../../experiments/support/chosen-subsets.ts'
import { geometricLaw } from '../../experiments/support/geometric-law.ts'
import { evaluateUtility } from '../../src/catalogue/scan-subsets.ts'
import { UTILITY_NAMES } from '../../src/catalogue/utilities.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'

test('the best subset and its gap are those of the plain definitions over all prefixes', () => {
  const truth = geometricLaw(6, 2)
  for (const utility of UTILITY_NAMES) {
    const values = Array.from({ length: 6 }, (_, size) => {
      const subset = Array.from({ length: size }, (_, x) => x)
      return evaluateUtility(utility, truth, rrrr({ categories: 6, subset, epsilon: 2 }))
    })
    const [first, second] = [...values.keys()].sort((i, j) => values[j] - values[i])
    const best = bestSubset(utility, truth, 2)
    expect(best.subset).toEqual([...truth.keys()].slice(0, first))
    expect(best.runnerUp).toBe(second)
    expect(best.gap).toBeCloseTo((values[first] - values[second]) / Math.abs(values[first]), 9)
  }
})

test('a choice is noted for every checkpoint, and the same seed makes the same choices', () => {
  const options = {
    utility: 'honesty',
    truth: geometricLaw(5, 3),
    epsilon: 2,
    checkpoints: [0, 1, 17, 200],
    seed: 'a',
  } as const
  const chosen = chosenSubsets(options)
  expect(chosen).toHaveLength(4)
  for (const subset of chosen) expect(subset.every(x => x >= 0 && x < 5)).toBe(true)
  expect(chosenSubsets(options)).toEqual(chosen)
})

test('Wilson’s interval of 15 in 20 is 0.531 to 0.888, and those of none and all have a width', () => {
  const { value, low, high } = binomialShare(15, 20)
  expect(value).toBe(0.75)
  expect(low).toBeCloseTo(0.5313, 4)
  expect(high).toBeCloseTo(0.8881, 4)
  // z²/(n + z²) where nobody succeeds.
  expect(binomialShare(0, 20)).toEqual({ value: 0, low: 0, high: expect.closeTo(0.1611, 4) })
  expect(binomialShare(20, 20).low).toBeCloseTo(1 - 0.1611, 4)
})
