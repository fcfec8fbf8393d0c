import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import {
  copyList,
  Refusal,
  refuse,
  refuseSecret,
  requireInteger,
  requireNumber,
  requireOneOf,
} from '../../src/check/check.ts'
import { refusalOf } from '../support/refusal.ts'

describe('a number', () => {
  test('within its range is given back', () => {
    expect(requireNumber('x', 0.5)).toBe(0.5)
    expect(requireNumber('x', 0, { min: 0, max: 1 })).toBe(0)
    expect(requireNumber('x', 1, { min: 0, max: 1 })).toBe(1)
    expect(requireNumber('x', Number.MIN_VALUE, { above: 0 })).toBe(Number.MIN_VALUE)
    expect(requireNumber('x', -Number.MAX_VALUE)).toBe(-Number.MAX_VALUE)
    expect(requireNumber('x', Infinity, { min: 0, max: Infinity })).toBe(Infinity)
  })

  test.each([
    [0, { above: 0 }, 'x must be a number above 0; got 0'],
    [1, { below: 1 }, 'x must be a number below 1; got 1'],
    [-1, { min: 0 }, 'x must be a number at least 0; got -1'],
    [2, { max: 1 }, 'x must be a number at most 1; got 2'],
    [2, { min: 0, max: 1 }, 'x must be a number from 0 to 1; got 2'],
    [1, { min: 0, below: 1 }, 'x must be a number at least 0 and below 1; got 1'],
    [0, { above: 0, max: 1 }, 'x must be a number above 0 and at most 1; got 0'],
    [Number.NaN, {}, 'x must be a finite number; got NaN'],
    [Infinity, {}, 'x must be a finite number; got Infinity'],
    [Infinity, { above: 0 }, 'x must be a finite number above 0; got Infinity'],
    [Infinity, { min: 0, max: 1 }, 'x must be a number from 0 to 1; got Infinity'],
    [Infinity, { min: 0, below: 1 }, 'x must be a number at least 0 and below 1; got Infinity'],
    [-Infinity, {}, 'x must be a finite number; got -Infinity'],
    [-Infinity, { min: 0 }, 'x must be a finite number at least 0; got -Infinity'],
    [-Infinity, { max: Infinity }, 'x must be a number; got -Infinity'],
    ['1', {}, 'x must be a number; got "1"'],
    [1n, {}, 'x must be a number; got 1n'],
    [undefined, {}, 'x must be a number; got undefined'],
    [null, { min: 0 }, 'x must be a number at least 0; got null'],
    [Object(1), {}, 'x must be a number; got 1'],
  ])('%s outside of %j is refused', (value, range, message) => {
    expect(() => requireNumber('x', value, range)).toThrow(message)
  })
})

describe('a whole number', () => {
  test('within its range is given back', () => {
    expect(requireInteger('n', 2, 2)).toBe(2)
    expect(requireInteger('n', 2 ** 53 - 1, 0)).toBe(2 ** 53 - 1)
    expect(requireInteger('n', 7, 1, 7)).toBe(7)
  })

  test.each([
    [1, 'n must be a whole number at least 2; got 1'],
    [2.5, 'n must be a whole number at least 2; got 2.5'],
    [2 ** 53, 'n must be a whole number from 2 to 9007199254740991; got 9007199254740992'],
    [1e300, 'n must be a whole number from 2 to 9007199254740991; got 1e+300'],
    [Number.NaN, 'n must be a whole number at least 2; got NaN'],
    [Infinity, 'n must be a whole number from 2 to 9007199254740991; got Infinity'],
    ['3', 'n must be a whole number at least 2; got "3"'],
    [3n, 'n must be a whole number at least 2; got 3n'],
  ])('%s is refused', (value, message) => {
    expect(() => requireInteger('n', value, 2)).toThrow(message)
  })

  test('above the largest allowed is refused with the range', () => {
    expect(() => requireInteger('n', 8, 1, 7)).toThrow('n must be a whole number from 1 to 7; got 8')
    expect(() => requireInteger('n', 8, 1, 1)).toThrow('n must be 1; got 8')
  })
})

