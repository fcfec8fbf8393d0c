import type { SeededRng } from '../random/rng.ts'

/**
 * The view of each turn. Every view comes once in each round, in an order that is drawn anew for each round.
 *
 * @param sourceOf the random source of a round's order
 * @returns the view of a turn, both counted from 0
 */
export function viewOrder(views: number, sourceOf: (round: number) => SeededRng): (turn: number) => number {
  const order = new Int32Array(views)
  let drawn: number | undefined
  return turn => {
    const round = Math.floor(turn / views)
    if (round !== drawn) {
      shuffleIndices(order, sourceOf(round))
      drawn = round
    }
    return order[turn % views]
  }
}

function shuffleIndices(order: Int32Array, rng: SeededRng): void {
  for (let i = 0; i < order.length; i++) order[i] = i
  for (let i = order.length - 1; i > 0; i--) {
    const j = rng.integer(i + 1)
    const kept = order[i]
    order[i] = order[j]
    order[j] = kept
  }
}
