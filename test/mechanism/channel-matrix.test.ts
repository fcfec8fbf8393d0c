import { expect, test } from 'vitest'
import { channelMatrix, likelihood } from '../../src/mechanism/channel-matrix.ts'
import { srr } from '../../src/mechanism/srr.ts'
import { subsetSelection } from '../../src/mechanism/subset-selection.ts'

test('the likelihood of SRR at ε = ln 3 over two categories is ¾ and ¼', () => {
  const mechanism = srr({ categories: 2, epsilon: Math.log(3) })
  expect(likelihood(mechanism, 0)[0]).toBeCloseTo(0.75, 15)
  expect(likelihood(mechanism, 0)[1]).toBeCloseTo(0.25, 15)
  expect(() => likelihood(mechanism, 2)).toThrow(/^response must be a category/)
})

test('the matrix has one row a response and one column a category, sets in lexical order', () => {
  const mechanism = subsetSelection({ categories: 4, epsilon: 1, size: 2 })
  const matrix = channelMatrix(mechanism)
  expect(Array.from(mechanism.responses())).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
    [1, 2],
    [1, 3],
    [2, 3],
  ])
  expect(matrix.map(row => row.length)).toEqual([4, 4, 4, 4, 4, 4])
  expect(matrix[4]).toEqual(Array.from(likelihood(mechanism, [1, 3])))
})

test('a channel of more than a hundred million cells has no matrix', () => {
  const mechanism = subsetSelection({ categories: 40, epsilon: 1, size: 10 })
  expect(mechanism.responseCount).toBe(847660528)
  expect(() => channelMatrix(mechanism)).toThrow(
    /^mechanism must be one of at most 100000000 cells, responses times categories; got {"mechanism"/,
  )
})
