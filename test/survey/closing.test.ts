import { expect, test } from 'vitest'
import { closesWhenSettled, closingTime } from '../../src/survey/closing.ts'

test('goals close a survey that says so, and no other', () => {
  expect(closesWhenSettled({ closes: 'settled' })).toBe(true)
  expect(closesWhenSettled({})).toBe(false)
  expect(closesWhenSettled({ closes: '2030-01-01' })).toBe(false)
})

test.each([
  ['by hand', Infinity],
  ['settled', Infinity],
  ['2030-01-01', Date.UTC(2030, 0, 2)],
  ['2028-02-29', Date.UTC(2028, 2, 1)],
  ['2030-12-31', Date.UTC(2031, 0, 1)],
  ['2030-01-01T18:00Z', Date.UTC(2030, 0, 1, 18)],
  ['2030-01-01T18:00:00+01:00', Date.UTC(2030, 0, 1, 17)],
])('a survey that closes %s is open until then: a day to its end, a time as it says', (closes, instant) => {
  expect(closingTime({ closes })).toBe(instant)
})
