import { expect, test } from 'vitest'
import { tallyResponses } from '../../src/catalogue/tally-responses.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'
import { createTally } from '../../src/posterior/tally/tally.ts'

const one = srr({ categories: 4, epsilon: 1 })
const other = subsetSelection({ categories: 4, epsilon: 0.5, size: 2 })
const ANSWERS = [
  { request: one.toRequest(), response: 2 },
  { request: other.toRequest(), response: [0, 3], count: 5 },
  { request: { epsilon: 1, categories: 4, mechanism: 'srr' }, response: 2 },
]

test('the tally is that of the same answers added one by one', () => {
  const expected = createTally(4)
  expected.add(one, 2, 2)
  expected.add(other, [0, 3], 5)
  const { tally, epsilon } = tallyResponses({ answers: ANSWERS })
  expect(tally.toJSON()).toEqual(expected.toJSON())
  expect(epsilon).toBe(one.epsilon)
})

test('requests at the limit pass, and those above it are refused by what their channel spends', () => {
  expect(tallyResponses({ answers: ANSWERS, epsilon: 1, categories: 4 }).tally.size).toBe(7)
  expect(() => tallyResponses({ answers: ANSWERS, epsilon: 0.99 })).toThrow(
    /^answers\[0\]: the request's audited level must be at most 0\.99; got 1$/,
  )
})

test.each([
  [[], /^answers must be at least one answer/],
  [5, /^answers must be a list of answers; got 5/],
  [[{ request: one.toRequest(), response: 4 }], /^answers\[0\]: response must be a category/],
  [
    [...ANSWERS, { request: { mechanism: 'srr', categories: 3, epsilon: 1 }, response: 0 }],
    /^answers\[3\]: .* must be 4/,
  ],
  [
    [{ request: { mechanism: 'guess', categories: 3 }, response: 0 }],
    /^answers\[0\]: the request's mechanism must be one of/,
  ],
  [[{ ...ANSWERS[0], count: -1 }], /^answers\[0\]: count must be a whole number/],
  [
    [{ ...ANSWERS[0], times: 2 }],
    /^answers\[0\]: each name in answer must be one of request, response, count/,
  ],
])('bad answers are refused by their place: %j', (answers, says) => {
  expect(() => tallyResponses({ answers: answers as never })).toThrow(says)
})
