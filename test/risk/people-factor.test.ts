import { expect, test } from 'vitest'
import { riskReport } from '../../src/catalogue/report-risk.ts'
import { channelMatrix } from '../../src/mechanism/channel-matrix.ts'
import { matrixChannel } from '../../src/mechanism/matrix-channel.ts'
import type { Mechanism } from '../../src/mechanism/mechanism.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { surveyDesign } from '../../src/mechanism/survey-design.ts'
import { unaryEncoding } from '../../src/mechanism/unary-encoding.ts'

const factorOf = (mechanism: Mechanism, prior?: number[]) =>
  riskReport({ mechanism, ...(prior && { prior }) }).peopleFactor

test('the die, Warner’s design and the crosswise one are the best channels of their level, whatever the share is', () => {
  for (const prior of [undefined, [0.9, 0.1], [0.001, 0.999]]) {
    for (const design of [
      surveyDesign({ kind: 'forced', truth: 2 / 3, yes: 1 / 6, no: 1 / 6 }),
      surveyDesign({ kind: 'warner', p: 0.7 }),
      surveyDesign({ kind: 'crosswise', prevalence: 0.159 }),
    ]) {
      expect(factorOf(design, prior)).toBeCloseTo(1, 12)
    }
  }
})

test('other binary designs need the ratio λ(1 − λ)/(a − b)² to that of randomized response', () => {
  // a = .73, b = .03: the level is ln(73/3), and randomized response of that level has p = 73/76.
  const prior = [0.8, 0.2]
  const design = surveyDesign({ kind: 'unrelated', p: 0.7, prevalence: 0.1 })
  const variance = (a: number, b: number) => {
    const yes = b + (a - b) * prior[1]
    return (yes * (1 - yes)) / (a - b) ** 2
  }
  const expected = variance(0.73, 0.03) / variance(73 / 76, 3 / 76)
  expect(factorOf(design, prior)).toBeCloseTo(expected, 12)
  expect(expected).toBeGreaterThan(1.2)
  // A tenth of the people say no without following it.
  const mixed = surveyDesign({ kind: 'unrelated', p: 0.7, prevalence: 0.1, noncompliance: 0.1 })
  expect(factorOf(mixed, prior)).toBeCloseTo(variance(0.657, 0.027) / variance(73 / 76, 3 / 76), 12)
  expect(riskReport({ mechanism: mixed }).guess).toBe(riskReport({ mechanism: design }).guess)
})

test('of many categories the best is subset selection of the best size, and the closed form agrees with an inverse', () => {
  const best = [1, 2, 3, 4, 5].map(size => factorOf(subsetSelection({ categories: 6, epsilon: 1, size }))!)
  expect(Math.min(...best)).toBeCloseTo(1, 12)
  expect(best.filter(factor => factor > 1.01)).toHaveLength(4)
  for (const mechanism of [
    srr({ categories: 6, epsilon: 1 }),
    unaryEncoding({ categories: 4, epsilon: 1 }),
  ]) {
    expect(factorOf(matrixChannel({ rows: channelMatrix(mechanism) }))).toBeCloseTo(factorOf(mechanism)!, 10)
  }
  const forced = surveyDesign({ kind: 'forced', truth: 0.5, law: [0.2, 0.3, 0.5] })
  expect(factorOf(forced)).toBeGreaterThan(1)
  expect(factorOf(forced, [0.2, 0.3, 0.5])).toBe(undefined)
})

test('a channel that merges categories needs infinitely many people', () => {
  const rows = [
    [0.7, 0.7, 0.3],
    [0.3, 0.3, 0.7],
  ]
  expect(factorOf(matrixChannel({ rows }))).toBe(Infinity)
})
