import { expect, test } from 'vitest'
import { viewOrder } from '../../src/loop/view-order.ts'
import { stream } from '../../src/random/stream.ts'

test('all views come once in each round, and a round is put in order once, however often its turns are asked for', () => {
  const rounds: number[] = []
  const placeAt = viewOrder(5, round => {
    rounds.push(round)
    return stream(1, 'views', round)
  })
  const places = Array.from({ length: 40 }, (_, turn) => [placeAt(turn), placeAt(turn)])
  expect(rounds).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(places.every(([first, second]) => first === second)).toBe(true)
  for (let round = 0; round < 8; round++) {
    const seen = places.slice(5 * round, 5 * round + 5).map(([place]) => place)
    expect(seen.toSorted()).toEqual([0, 1, 2, 3, 4])
  }
  expect(new Set(rounds.map(round => places.slice(5 * round, 5 * round + 5).join())).size).toBeGreaterThan(1)
})

test('a turn of any round is known without those before it', () => {
  const placeAt = viewOrder(7, round => stream(2, 'views', round))
  const places = Array.from({ length: 70 }, (_, turn) => placeAt(turn))
  expect([69, 3, 20].map(viewOrder(7, round => stream(2, 'views', round)))).toEqual(
    [69, 3, 20].map(turn => places[turn]),
  )
})
