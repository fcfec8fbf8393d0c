import type { NumericRange } from './range.ts'

/**
 * The Wasserstein distance W1 between two laws of the cells, in the units of the range: `∫ |F(x) − G(x)| dx` over the range, with
 * values outside of it at its ends and values inside of a bin spread evenly.
 *
 * @param p over below, the bins, above
 * @param q over the same cells
 * @example
 * wasserstein(numericRange({ from: 0, to: 2, bins: 2 }), [0, 1, 0, 0], [0, 0, 1, 0]) // 1
 */
export function wasserstein(
  { bins, edges }: NumericRange,
  p: ArrayLike<number>,
  q: ArrayLike<number>,
): number {
  let left = p[0] - q[0]
  let total = 0
  for (let i = 0; i < bins; i++) {
    const right = left + p[i + 1] - q[i + 1]
    total += (edges[i + 1] - edges[i]) * meanSize(left, right)
    left = right
  }
  return total
}

/** The mean of |y| along a line from one value to another. */
function meanSize(left: number, right: number): number {
  const size = Math.abs(left) + Math.abs(right)
  return left * right >= 0 ? size / 2 : (left * left + right * right) / (2 * size)
}
