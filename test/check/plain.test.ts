import { expect, test } from 'vitest'
import { plainCopy } from '../../src/check/plain.ts'

const MOST = 1000

test('a copy is the data, and shares nothing with it', () => {
  const data = { name: 'rrrr', list: [1, -2.5, [true, null]], inner: { text: 'ü', none: [] }, 0: Number.NaN }
  const copy = plainCopy('x', data, MOST)
  expect(copy).toEqual(data)
  data.list.push(7)
  expect(copy.list).toEqual([1, -2.5, [true, null]])
})

test('a field that is undefined is left out, as by JSON, and one that is inherited', () => {
  const data = Object.assign(Object.create({ inherited: 1 }), { a: 1, b: undefined })
  expect(plainCopy('x', data, MOST)).toEqual({ a: 1 })
  expect(Object.keys(plainCopy('x', data, MOST))).toEqual(['a'])
})

test('a field named __proto__ is a field like any other', () => {
  const copy = plainCopy('x', JSON.parse('{"__proto__": {"size": 1}}'), MOST)
  expect(Object.keys(copy)).toEqual(['__proto__'])
  expect(copy.size).toBeUndefined()
})

test('every field and every item is read once', () => {
  let reads = 0
  const list = new Proxy([1, 2, 3], {
    get(target, name) {
      if (name === '0') reads++
      return Reflect.get(target, name)
    },
  })
  const live = {
    list,
    get size() {
      return ++reads
    },
  }
  expect(plainCopy('x', live, MOST)).toEqual({ list: [1, 2, 3], size: 2 })
  expect(reads).toBe(2)
})

const inside: Record<string, unknown> = { a: 1 }
inside.itself = inside
const shared = [1, 2]

test.each([
  [undefined, /^x must be plain data: an object; got undefined$/],
  [null, /got null$/],
  ['text', /got "text"$/],
  [[1], /^x must be plain data: an object; got \[1\]$/],
  [{ f: () => 1 }, /^x must be plain data, as JSON has it, without a function$/],
  [{ big: 1n }, /without a bigint$/],
  [{ s: Symbol('s') }, /without a symbol$/],
  [{ list: Float64Array.of(1) }, /without a typed array$/],
  [{ list: new Array(3) }, /without a list with a hole$/],
  [{ list: [undefined] }, /without a list with a hole$/],
  [inside, /without a list or an object that is in it twice$/],
  [{ one: shared, other: shared }, /without a list or an object that is in it twice$/],
  [JSON.parse('{"a":[[[[[[[[[1]]]]]]]]]}'), /without what is nested more than 8 deep$/],
  [{ list: new Array(MOST).fill(0) }, /without more than 1000 values$/],
  [new Proxy({}, { ownKeys: () => 1 as never }), /without an object that cannot be read$/],
])('what is not plain data is refused', (value, message) => {
  expect(() => plainCopy('x', value, MOST)).toThrow(RangeError)
  expect(() => plainCopy('x', value, MOST)).toThrow(message)
})

test('neither a length that lies nor a list of nothing but holes is gone through', () => {
  const endless = new Proxy([], { get: (_, name) => (name === 'length' ? 2 ** 32 - 1 : 0) })
  expect(() => plainCopy('x', { endless }, MOST)).toThrow(/without more than 1000 values$/)
  expect(() => plainCopy('x', { holes: new Array(2 ** 32 - 1) }, MOST)).toThrow(/without a list with a hole$/)
})
