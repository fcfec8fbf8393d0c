import { expect, test } from 'vitest'
import { decimal } from '../../src/data/decimal.ts'
import { stream } from '../../src/random/stream.ts'

test('every finite double comes back from its text, over 5,000 of all magnitudes', () => {
  const rng = stream(1, 'decimals')
  for (let i = 0; i < 5000; i++) {
    const value = (rng.uniform() - 0.5) * 10 ** (600 * rng.uniform() - 300)
    for (const text of [String(value), value.toExponential(), ` ${value}\t`])
      expect(decimal(text)).toBe(value)
  }
})

test.each<[text: string, value: number]>([
  ['7', 7],
  ['+7', 7],
  ['-.5', -0.5],
  ['5.', 5],
  ['1E3', 1000],
  ['1e-400', 0],
])('%s is %d', (text, value) => {
  expect(decimal(text)).toBe(value)
})

test.each([
  '',
  ' ',
  '.',
  'e3',
  '1e',
  '1,5',
  '1 000',
  '0x10',
  '0b1',
  '1_000',
  'NaN',
  'Infinity',
  '1e400',
  '½',
])('"%s" is no number', text => {
  expect(decimal(text)).toBeNaN()
})
