import { describe, expect, test } from 'vitest'
import { chiSquareBound } from '../../src/contract/goodness-of-fit.ts'
import { posteriorMoments } from '../../src/contract/posterior-moments.ts'
import { samplerContract, strategyContract, utilityContract } from '../../src/contract.ts'
import { builtIn } from '../../src/loop/strategy/built-in.ts'
import { strategyKinds } from '../../src/loop/strategy/strategy-names.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { rrrr } from '../../src/rrrr/rrrr.ts'
import { polynomialPosterior } from '../support/polynomial-posterior.ts'
import { gammaQ } from '../support/special.ts'
import { type Entry, tallyOf } from '../support/tally.ts'

// Every built-in kind goes through the published contract, no exemptions (mechanisms in test/mechanism/contract.test.ts). False alarms: 1e-6 for each contract.

test.each(builtIn.samplers)('$name keeps the contract of samplers', kind => {
  expect(samplerContract(kind, { seed: 1 })).toEqual([])
})

test.each(builtIn.utilities)('$name keeps the contract of utilities', kind => {
  expect(utilityContract(kind, { seed: 1 })).toEqual([])
})

// Arcs need four ordered cells, and thresholds a question about a number: `test/loop/numbers.test.ts` plays both.
const ofCategories = strategyKinds(builtIn).filter(({ name }) => name !== 'arcs' && name !== 'threshold')

test.each(ofCategories)('$name keeps the contract of strategies', kind => {
  expect(strategyContract(kind, { seed: 1 })).toEqual([])
})

describe('the moments that draws are compared with', () => {
  const two: Entry[] = [0, 1].map(y => [srr({ categories: 2, epsilon: 2 }), y, [22, 5][y]] as const)
  const three: Entry[] = [0, 1, 2].map(
    y => [rrrr({ categories: 3, subset: [1], epsilon: 2 }), y, [8, 3, 5][y]] as const,
  )

  test.each([
    [two, [1, 2]],
    [two, [0.1, 0.3]],
    [two, 'learned'],
    [three, [1, 1.5, 3]],
    [three, [0.5, 1, 0.7]],
  ] as [Entry[], number[] | 'learned'][])(
    'are those of the exact sum over monomials (%#)',
    (entries, prior) => {
      const found = posteriorMoments(tallyOf(entries), prior)
      const exact = polynomialPosterior(entries, prior)
      exact.mean.forEach((mean, x) => {
        expect(Math.abs(found.mean[x] / mean - 1)).toBeLessThan(1e-4)
        expect(Math.abs(Math.sqrt(found.variance[x]) / exact.sd[x] - 1)).toBeLessThan(1e-4)
      })
    },
  )

  test('would be seen to be those of another prior', () => {
    const found = posteriorMoments(tallyOf(three), [1, 1.5, 3.1])
    const exact = polynomialPosterior(three, [1, 1.5, 3])
    expect(Math.abs(found.mean[0] / exact.mean[0] - 1)).toBeGreaterThan(1e-3)
  })
})

test('the bound on chi-square variables is exceeded with no more than its chance, and not by orders too rarely', () => {
  for (const freedom of [1, 2, 5, 30, 1000]) {
    for (const alarm of [1e-3, 1e-6, 1e-9]) {
      const chance = gammaQ(freedom / 2, chiSquareBound(freedom, alarm) / 2)
      expect(chance).toBeLessThanOrEqual(alarm)
      expect(chance).toBeGreaterThan(alarm ** 2)
    }
  }
})
