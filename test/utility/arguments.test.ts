import { describe, expect, test } from 'vitest'
import { evaluateUtility, scanSubsets } from '../../src/catalogue/scan-subsets.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'

const GOOD = { theta: [0.5, 0.3, 0.2], utility: 'fisher', epsilon: 1 } as const
const COVARIANCE = [
  [0.2, -0.1, -0.1],
  [-0.1, 0.2, -0.1],
  [-0.1, -0.1, 0.2],
]

describe('a scan', () => {
  test.each([
    [
      'utility',
      { utility: 'fischer' },
      /^utility must be one of fisher, entropy, .*, information; got "fischer"\. Did you mean "fisher"\?$/,
    ],
    ['θ that does not sum to one', { theta: [0.5, 0.3] }, /^theta must be probabilities that sum to one/],
    [
      'θ with a negative entry',
      { theta: [1.5, -0.5] },
      /^theta\[1\] must be a finite number, not negative; got -0.5$/,
    ],
    ['θ with NaN', { theta: [Number.NaN, 1] }, /^theta\[0\] must be/],
    ['θ of one category', { theta: [1] }, /^the length of theta must be a whole number at least 2; got 1$/],
    ['θ that is no vector', { theta: 'half' }, /^theta must be a vector of numbers; got "half"$/],
    ['ε of 0', { epsilon: 0 }, /^epsilon must be a number above 0; got 0$/],
    ['infinite ε', { epsilon: Infinity }, /^epsilon must be a finite number above 0; got Infinity$/],
    ['ε1 above ε', { epsilon1: 1.1 }, /^epsilon1 must be a number from 0 to 1; got 1.1$/],
    ['ε1 that is no number', { epsilon1: Number.NaN }, /^epsilon1 must be a number from 0 to 1; got NaN$/],
    [
      'covariance where none is used',
      { covariance: COVARIANCE },
      /^covariance must be given with .*, and only with it/,
    ],
    ['missing covariance', { utility: 'information' }, /^covariance must be given .*; got undefined$/],
    ['covariance of too few rows', information(COVARIANCE.slice(1)), /^covariance must be 3 rows; got/],
    [
      'covariance with short rows',
      information(COVARIANCE.map(r => r.slice(1))),
      /^covariance\[0\] must be a row of 3/,
    ],
    [
      'covariance with NaN',
      information([[Number.NaN, 0, 0]]),
      /^covariance\[0\]\[0\] must be a finite number; got NaN$/,
    ],
    [
      'covariance with other row sums',
      information([[0.3, -0.1, -0.1]]),
      /^covariance\[0\] must be a row that sums to zero/,
    ],
    [
      'covariance that is null',
      { utility: 'information', covariance: null },
      /^covariance must be a value, or left out where it has a default; got null$/,
    ],
  ] as const)('refuses a bad argument: %s', (_, change, message) => {
    const scan = () => scanSubsets({ ...GOOD, ...change } as never)
    expect(scan).toThrow(RangeError)
    expect(scan).toThrow(message)
  })

  function information(rows: readonly (readonly number[])[]) {
    // Short lists of rows of full length are completed.
    const covariance = rows.length === 1 ? [rows[0], ...COVARIANCE.slice(1)] : rows
    return { utility: 'information', covariance } as const
  }

  test('takes any vector of probabilities, and 0.8 ε where no ε1 is given', () => {
    const typed = scanSubsets({ ...GOOD, theta: Float64Array.of(0.5, 0.3, 0.2) })
    expect(typed).toEqual(scanSubsets(GOOD))
    expect(typed).toEqual(scanSubsets({ ...GOOD, epsilon1: 0.8 }))
    expect(scanSubsets({ theta: [0.25, 0.7, 0.05], utility: 'honesty', epsilon: 1 }).subset).toEqual([1])
  })
})

describe('the plain evaluation', () => {
  const mechanism = srr({ categories: 3, epsilon: 1 })

  test('refuses an unknown utility, and information, which has no plain form here', () => {
    for (const name of ['fischer', 'information', undefined]) {
      expect(() => evaluateUtility(name as never, GOOD.theta, mechanism)).toThrow(
        /^utility must be one of fisher/,
      )
    }
  })

  test('refuses a θ of another length than the mechanism has categories', () => {
    expect(() => evaluateUtility('mse', [0.5, 0.5], mechanism)).toThrow(
      /^theta must be a vector of 3 numbers/,
    )
  })

  test('refuses to compare categories with responses that are sets, even where there are as many', () => {
    for (const size of [1, 2, 3]) {
      const sets = subsetSelection({ categories: 4, epsilon: 1, size })
      for (const name of ['honesty', 'marginal-tv'] as const) {
        expect(() => evaluateUtility(name, [0.1, 0.2, 0.3, 0.4], sets)).toThrow(
          `mechanism must be one whose responses are categories, for the utility ${name}; got "subset-selection"`,
        )
      }
    }
  })

  test('of honesty under SRR at ε = ln 3 and K = 2 is ¾', () => {
    const value = evaluateUtility('honesty', [0.5, 0.5], srr({ categories: 2, epsilon: Math.log(3) }))
    expect(value).toBeCloseTo(0.75, 15)
  })
})
