import { expect, test } from 'vitest'
import { Chain } from '../../src/data/check-chain.ts'

test('lines that were sealed are opened in their order alone', () => {
  const writer = new Chain('first')
  const sealed = ['a', '', 'c d'].map(line => writer.seal(line))
  const reader = new Chain('first')
  expect(sealed.map(text => reader.open(text))).toEqual(['a', '', 'c d'])
  expect(new Chain('first').open(sealed[1])).toBeUndefined()
  expect(new Chain('another').open(sealed[0])).toBeUndefined()
})

test('after a line that was not sealed, none is opened', () => {
  const writer = new Chain('first')
  const sealed = ['a', 'b', 'c'].map(line => writer.seal(line))
  const reader = new Chain('first')
  expect(reader.open(sealed[0])).toBe('a')
  expect(reader.open(sealed[2])).toBeUndefined()
  expect(reader.open(sealed[1])).toBeUndefined()
})

test('the check values are the first 16 digits of SHA-256 over the value before and the line', () => {
  // printf 'first\na' | sha256sum
  expect(new Chain('first').seal('a')).toBe('a451c6382528750d a')
})
