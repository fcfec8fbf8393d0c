import { expect, test } from 'vitest'
import { createEstimator } from '../../../src/loop/estimator.ts'
import { createRespondent } from '../../../src/loop/respondent.ts'
import { stream } from '../../../src/random/stream.ts'

test.each([2, 3])('a scale of %i steps, too short to be cut, is asked about in one way', steps => {
  const question = { ordered: steps }
  const estimator = createEstimator({ question, epsilon: 2, goal: 'mean ± .01', seed: 1 })
  const rng = stream('people')
  const respondent = createRespondent({ question, epsilon: 2, rng })
  const first = estimator.request()
  // Longer scales have their channel designed anew after 300 answers.
  for (let t = 0; t < 320; t++) {
    estimator.observe(respondent.respond(estimator.request(), 1 + rng.integer(steps)))
  }
  expect(estimator.request()).toEqual(first)
})
