import { expect, test } from 'vitest'
import { srr } from '../../src/mechanism/srr.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'
import { stream } from '../../src/random/stream.ts'
import { AnswerCounts } from '../../src/risk/answer-counts.ts'
import { belowZero } from '../../src/risk/below-zero.ts'
import { scoresOf } from '../../src/sequence/scores.ts'
import { normalCdf, normalDensity } from '../../src/special/normal-cdf.ts'

/** Five standard errors of a share of 1,999 draws: a false alarm in 2 million. */
const five = (p: number) => 5 * Math.sqrt((p * (1 - p)) / 1999) + 1e-3

/** Answers of randomized response, so many of category 1, and what the test says of them. */
function judged(ones: number, people: number, prior?: number) {
  const mechanism = srr({ categories: 2, epsilon: 1 })
  const answers = new AnswerCounts()
  answers.add(mechanism, 0, people - ones)
  answers.add(mechanism, 1, ones)
  const { least, most } = scoresOf(mechanism)
  return { ...belowZero(answers, 2, stream(1, 'below zero'), prior), step: (most[1] - least[1]) / people }
}

// One of two categories may be empty, so that the statistic is a normal number: the p-value has a closed form.
test.each([
  ['a little below zero, where half an answer counts', 4, 20],
  ['above zero by one standard error, where the category may still be empty', 60, 180],
])('the p-value of one category that may be empty is that of the normal law: %s', (_, ones, people) => {
  const { pValue, sum, standardError, step } = judged(ones, people)
  const expected = normalCdf((sum + step / 2) / standardError)
  expect(Math.abs(pValue - expected)).toBeLessThan(five(expected))
  // A twin without the correction is told apart where there are few answers.
  if (people < 100) expect(Math.abs(pValue - normalCdf(sum / standardError))).toBeGreaterThan(five(expected))
  else expect(sum).toBeGreaterThan(0)
})

test('a p-value counts what was seen among the draws, so that it is never 0', () => {
  expect(judged(0, 2000).pValue).toBe(1 / 2000)
})

// Bits are independent, so that the second category is a normal number around its frequency t, which is uniform on [0, ½]: with s the
// error of an empty category, p = 2 ∫ Φ(−z − t/s) dt. The first category's error is 3.8 times as large.
test('under a prior the largest frequency drawn is that of the largest estimate', () => {
  const mechanism = unaryEncoding({ categories: 2, epsilon: 4 })
  const answers = new AnswerCounts()
  answers.add(mechanism, [0], 97)
  answers.add(mechanism, [1], 4)
  answers.add(mechanism, [0, 1], 3)
  answers.add(mechanism, [], 96)
  const { least, most } = scoresOf(mechanism)
  const { pValue, sum, standardError } = belowZero(answers, 2, stream(1, 'below zero'), 1)
  const q = 1 / (Math.exp(4) + 1)
  const error = Math.sqrt((q * (1 - q)) / 200) / (1 / 2 - q)
  expect(standardError).toBeCloseTo(error, 10)
  const z = -(sum + (most[1] - least[1]) / 400) / error
  const expected = 2 * error * (normalDensity(z) - z * normalCdf(-z))
  expect(Math.abs(pValue - expected)).toBeLessThan(five(expected))
})
