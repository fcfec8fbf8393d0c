import { expect, test } from 'vitest'
import { aloneWords, comparisonWords, meanOf } from '../../../site/play/compared.ts'
import type { Crowd } from '../../../site/play/messages.ts'

/** Twenty crowds, in which two strategies have these errors and take these numbers of people. */
function crowdsOf(one: (crowd: number) => number, other: (crowd: number) => number): Crowd[] {
  return Array.from({ length: 20 }, (_, crowd) => ({
    kind: 'crowd',
    crowd,
    runs: [one, other].map((value, i) => ({
      strategy: ['auto', 'srr'][i],
      errors: [{ answers: 100, totalVariation: value(crowd) }],
      answers: 1000 * value(crowd),
      settled: crowd > 0,
      correct: crowd > 2,
    })),
  }))
}

const sign = (crowd: number) => (crowd % 2 === 0 ? 1 : -1)

test('the interval of a mean is that of Student’s law with 19 degrees of freedom', () => {
  const { mean, half } = meanOf(Array.from({ length: 20 }, (_, i) => i))
  expect(mean).toBe(9.5)
  // The variance is 35; 2.093 is in every table.
  expect(half).toBeCloseTo(2.093 * Math.sqrt(35 / 20), 3)
  expect(() => meanOf([1, 2])).toThrow('expected 20 values, got 2')
})

test('a difference that its interval excludes from zero is stated with the interval', () => {
  const crowds = crowdsOf(
    crowd => 0.1 + 0.01 * crowd + 0.001 * sign(crowd),
    crowd => 0.15 + 0.01 * crowd,
  )
  // The differences are −0.05 ± 0.001, so the interval is 2.093·0.001·√(20/19)/√20.
  expect(comparisonWords(crowds, 1, false)).toBe(
    'auto is nearer to the truth than srr: by 0.0500 ± 0.0005 in total variation, over 20 crowds.',
  )
  expect(comparisonWords(crowds, 1, true)).toBe('auto needs 50 ± 0 fewer people than srr, over 20 crowds.')
})

test('a difference that may be nothing is not called one', () => {
  const crowds = crowdsOf(
    crowd => 0.1 + 0.01 * sign(crowd),
    () => 0.101,
  )
  expect(comparisonWords(crowds, 1, false)).toBe(
    'auto and srr cannot be told apart over 20 crowds: the difference is −0.0010 ± 0.0048 in total variation.',
  )
})

test('the people that a question takes stand beside how often its answer was wrong', () => {
  const crowds = crowdsOf(
    () => 0.2,
    () => 0.4,
  )
  expect(aloneWords(crowds, 1, true)).toBe(
    'srr takes 400 ± 0 people; it settled 19 of 20 crowds, 2 of them wrongly.',
  )
  expect(aloneWords(crowds, 0, false)).toBe(
    'auto has an error of 0.2000 ± 0.0000 in total variation, over 20 crowds.',
  )
})
