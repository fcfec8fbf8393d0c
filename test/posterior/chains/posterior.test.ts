import { expect, test } from 'vitest'
import { warningsOf } from '../../../src/posterior/chains/posterior.ts'

const diagnostics = (rhat: number, ess: number) => ({
  rhat: Float64Array.of(1, rhat),
  essBulk: Float64Array.of(5000, ess),
  essTail: Float64Array.of(5000, 5000),
  mcse: Float64Array.of(0, 0),
  transitions: 0,
  divergences: 0,
})

test.each([
  [1.0104, '1.0104'],
  [1.01 + 1e-9, '1.010000001'],
  [1.0152, '1.015'],
  [Infinity, 'Infinity'],
])('a warning shows that an R̂ of %d is above 1.01', (rhat, text) => {
  expect(warningsOf(diagnostics(rhat, 5000), 'draws')).toEqual([
    `The chains have not mixed: R-hat is ${text}, above 1.01; draw more.`,
  ])
})

test('a warning does not round the effective draws up to what is enough', () => {
  expect(warningsOf(diagnostics(1, 399.7), 'draws')[0]).toMatch(/^Only 399 effective draws, below 400:/)
  expect(warningsOf(diagnostics(1.01, 400), 'draws')).toEqual([])
})
