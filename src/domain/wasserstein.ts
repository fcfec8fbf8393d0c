import type { OrderedKind } from './kind.ts'

/**
 * The Wasserstein distance W1 between two laws of the cells, in the units of the range: `∫ |F(x) − G(x)| dx` over the range, with
 * values outside of it at its ends and values inside of a bin spread evenly.
 *
 * @param p probabilities of the cells
 * @param q probabilities of the same cells
 * @example
 * wasserstein(orderedQuestion({ from: 0, to: 2, bins: 2 }), [0, 1, 0, 0], [0, 0, 1, 0]) // 1
 */
export function wasserstein(
  { bins, edges, first }: OrderedKind,
  p: ArrayLike<number>,
  q: ArrayLike<number>,
): number {
  let excess = first === 1 ? p[0] - q[0] : 0
  let total = 0
  for (let i = 0; i < bins; i++) {
    const right = excess + p[i + first] - q[i + first]
    total += (edges[i + 1] - edges[i]) * meanSize(excess, right)
    excess = right
  }
  return total
}

/** The mean of |y| along a line from one value to another. */
function meanSize(left: number, right: number): number {
  const size = Math.abs(left) + Math.abs(right)
  return left * right >= 0 ? size / 2 : (left * left + right * right) / (2 * size)
}
