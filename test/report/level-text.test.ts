import { expect, test } from 'vitest'
import { levelText } from '../../src/report/level-text.ts'

test.each([
  [1, '1.0000'],
  [0.866123, '0.8661'],
  [0.01, '0.0100'],
  [0.0012345, '0.001234'],
  [1e-6, '0.000001'],
  [1e-12, '1e-12'],
  [0, '0'],
])('%f is written %s: never as nothing, unless it is', (epsilon, text) => {
  expect(levelText(epsilon)).toBe(text)
})
