import { expect, test } from 'vitest'
import { listOf } from '../../src/cli/parsers.ts'

test.each<[string, string[]]>([
  ['a', ['a']],
  ['a, b ,c', ['a', 'b', 'c']],
  ['"a, b",c', ['a, b', 'c']],
  ['c , "a, b" , "say ""no"""', ['c', 'a, b', 'say "no"']],
  ['5" pipe,x', ['5" pipe', 'x']],
  [' a', [' a']],
  ['a,,b,', ['a', '', 'b', '']],
])('the list %s has its parts', (text, parts) => {
  expect(listOf(text)).toEqual(parts)
})

test.each(['"a, b', '"a" b,c', 'a,"b'])('the quotes of %s are refused', text => {
  expect(() => listOf(text)).toThrow('whose quotes are closed before a comma')
})
