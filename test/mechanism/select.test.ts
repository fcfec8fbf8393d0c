import { expect, test } from 'vitest'
import { anotherThan, membersOf, select } from '../../src/mechanism/select.ts'

test('the first of two numbers is selected where it is said so, else the other', () => {
  expect([select(true, 7, 3), select(false, 7, 3)]).toEqual([7, 3])
})

test('the categories other than one are numbered in order', () => {
  for (let category = 0; category < 4; category++) {
    const others = [0, 1, 2].map(index => anotherThan(category, index))
    expect(others).toEqual([0, 1, 2, 3].filter(x => x !== category))
  }
})

test('members are the categories whose bit is 1, sorted', () => {
  expect(membersOf(Uint8Array.of(0, 1, 0, 1, 1))).toEqual([1, 3, 4])
  expect(membersOf(new Uint8Array(3))).toEqual([])
})
