import { expect, test } from 'vitest'
import { InputError } from '../../src/data/input-error.ts'
import { parseWeights } from '../../src/data/parse-weights.ts'

const list = (...weights: number[]) => ({ names: undefined, weights })
const named = (pairs: Readonly<Record<string, number>>) => ({
  names: Object.keys(pairs),
  weights: Object.values(pairs),
})

test.each([
  ['40, 30, 15, 10, 5', list(40, 30, 15, 10, 5)],
  ['40,30,15', list(40, 30, 15)],
  ['40 30 15', list(40, 30, 15)],
  ['[0.5, 0.25, 0.25]', list(0.5, 0.25, 0.25)],
  ['0,5; 0,3; 0,2', list(0.5, 0.3, 0.2)],
  ['50%\n30%\n20%', list(50, 30, 20)],
  ['50 %, 30 %, 20 %', list(50, 30, 20)],
  ['33%\n33%\n33%', list(33, 33, 33)],
  ['0,5\n0,3\n0,2', list(0.5, 0.3, 0.2)],
  ['12,5%\n87,5%', list(12.5, 87.5)],
  ['40\n30\n\n30\n', list(40, 30, 30)],
  ['1e3\n2e3', list(1000, 2000)],
  ['category,count\na,30\nb,20\nc,50', named({ a: 30, b: 20, c: 50 })],
  ['\ufeffa;0,5\r\nb;0,5\r\n', named({ a: 0.5, b: 0.5 })],
  ['a\t30\nb\t70', named({ a: 30, b: 70 })],
  ['cook 50 %\nother jobs 50 %', named({ cook: 50, 'other jobs': 50 })],
  ['cook 50%\nbaker 30%\nother jobs 20%', named({ cook: 50, baker: 30, 'other jobs': 20 })],
  ['a: 40, b: 60', named({ a: 40, b: 60 })],
  ['a = 1; b = 2', named({ a: 1, b: 2 })],
  ['"Smith, John",3\n"O""Neill","0,5"', named({ 'Smith, John': 3, 'O"Neill': 0.5 })],
  ['a\nb\na\na', named({ a: 3, b: 1 })],
])('%j is understood', (text, expected) => {
  expect(parseWeights(text)).toEqual(expected)
})

test.each([
  ['40, -3, foo', 'line 1: expected a number, not negative, found "-3"'],
  ['40, foo, 3', 'line 1: expected a number, not negative, found "foo"'],
  ['a,1\nb,\nc,2', 'line 2: expected a number, not negative, found nothing'],
  ['a,1\n,3', 'line 2: expected a name before the number, like the others; found "3"'],
  ['a,1\nb,2\na,3', 'line 3: expected each category once, found "a" again'],
  ['50%\n30%', 'line 2: expected percentages that sum to 100 %, found a sum of 80 %'],
  ['50%\n30', 'line 2: expected a percentage, like the others, found "30"'],
  [
    '0,40\n1,60',
    'line 1: expected 0.40 for a number, or 0;40 for a category and its number; found "0,40", which may be either',
  ],
  ['1,234; 987', 'line 1: expected 1234 or 1.234, whichever is meant, found "1,234"'],
  ['0,5; 0.5', 'line 1: expected one sign for decimals, a point or a comma, found "0,5"'],
  ['0,5 0,5', 'line 1: expected a number, not negative, found "5 0"'],
  ['a,b,1\nc,d,2', 'line 1: expected a name and a number, found 3 cells'],
  ['a\nb\nc', 'line 1: expected a number, not negative, found "a"'],
  ['0, 0', 'line 1: expected a number above 0, found 2 zeros'],
  ['7', 'line 1: expected two categories or more, found 1'],
  ['  \n', 'line 1: expected two categories or more, found 0'],
  ['1e999, 2', 'line 1: expected a number, not negative, found "1e999"'],
  ['many', 'line 1: expected two categories or more, found 1'],
  ['1,,2', 'line 1: expected a number, not negative, found nothing'],
])('%j is refused, with the line', (text, message) => {
  expect(() => parseWeights(text)).toThrow(new InputError(message))
})
