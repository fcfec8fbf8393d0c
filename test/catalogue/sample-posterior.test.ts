import { expect, test } from 'vitest'
import { samplePosterior } from '../../src/catalogue/sample-posterior.ts'

test('a list of answers is refused with the name of what counts them', () => {
  expect(() => samplePosterior([10, 20] as never, { seed: 1 })).toThrow(
    'tally must be a tally: tallyResponses counts answers, and the requests that they answer, into one; got [10, 20]',
  )
})
