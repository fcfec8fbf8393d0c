import { expect, test } from 'vitest'
import { covariatesOf, parseFormula } from '../../src/regression/formula.ts'

test('a formula has a label, terms and a group', () => {
  expect(parseFormula('income ~ age + sex + (1 | country)')).toEqual({
    text: 'income ~ age + sex + (1 | country)',
    response: 'income',
    terms: [['age'], ['sex']],
    random: [{ group: 'country', slopes: [] }],
  })
})

test('an asterisk is short for main effects and products, and main effects come first', () => {
  expect(parseFormula('y~a*b+c').terms).toEqual([['a'], ['b'], ['c'], ['a', 'b']])
  expect(parseFormula('y ~ a*b*c').terms).toEqual(
    ['a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'].map(names => [...names]),
  )
  expect(parseFormula('y ~ a:b + b + a + b:a').terms).toEqual([['b'], ['a'], ['a', 'b']])
})

test('the terms of a product are counted before they are made, which would double them with each factor', () => {
  const names = Array.from({ length: 5000 }, (_, i) => `a${i}`)
  expect(parseFormula(`y ~ ${names.slice(0, 8).join('*')}`).terms).toHaveLength(255)
  expect(parseFormula(`y ~ ${'a*'.repeat(40)}a`).terms).toEqual([['a']])
  expect(() => parseFormula(`y ~ ${names.join('*')}`)).toThrow(
    /^formula must be of at most 399 terms; a product of 5000 factors stands for up to 2\^5000 − 1; got "y ~ a0\*a1/,
  )
  expect(() => parseFormula(`y ~ ${names.slice(0, 400).join('+')}`)).toThrow(
    /^formula must be of at most 399 terms; got/,
  )
})

test('the intercept is there anyway, and alone in y ~ 1', () => {
  expect(parseFormula('y ~ 1').terms).toEqual([])
  expect(parseFormula('y ~ 1 + a').terms).toEqual([['a']])
})

test('names that are no words stand in backticks, and letters of any script make words', () => {
  const formula = parseFormula('`hours per week` ~ `marital-status` + größe + (1|`native-country`)')
  expect(formula.response).toBe('hours per week')
  expect(covariatesOf(formula)).toEqual(['marital-status', 'größe', 'native-country'])
})

test.each([
  ['y ~ a - 1', /formula at "-" must be without 0 or -: the intercept is always there/],
  ['y ~ 0 + a', /formula at "0" must be without 0 or -/],
  [
    'y ~ log(a)',
    /formula at "log" must be without functions: put the transformed covariate into the answers/,
  ],
  ['y ~ a +', /formula at its end must be as in/],
  ['y ~ a b', /formula at "b" must be as in/],
  ['a + b', /formula at "\+" must be with ~ there/],
  ['', /formula at its end must be as in/],
  ['y ~ (a | g)', /formula must be with a as a term beside \(a \| g\)/],
  ['y ~ a + (a, g)', /formula at "," must be a random term \(1 \| g\) or \(a \| g\)/],
  ['y ~ a + (1 | g) + (a | g)', /formula must be with all that varies by g in one bracket/],
  ['y ~ a + (1 | a)', /formula must be without a twice/],
  ['y ~ a:b + a', /formula must be with b as a term beside a:b; a\*b is short/],
  ['y ~ y', /the left side of formula must be a name that its right side does not have; got "y"/],
  ['y ~ count', /each covariate must be called otherwise than response, request, count/],
  [7 as never, /formula must be as in .*; got 7/],
])('%s is refused in one sentence', (text, sentence) => {
  expect(() => parseFormula(text)).toThrow(sentence)
})

test('random terms have slopes beside the intercept, which is always among them', () => {
  const random = [
    { group: 'g', slopes: ['a'] },
    { group: 'h', slopes: ['a', 'b'] },
    { group: 'place of birth', slopes: [] },
  ]
  expect(parseFormula('y ~ a + b + (a | g) + (1 + a + b || h) + (1 | `place of birth`)').random).toEqual(
    random,
  )
})