test('a name of the list is given back, another is refused with the list', () => {
  expect(requireOneOf('form', 'linear', ['linear', 'nonlinear'])).toBe('linear')
  for (const value of ['Linear', '', undefined, ['linear']]) {
    expect(() => requireOneOf('form', value, ['linear', 'nonlinear'])).toThrow(RangeError)
    expect(() => requireOneOf('form', value, ['linear', 'nonlinear'])).toThrow(
      /^form must be one of linear, nonlinear; got /,
    )
  }
})

describe('a refusal shows', () => {
  const cyclic: unknown[] = [1]
  cyclic.push(cyclic)
  test.each([
    ['a short vector', Float64Array.of(1, 0.5), '[1, 0.5]'],
    [
      'the first eight of a long one',
      Array.from({ length: 9 }, (_, i) => i),
      '[0, 1, 2, 3, 4, 5, 6, 7, … 9 in all]',
    ],
    ['the rows of a matrix', [[1, 2], ['a']], '[[1,2], ["a"]]'],
    ['an object as JSON', { a: 1 }, '{"a":1}'],
    ['a long object cut off', { a: 'x'.repeat(200) }, `{"a":"${'x'.repeat(113)}…`],
    ['a long text cut off', 'x'.repeat(200), `"${'x'.repeat(118)}…`],
    ['a function as such', () => 1, 'a function'],
    ['a symbol', Symbol('s'), 'Symbol(s)'],
    ['what is no JSON', { a: 1n }, 'an object'],
    ['what contains itself', cyclic, '[1, an object]'],
    ['holes', new Array(2), '[undefined, undefined]'],
  ])('%s', (_, value, shown) => {
    expect(() => refuse('x', value, 'good')).toThrow(`x must be good; got ${shown}`)
  })
})

describe('a refusal', () => {
  test('is a RangeError that carries the argument, its value and what was allowed', () => {
    const refusal = refusalOf(() => requireNumber('epsilon', -1, { above: 0 }))
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toBeInstanceOf(RangeError)
    expect(refusal).toMatchObject({
      name: 'Refusal',
      argument: 'epsilon',
      value: -1,
      allowed: 'a number above 0',
      message: 'epsilon must be a number above 0; got -1',
    })
  })

  test('has the value itself, also one that the message cuts short, and one that is undefined', () => {
    const value = new Float64Array(1000)
    expect(refusalOf(() => refuse('x', value, 'good')).value).toBe(value)
    expect(refusalOf(() => refuse('x', undefined, 'good'))).toHaveProperty('value', undefined)
  })

  test('shows no more of its value than the message does when it is logged, which may be what everybody answered', () => {
    const answers = Array.from({ length: 50 }, (_, i) => ({ response: `answer ${i}` }))
    const refusal = refusalOf(() => refuse('answers', answers, 'good'))
    expect(inspect(refusal)).toContain('answer 0')
    expect(inspect(refusal)).not.toContain('answer 9')
    expect(JSON.stringify(refusal)).not.toContain('answer 0')
  })

  test('of a secret tells nothing of it', () => {
    const refusal = refusalOf(() => refuseSecret('category', 'a whole number'))
    expect(refusal.message).toBe('category must be a whole number')
    expect(Object.keys(refusal).sort()).toEqual(['allowed', 'argument', 'name'])
  })
})

test('a list is copied, each entry read once, and what else has a length is no list', () => {
  let reads = 0
  const live = new Proxy([3, 4], {
    get(target, name) {
      if (name === '1') reads++
      return Reflect.get(target, name)
    },
  })
  expect(copyList('x', live, 0, 2, 'two numbers')).toEqual([3, 4])
  expect(reads).toBe(1)
  expect(copyList('x', Float64Array.of(1, 2), 2, 2, 'two numbers')).toEqual([1, 2])
  for (const bad of [
    { length: 2, 0: 1, 1: 2 },
    '12',
    null,
    undefined,
    [1],
    [1, 2, 3],
    new DataView(new ArrayBuffer(2)),
  ]) {
    expect(() => copyList('x', bad, 2, 2, 'two numbers')).toThrow(/^x must be two numbers; got /)
  }
})

test('of a long list the error shows the first entries, and looks at no others', () => {
  const endless = new Array(2 ** 32 - 1)
  endless[0] = 7
  expect(() => copyList('x', endless, 0, 3, 'three numbers')).toThrow(
    'x must be three numbers; got [7, undefined, undefined, undefined, undefined, undefined, undefined, undefined, … 4294967295 in all]',
  )
})
