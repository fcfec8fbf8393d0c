import type { Vector } from '../check/check.ts'
import { radixOrder } from './radix-order.ts'

/** Up to this length, insertion into the previous order beats a sort. */
const SMALL = 64

/**
 * The indices of `theta` from the largest entry to the smallest; of equal entries the lower index first.
 *
 * @example
 * descendingOrder([0.2, 0.5, 0.2, 0.1]) // Uint32Array [1, 0, 2, 3]
 */
export function descendingOrder(theta: Vector): Uint32Array {
  return updateDescendingOrder(
    theta,
    Uint32Array.from({ length: theta.length }, (_, i) => i),
  )
}

/** Sorts in place: `order` holds some permutation and ends as the sorted one. Allocates nothing. */
export function updateDescendingOrder(theta: Vector, order: Uint32Array): Uint32Array {
  if (order.length > SMALL) return radixOrder(theta, order)
  for (let to = 1; to < order.length; to++) {
    const index = order[to]
    const value = theta[index]
    let at = to - 1
    for (; at >= 0; at--) {
      const other = order[at]
      if (theta[other] > value || (theta[other] === value && other < index)) break
      order[at + 1] = other
    }
    order[at + 1] = index
  }
  return order
}
