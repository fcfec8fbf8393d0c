import { expect, test } from 'vitest'
import { srr } from '../../../src/mechanism/srr.ts'
import { Kept } from '../../../src/posterior/tally/kept.ts'
import { createTally, type Tally } from '../../../src/posterior/tally/tally.ts'

function counting() {
  let count = 0
  return () => ++count
}

test('a value is computed once for each object', () => {
  const kept = new Kept<object, number>()
  const compute = counting()
  const [one, other] = [{}, {}]
  expect([one, other, one, other].map(key => kept.of(key, compute))).toEqual([1, 2, 1, 2])
})

test('a value follows from the tally, and is computed anew when that has grown', () => {
  const tally = createTally(3)
  const [kept, lasting] = [new Kept<Tally, number>(tally), new Kept<Tally, number>()]
  const [compute, computeLasting] = [counting(), counting()]
  const values = () => [kept.of(tally, compute), lasting.of(tally, computeLasting)]
  expect([values(), values()]).toEqual([
    [1, 1],
    [1, 1],
  ])
  tally.add(srr({ categories: 3, epsilon: 1 }), 0)
  expect([values(), values()]).toEqual([
    [2, 1],
    [2, 1],
  ])
})

test('a value of nothing is kept, too', () => {
  const kept = new Kept<object, undefined>()
  const key = {}
  let count = 0
  const compute = () => {
    count++
    return undefined
  }
  kept.of(key, compute)
  kept.of(key, compute)
  expect(count).toBe(1)
})

test('a value that was set is given, and one that was let go is computed again', () => {
  const kept = new Kept<object, number>()
  const key = {}
  expect(kept.set(key, 7)).toBe(7)
  expect(kept.of(key, () => 8)).toBe(7)
  kept.forget(key)
  expect(kept.of(key, () => 8)).toBe(8)
})
