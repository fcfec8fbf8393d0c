import { expect, test } from 'vitest'
import { orderedQuestion } from '../../src/domain/read-question.ts'
import { wasserstein } from '../../src/domain/wasserstein.ts'

const range = orderedQuestion({ from: 0, to: 4, bins: 4 })

test('moving all mass from one bin to another costs the distance of the bins', () => {
  expect(wasserstein(range, [0, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0])).toBe(2)
})

test('values outside count as the ends of the range', () => {
  expect(wasserstein(range, [1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1])).toBe(4)
})

test('where distribution functions cross inside of a bin, both parts count', () => {
  // F − G goes from 0.1 to −0.1 in the second bin: two triangles of 0.025 each.
  const p = [0, 0.3, 0.1, 0.4, 0.2, 0]
  const q = [0, 0.2, 0.3, 0.4, 0.1, 0]
  expect(wasserstein(range, p, q)).toBeCloseTo(0.05 + 0.05 + 0.1 + 0.05, 12)
})

test('unequal bins count by their widths', () => {
  const uneven = orderedQuestion({ edges: [0, 1, 10] })
  expect(wasserstein(uneven, [0, 1, 0, 0], [0, 0, 1, 0])).toBeCloseTo(0.5 + 4.5, 12)
})
