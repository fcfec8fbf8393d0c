import { expect, test } from 'vitest'
import { ranksOf } from '../../experiments/support/ordered-truths.ts'
import { findings, worstOf } from '../support/calibration.ts'

const QUESTION = { from: 0, to: 1, bins: 4, outside: 'clamp' } as const

// A false alarm has a probability below 10⁻⁶. `experiments/ordered-regression.ts` has 150 truths, and average effects.
test('the truth has a uniform rank among the draws of a regression of a number, and with the sign of the covariate flipped it has not', () => {
  const [right, flipped] = [
    ranksOf({ replicates: 24, question: QUESTION, told: a => a }),
    ranksOf({ replicates: 14, question: QUESTION, told: a => -a }),
  ].map(ranks => worstOf(findings(ranks)))
  console.log(right, flipped)
  expect(right.pValue).toBeGreaterThan(1e-6)
  expect(flipped.pValue).toBeLessThan(1e-6)
})
