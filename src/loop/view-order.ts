import type { SeededRng } from '../random/rng.ts'

/**
 * Which view each turn is about: all views come once in each round, in an order that is drawn once for a round.
 *
 * @param sourceOf the source of a round's order
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
