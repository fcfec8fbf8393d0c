import { expect, test } from 'vitest'
import { smooth } from '../../../src/posterior/smooth/smooth.ts'
import { createTally } from '../../../src/posterior/tally/tally.ts'

test('a density needs two bins, and a tally of its cells', () => {
  expect(() => smooth(createTally(3), { kind: 'number', bins: 1, first: 1 })).toThrow(
    'categories must be 3, with two bins or more; got 3',
  )
  expect(() => smooth(createTally(3), { kind: 'number', bins: 4, first: 0 })).toThrow(
    'categories must be 4, with two bins or more; got 3',
  )
})
