import { expect, test } from 'vitest'
import { decimal, formatHint, type NumberFormat, numberIn } from '../../src/data/decimal.ts'
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

test.each<[string, NumberFormat, number]>([
  ['1.234,50', { decimal: ',', thousands: '.' }, 1234.5],
  ['-2,600', { thousands: ',' }, -2600],
  ['1 234 567', { thousands: ' ' }, 1_234_567],
  ['1\u202f234', { thousands: ' ' }, 1234],
  ["12'345.5", { thousands: "'" }, 12_345.5],
  ['1234,5', { decimal: ',', thousands: '.' }, 1234.5],
  ['1.5', { decimal: ',' }, Number.NaN],
  ['1.23,5', { decimal: ',', thousands: '.' }, Number.NaN],
  ['12,3456', { thousands: ',' }, Number.NaN],
  ['1,234,5', { thousands: ',' }, Number.NaN],
])('%s with %j is %d', (text, format, value) => {
  expect(numberIn(text, format)).toBe(value)
})

test.each([
  ['1.234,50', '--decimal , and --thousands . read it'],
  ['1,234.50', '--thousands , reads it'],
  ['2,600', '--thousands , or --decimal , says which number it is'],
  ['0,5', '--decimal , reads it'],
  ['12 000', '--thousands " " reads it'],
  ['about 5', undefined],
  ['99', undefined],
  ['1.5', undefined],
  ['-', undefined],
])('the options that read %s are %s', (text, hint) => {
  expect(formatHint(text)).toBe(hint)
})

test.each<[string, NumberFormat, string | undefined]>([
  ['1.5', { decimal: ',' }, undefined],
  ['1.234', { decimal: ',' }, '--decimal , and --thousands . read it'],
  ['1.234,5', { decimal: ',', thousands: '.' }, undefined],
])('the options that read %s instead of %j are %s', (text, format, hint) => {
  expect(formatHint(text, format)).toBe(hint)
})
